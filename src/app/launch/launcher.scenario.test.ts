import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, readPostmaster, waitForEnd } from '#kernel/platform/db/embedded/postmaster.ts'
import { childrenOf } from '#test/helpers/servers/processes.ts'
import { until } from '#test/helpers/until.ts'

const root = join(import.meta.dirname, '../../..')
const dataDir = mkdtempSync(join(tmpdir(), 'launcher-'))
const cluster = join(dataDir, 'postgres', 'data')
let port = 0

async function listen(onPort: number): Promise<{ server: Server; port: number }> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(onPort, '0.0.0.0', done))
  const address = server.address()
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 }
}

interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  output(): string
  /** Waits until the output contains the text. */
  says(text: string): Promise<void>
}

/** The command of `npm start`, as npm runs it: it stops when its parent dies. */
function start(environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, ['bin/start.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: '0',
      ...environment,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return {
    child,
    ended,
    output: () => output,
    async says(text) {
      const until = performance.now() + 90_000
      while (!output.includes(text)) {
        if (performance.now() > until || child.exitCode !== null) throw new Error(`'${text}' was not said:\n${output}`)
        await sleep(20)
      }
    },
  }
}

async function health(): Promise<number> {
  return (await fetch(`http://localhost:${port}/healthz`)).status
}

/** The serving process, below the bootstrap: its number is in the lock of the data directory. */
function servingPid(): number {
  return (JSON.parse(readFileSync(join(dataDir, 'launcher.lock'), 'utf8')) as { pid: number }).pid
}

const ready = () => `ready on http://localhost:${port}\n`
let running: Run

beforeAll(async () => {
  const free = await listen(0)
  port = free.port
  await new Promise((done) => free.server.close(done))
  running = start()
  await running.says(ready())
})

afterAll(async () => {
  running.child.kill('SIGTERM')
  await running.ended
  const left = readPostmaster(cluster)
  if (left !== undefined && isAlive(left.pid)) process.kill(left.pid, 'SIGINT')
  rmSync(dataDir, { recursive: true, force: true })
})

test('the launcher prints ready as its last line when the product answers', async () => {
  expect(running.output().endsWith(ready())).toBe(true)
  expect(await health()).toBe(200)
})

test('the server works with a database role that owns nothing', async () => {
  const read = (name: string) => readFileSync(join(dataDir, 'postgres', name), 'utf8').trim()
  const owner = new pg.Client({
    connectionString: `postgres://postgres:${read('password')}@127.0.0.1:${read('port')}/back_office`,
  })
  await owner.connect()
  const { rows } = await owner.query(
    `select distinct usename from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename is not null`,
  )
  await owner.end()
  expect(rows).toEqual([{ usename: 'back_office_app' }])
})

/** The worker process, once it has started. */
async function workerPid(other = 0): Promise<number> {
  const found = () => childrenOf(servingPid()).filter((pid) => pid !== other && commandOf(pid).includes('main.ts'))
  await expect.poll(() => found().length, { timeout: 20_000, interval: 50 }).toBe(1)
  return found()[0] ?? 0
}

const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

test('the worker runs in a process of its own with lower priority and is restarted when it dies', async () => {
  const first = await workerPid()
  expect(getPriority(first) - getPriority(servingPid())).toBe(10)
  process.kill(first, 'SIGKILL')
  await running.says('The worker ended unexpectedly (SIGKILL)')
  expect(await health()).toBe(200)
  expect(isAlive(await workerPid(first))).toBe(true)
})

test('a second start on the same data directory names the process that holds it', async () => {
  const second = start({ PORT: '1' })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`Process ${servingPid()} already runs on ${dataDir}`)
  expect(second.output().trim().split('\n')).toHaveLength(1)
  expect(await health()).toBe(200)
})

test('a port that is taken is reported in one line', async () => {
  const other = start({ DATA_DIR: `${dataDir}/other` })
  expect(await other.ended).toBe(1)
  expect(other.output().trim()).toBe(`Port ${port} is taken by another program; stop it, or set PORT to a free one`)
})

test('an invalid environment is reported in one line', async () => {
  const wrong = start({ PORT: 'eighty', ROLE: 'boss' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.output().trim().split('\n')).toHaveLength(1)
  expect(wrong.output()).toContain('PORT')
  expect(wrong.output()).toContain('ROLE')
})

test('SIGTERM stops everything with code 0, and the next start needs no repair', async () => {
  const database = readPostmaster(cluster)?.pid ?? 0
  running.child.kill('SIGTERM')
  expect(await running.ended).toBe(0)
  expect(isAlive(database)).toBe(false)
  running = start()
  await running.says(ready())
  expect(running.output()).not.toContain('Creating')
  expect(running.output()).not.toContain('Loading')
})

test('the database of a killed server is taken over by the next start', async () => {
  const database = readPostmaster(cluster)?.pid ?? 0
  const worker = await workerPid()
  process.kill(servingPid(), 'SIGKILL')
  expect(await waitForEnd(worker, 20)).toBe(true)
  expect(await running.ended).toBe(137)
  expect(isAlive(database)).toBe(true)
  running = start()
  await running.says(ready())
  expect(readPostmaster(cluster)?.pid).toBe(database)
})

test('a killed bootstrap stops all its processes in order', async () => {
  const pids = [servingPid(), readPostmaster(cluster)?.pid ?? 0]
  running.child.kill('SIGKILL')
  for (const pid of pids) expect(await waitForEnd(pid, 20)).toBe(true)
  running = start()
  await running.says(ready())
  expect(running.output()).not.toContain('Took over')
})

test('a killed database is restarted under the running server', async () => {
  const database = readPostmaster(cluster)?.pid ?? 0
  process.kill(database, 'SIGKILL')
  await running.says('starting it again')
  await expect.poll(health, { timeout: 20_000, interval: 100 }).toBe(200)
  expect(readPostmaster(cluster)?.pid).not.toBe(database)
})

test('a start-up that was killed at any moment does not block the next one', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'launcher-fresh-'))
  const free = await listen(0)
  await new Promise((done) => free.server.close(done))
  const environment = { DATA_DIR: fresh, PORT: String(free.port) }
  for (const text of ['Creating the embedded', 'Applied']) {
    const killed = start(environment)
    await killed.says(text)
    const { pid } = JSON.parse(readFileSync(join(fresh, 'launcher.lock'), 'utf8')) as { pid: number }
    process.kill(pid, 'SIGKILL')
    await killed.ended
  }
  const last = start(environment)
  await last.says(`ready on http://localhost:${free.port}`)
  last.child.kill('SIGINT')
  expect(await last.ended).toBe(0)
  rmSync(fresh, { recursive: true, force: true })
})

test('the product ends with code 1 when its database ends more than five times within a minute', async () => {
  let last = 0
  const isBack = async () => {
    if (running.child.exitCode !== null) return true
    const found = readPostmaster(cluster)
    return found !== undefined && found.pid !== last && (await health().catch(() => 0)) === 200
  }
  // Each kill waits until the database serves again: the product does not start with a database that dies meanwhile.
  for (let kills = 0; kills < 7 && running.child.exitCode === null; kills++) {
    await until(isBack, 'the database is not started again', { withinMs: 30_000 })
    last = readPostmaster(cluster)?.pid ?? last
    if (running.child.exitCode === null && isAlive(last)) process.kill(last, 'SIGKILL')
  }
  expect(await running.ended).toBe(1)
  expect(running.output()).toMatch(/The database ended 6 times within a minute; see .*log/)
})
