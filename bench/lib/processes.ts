import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Job, Outcome } from './http-load.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const started = new Set<ChildProcess>()

/** A failed bench leaves no process behind that uses the next one's port and processor. */
function endWithMe(child: ChildProcess): void {
  const stop = () => void child.kill('SIGKILL')
  started.add(child)
  process.once('exit', stop)
  child.once('exit', () => {
    started.delete(child)
    process.off('exit', stop)
  })
}

/** Ends processes that a failed bench left running, where several benches run in one process. */
export async function endAll(): Promise<void> {
  await Promise.all([...started].map(end))
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export interface Generator {
  run(job: Job): Promise<Outcome>
  close(): Promise<void>
}

export function startGenerator(): Generator {
  const child = fork(join(root, 'bench', 'lib', 'http-load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  endWithMe(child)
  return {
    async run(job) {
      child.send(job)
      const [outcome] = (await once(child, 'message')) as [Outcome]
      return outcome
    },
    close: () => end(child),
  }
}

export interface Server {
  readonly pid: number
  readonly port: number
  /** Seconds of processor time so far. */
  cpu(): number
  close(): Promise<void>
}

/** A start takes seconds on an idle machine, and much longer on a busy one. */
const START_MS = 120_000

/** The product's serving process as a launcher starts it, on a port of the caller's. */
export async function startServer(databaseUrl: string, more: Readonly<Record<string, string>> = {}): Promise<Server> {
  const port = Number(process.env['BENCH_PORT'] ?? 21_700)
  const flags = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter(Boolean)
  const child = spawn(process.execPath, [...flags, join(root, 'src', 'app', 'main.ts')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DEMO: '0',
      // A load test comes from one address; requests are counted all the same.
      REQUESTS_PER_MINUTE: '10000000',
      REQUESTS_PER_PERSON: '10000000',
      ...more,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  endWithMe(child)
  const until = Date.now() + START_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    if (answer?.ok) break
    if (Date.now() > until) throw new Error('the server does not become ready')
    await sleep(50)
  }
  return { pid: child.pid!, port, cpu: () => cpuSecondsOf(child.pid!), close: () => end(child) }
}

interface ProcessTimes {
  readonly parent: number
  readonly seconds: number
}

function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / 100 }
  } catch {
    return undefined
  }
}

/** Processor seconds of a process, where the system provides them (Linux); NaN elsewhere. */
export function cpuSecondsOf(pid: number): number {
  return timesOf(pid)?.seconds ?? Number.NaN
}

/** The same of a PostgreSQL with all its running children. */
export function databaseCpuSeconds(postmaster: number): number {
  const children = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return children.reduce(
    (sum, name) => {
      const times = timesOf(Number(name))
      return times && (times.parent === postmaster || Number(name) === postmaster) ? sum + times.seconds : sum
    },
    children.length > 0 ? 0 : Number.NaN,
  )
}
