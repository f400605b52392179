import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#kernel/base/config/config.ts'

/** Below what answers people, above what the machine does when it has nothing else to do. */
export const WORKER_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL

const BACK_OFF = { firstMs: 500, mostMs: 30_000 }
/** A worker that lived so long did not die of its start. */
const WELL_MS = 30_000
/** Beyond what its jobs may take to be given back. */
const STOP_MS = 20_000

/** Little room for what is young, and a heap that grows slowly: large buffers wait for the next look at it to be given back. */
const FLAGS = ['--max-semi-space-size=2', '--heap-growing-percent=25']

export interface WorkerProcess {
  close(): Promise<void>
}

/**
 * The worker beside a server, as a process of its own: what it does neither holds the server up nor takes it down. It is started again when it
 * dies, with growing pauses while it dies at once, and ends with this process, however this one ends.
 */
export function startWorkerProcess(config: Config): WorkerProcess {
  const closing = new AbortController()
  let child: ChildProcess | undefined
  const keep = async (): Promise<void> => {
    for (let pause = BACK_OFF.firstMs; !closing.signal.aborted;) {
      const since = performance.now()
      child = launch(config)
      const how = await endOf(child)
      if (closing.signal.aborted) return
      console.error(`The worker ended unexpectedly (${how}); starting it again …`)
      pause = performance.now() - since > WELL_MS ? BACK_OFF.firstMs : Math.min(pause * 2, BACK_OFF.mostMs)
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const kept = keep()
  return {
    async close() {
      closing.abort()
      const running = child
      running?.kill('SIGTERM')
      const late = setTimeout(() => running?.kill('SIGKILL'), STOP_MS)
      await kept
      clearTimeout(late)
    },
  }
}

function launch(config: Config): ChildProcess {
  const child = spawn(process.execPath, [...FLAGS, join(import.meta.dirname, '..', 'main.ts')], {
    // The channel tells the worker when this process is gone without a word.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // What an embedded database decides by itself is not seen from its address.
    env: {
      ...process.env,
      ROLE: 'worker',
      DATABASE_URL: config.databaseUrl,
      DATABASE_URL_FILE: '',
      DEMO: config.demo.load ? '1' : '0',
    },
  })
  child.on('error', () => undefined)
  // At once, because the threads that it makes later take over the priority of the one that makes them.
  if (child.pid !== undefined) lower(child.pid)
  return child
}

/** How it ended. An `error` of one that runs (it could not be told or stopped) is no end of it. */
export function endOf(child: Pick<ChildProcess, 'pid' | 'once'>): Promise<string> {
  if (child.pid === undefined) return Promise.resolve('it could not be started')
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
}

/** A process that went away, or that is not ours to slow down, keeps its priority. */
export function lower(pid: number): void {
  try {
    setPriority(pid, WORKER_PRIORITY)
  } catch {
    // Nothing depends on it.
  }
}

/** What a worker of this kind does when it starts: it ends with the process above it. */
export function endWithParent(stop: () => void): void {
  if (process.channel === undefined) return
  process.on('disconnect', () => {
    stop()
    setTimeout(() => process.exit(1), STOP_MS).unref()
  })
  // A terminal interrupts all its processes; this one is stopped by the one above it, after the requests.
  process.removeAllListeners('SIGINT')
  process.on('SIGINT', () => undefined)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
