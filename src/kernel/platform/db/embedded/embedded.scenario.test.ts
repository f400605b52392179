import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'
import { holderOf, holdLock, LockHeldError } from './pid-lock.ts'
import { isAlive, waitForEnd } from './postmaster.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid')
let server: EmbeddedServer

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}

/** A process of its own that starts the database, reports it and waits, as a launcher does. */
async function launcher(): Promise<{ pid: number; kill: () => Promise<void> }> {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url).href)})
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })
    console.log('started')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await new Promise<void>((started, failed) => {
    child.stdout.once('data', () => started())
    child.once('exit', () => failed(new Error('the launcher ended')))
  })
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

beforeAll(async () => {
  server = await startEmbedded({ dataDir })
  await query('create table kept (id int)')
})

afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the embedded database listens on the loopback address, is durable and has a password of its own', async () => {
  const rows = await query(
    `select name, setting from pg_settings where name in ('listen_addresses', 'fsync', 'synchronous_commit', 'max_connections', 'unix_socket_directories') order by 1`,
  )
  expect(rows).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'max_connections', setting: '100' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'unix_socket_directories', setting: '' },
  ])
  expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'postgres', 'log')).mode & 0o777).toBe(0o600)
  const wrong = new URL(server.url('postgres'))
  wrong.password = 'guess'
  await expect(new pg.Client({ connectionString: wrong.href }).connect()).rejects.toThrow(
    'password authentication failed',
  )
})

test('the embedded database restarts with the same port and data within a second', async () => {
  const { port } = server
  await server.stop()
  const started = performance.now()
  server = await startEmbedded({ dataDir })
  expect(performance.now() - started).toBeLessThan(1_000)
  expect(server.port).toBe(port)
  expect(server.adopted).toBe(false)
  expect(await query('select * from kept')).toEqual([])
})

test('a copied folder of a stopped embedded database is a database of its own', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'embedded-copy-'))
  await server.stop()
  spawnSync('cp', ['-a', `${dataDir}/.`, copy])
  server = await startEmbedded({ dataDir: copy })
  expect(await query('select * from kept')).toEqual([])
  await server.stop()
  rmSync(copy, { recursive: true, force: true })
  server = await startEmbedded({ dataDir })
})

test('an embedded database whose launcher was killed is taken over and can be stopped', async () => {
  await server.stop()
  const killed = await launcher()
  const running = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  await killed.kill()
  expect(isAlive(running)).toBe(true)
  server = await startEmbedded({ dataDir })
  expect(server).toMatchObject({ adopted: true, pid: running })
  await server.stop()
  expect(isAlive(running)).toBe(false)
  await server.ended
  server = await startEmbedded({ dataDir })
})

test('a killed embedded database is noticed and restarts with everything committed', async () => {
  await query('insert into kept values (1)')
  process.kill(server.pid, 'SIGKILL')
  await server.ended
  server = await startEmbedded({ dataDir })
  expect(server.adopted).toBe(false)
  expect(await query('select * from kept')).toEqual([{ id: 1 }])
})

test('a pid file that names another living process does not block the embedded database', async () => {
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  process.kill(server.pid, 'SIGKILL')
  await waitForEnd(server.pid, 10)
  writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'))
  server = await startEmbedded({ dataDir })
  expect(await query('select 1 as one')).toEqual([{ one: 1 }])
})

test('the embedded database replaces a remembered port that another program took', async () => {
  const { port } = server
  await server.stop()
  const other = createServer()
  await new Promise<void>((done) => other.listen(port, '127.0.0.1', done))
  server = await startEmbedded({ dataDir })
  expect(server.port).not.toBe(port)
  await new Promise((done) => other.close(done))
})

test('the creation of an embedded database is repeated after it was killed in the middle', async () => {
  const half = mkdtempSync(join(tmpdir(), 'embedded-half-'))
  const first = await startEmbedded({ dataDir: half })
  await first.stop()
  // The state after a killed initdb: files, but no completion marker.
  rmSync(join(half, 'postgres', 'initialised'))
  rmSync(join(half, 'postgres', 'data', 'global'), { recursive: true })
  const second = await startEmbedded({ dataDir: half })
  await second.stop()
  rmSync(half, { recursive: true, force: true })
})

test('a creation that continues after its launcher was killed does not damage the next one', async () => {
  const half = mkdtempSync(join(tmpdir(), 'embedded-orphan-'))
  const home = join(half, 'postgres')
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url).href)})
    await startEmbedded({ dataDir: ${JSON.stringify(half)} })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const begun = () =>
    existsSync(home) && readdirSync(home).some((name) => existsSync(join(home, name, 'postgresql.conf')))
  await expect.poll(begun, { timeout: 30_000, interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await ended
  const next = await startEmbedded({ dataDir: half })
  await next.stop()
  rmSync(half, { recursive: true, force: true })
})

test('the embedded database works in a private folder, also as root', async () => {
  const home = mkdtempSync(join(tmpdir(), 'embedded-private-'))
  expect(statSync(home).mode & 0o077).toBe(0)
  const inside = await startEmbedded({ dataDir: join(home, 'data') })
  await inside.stop()
  rmSync(home, { recursive: true, force: true })
})

test('a lock file is valid for a living process and not for a dead one or a re-used process id', async () => {
  const file = join(dataDir, 'lock')
  const release = await holdLock(file, 0)
  expect(holderOf(file)).toBe(process.pid)
  await expect(holdLock(file, 0)).rejects.toThrow(LockHeldError)
  release()
  writeFileSync(file, JSON.stringify({ pid: process.pid, startedAt: '1' }))
  expect(holderOf(file)).toBeUndefined()
  const again = await holdLock(file, 0)
  again()
})
