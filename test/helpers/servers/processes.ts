import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import '../test-clock.ts'
import { machineTime } from '#kernel/base/clock/clock.ts'
import { until } from '../until.ts'
import { makeSession, sessionHeaders } from './requests.ts'

const root = join(import.meta.dirname, '../../..')

export interface ServerProcess {
  readonly origin: string
  readonly pid: number
  /** Kills it as a crash does: without a chance to shut down, also for the worker below it. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** How it ended, unless it runs, and its error output: for the message of a failing test. */
  condition(): string
}

/** The serving process as the launcher starts it, alone on a port. Two of them share nothing but the database. */
export async function startServerProcess(
  databaseUrl: string,
  port: number,
  role: 'server' | 'all' = 'server',
  more: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const environment = {
    // A library that runs beside the tests may have set production meanwhile.
    NODE_ENV: 'test',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    ROLE: role,
    REQUESTS_PER_MINUTE: '1000000',
    REQUESTS_PER_PERSON: '1000000',
    LOG_LEVEL: 'silent',
    ...more,
  }
  const child = spawn(process.execPath, [join(root, 'src/app/main.ts')], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4000)))
  const origin = `http://127.0.0.1:${port}`
  for (let attempt = 0; ; attempt += 1) {
    if (child.exitCode !== null || attempt > 1_200) {
      await end(child, 'SIGKILL')
      throw new Error(`the server did not start: ${complaints}`)
    }
    if ((await fetch(`${origin}/healthz`).catch(() => null))?.ok) break
    await sleep(50)
  }
  return {
    origin,
    pid: child.pid ?? 0,
    async kill() {
      const below = child.pid === undefined ? [] : childrenOf(child.pid)
      const ended = end(child, 'SIGKILL')
      below.forEach(killNow)
      await ended
    },
    stop: () => end(child, 'SIGTERM'),
    condition: () => `${child.exitCode ?? child.signalCode ?? 'running'} ${complaints}`,
  }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Kills a PostgreSQL with every process it made, as a machine that loses power does. */
export function killPostmaster(pid: number): void {
  for (const victim of [pid, ...childrenOf(pid)]) killNow(victim)
}

export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It went with the one above it.
  }
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    return 0
  }
}

export interface Caller {
  readonly token: string
  /** Answers status and envelope; throws where no answer came. */
  post<T>(
    origin: string,
    path: string,
    body: object,
    key?: string,
  ): Promise<{ status: number; body: { data: T; error?: { key: string } } }>
}

/** A signed-in account, without the browser's way in. */
export async function callerOf(pool: pg.Pool, account: string): Promise<Caller> {
  const session = await makeSession(pool, account, 60)
  return {
    token: session.token,
    async post<T>(origin: string, path: string, body: object, key: string = randomUUID()) {
      const headers = {
        ...sessionHeaders(session),
        'x-language': 'en',
        'content-type': 'application/json',
        'idempotency-key': key,
      }
      const response = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
      return { status: response.status, body: (await response.json()) as { data: T; error?: { key: string } } }
    },
  }
}

/** Repeats a call with its key until some process answers it; a database that is away is not an answer. */
export async function insist<T>(
  call: () => Promise<{ status: number; body: T }>,
): Promise<{ status: number; body: T }> {
  for (const until = performance.now() + 40_000; ;) {
    const answer = await call().catch((error: unknown) => error as Error)
    if ('status' in answer && answer.status !== 500 && answer.status !== 429 && answer.status !== 503) return answer
    if (performance.now() > until) throw new Error('no answer', { cause: answer })
    await sleep(40)
  }
}

interface Querying {
  query<T>(text: string, values?: unknown[]): Promise<T[]>
}

/**
 * The worker of a process is killed, and what it had not committed of the import is lost; then the time passes in which a heartbeat is due.
 */
export async function killWorker(server: Querying, { pid }: ServerProcess, importId: string): Promise<void> {
  const [worker = 0] = childrenOf(pid)
  process.kill(worker, 'SIGKILL')
  const isGone = `select not exists (select from pg_stat_activity
    where datname = current_database() and application_name = 'worker' and backend_start < $1) as gone`
  // The database reports by the machine's clock when a connection began.
  const since = new Date(machineTime())
  await until(
    async () => (await server.query<{ gone: boolean }>(isGone, [since]))[0]?.gone === true,
    'its connections are open',
    { everyMs: 10 },
  )
  await server.query(`update import_run set beat_at = beat_at - interval '1 minute' where id = $1`, [importId])
}
