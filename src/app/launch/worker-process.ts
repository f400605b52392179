import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#kernel/base/config/config.ts'

/** Below the serving process, above idle-only work of the machine. */
export const WORKER_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL

const BACK_OFF = { firstMs: 500, mostMs: 30_000 }
/** Uptime after which a crash resets the restart back-off. */
const WELL_MS = 30_000
/** Longer than its jobs need to be returned to the queue. */
const STOP_MS = 20_000

/** A small young generation and a slowly growing heap: large buffers are otherwise kept until the next full garbage collection. */
const FLAGS = ['--max-semi-space-size=2', '--heap-growing-percent=25']

export interface WorkerProcess {
  close(): Promise<void>
}

/**
 * The worker beside a server, as a process of its own, so that its work neither slows nor crashes the server. It is
 * restarted when it dies, with growing pauses while it dies at once, and ends with this process, however this one ends.
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
    // The channel tells the worker when this process disappears.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // The address does not show that a database is embedded, so its settings are passed on.
    env: {
      ...process.env,
      ROLE: 'worker',
      DATABASE_URL: config.databaseUrl,
      DATABASE_URL_FILE: '',
      DEMO: config.demo.load ? '1' : '0',
    },
  })
  child.on('error', () => undefined)
  // At once, because threads inherit the priority of the thread that creates them.
  if (child.pid !== undefined) lower(child.pid)
  return child
}

/** The worker's end. An `error` event of a running one (a failed message or stop) is no end. */
export function endOf(child: Pick<ChildProcess, 'pid' | 'once'>): Promise<string> {
  if (child.pid === undefined) return Promise.resolve('it could not be started')
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
}

/** A process that has ended, or that we may not slow down, keeps its priority. */
export function lower(pid: number): void {
  try {
    setPriority(pid, WORKER_PRIORITY)
  } catch {
    // Best effort.
  }
}

/** For a worker of this kind: it ends with its parent process. */
export function endWithParent(stop: () => void): void {
  if (process.connected === undefined) return
  const end = () => {
    stop()
    setTimeout(() => process.exit(1), STOP_MS).unref()
  }
  // The parent may have ended while this process was loading its modules: that is told once, before anybody listens.
  if (process.connected) process.on('disconnect', end)
  else end()
  // A terminal interrupts all its processes; this one is stopped by its parent, after the requests.
  process.removeAllListeners('SIGINT')
  process.on('SIGINT', () => undefined)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
