import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  assertUsable,
  type Binaries,
  EmbeddedError,
  findBinaries,
  identityFor,
  type Identity,
} from './embedded-binaries.ts'
import { isAlive, readPostmaster, serves, waitForEnd } from './postmaster.ts'

export { EmbeddedError }

export interface EmbeddedOptions {
  /** The cluster lives in `dataDir/postgres`. */
  readonly dataDir: string
  /** PostgreSQL settings in addition to the usual ones. */
  readonly settings?: Readonly<Record<string, string>>
  /** Prints one line of progress for the person who waits. */
  readonly say?: (text: string) => void
}

export interface EmbeddedServer {
  readonly pid: number
  readonly port: number
  /** True: it was still running after its launcher was killed, and was taken over. */
  readonly adopted: boolean
  /** Connection string of a database of this server, as its owner. */
  url(database: string): string
  /** The password of the application's role. */
  readonly appPassword: string
  /** Resolves when the server's process has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Stops the server: sessions end, everything committed is on disk. */
  stop(): Promise<void>
}

const USER = 'postgres'
const HOST = '127.0.0.1'
const START_SECONDS = 60
const STOP_SECONDS = 30
const LOG_LIMIT_BYTES = 10 * 1024 * 1024

/** Durable settings for a machine shared with the application; without a socket file, so that nothing collides in /tmp. */
function settings(port: number, more: Readonly<Record<string, string>>): string[] {
  const memoryMb = Math.floor(totalmem() / 1024 / 1024)
  const all: Record<string, string> = {
    listen_addresses: HOST,
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: `${Math.max(64, Math.min(512, Math.floor(memoryMb / 8)))}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(memoryMb / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // This build knows only pglz: it took 140 µs of processor for each page that a checkpoint has written again, which was half of a large approval.
    wal_compression: 'off',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    log_min_messages: 'warning',
    log_lock_waits: 'on',
    log_line_prefix: '%m [%p] %a ',
    ...more,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

interface Cluster {
  readonly home: string
  readonly data: string
  readonly log: string
  readonly password: string
  readonly identity: Identity
  readonly binaries: Binaries
}

/**
 * Starts the PostgreSQL of a data directory, or takes over the one that still runs there after its launcher was killed.
 * It runs in a session of its own: Ctrl-C in a terminal reaches the launcher, which drains first and stops it last.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const home = resolve(options.dataDir, 'postgres')
  const data = join(home, 'data')
  mkdirSync(home, { recursive: true })
  assertUsable(data)
  const binaries = findBinaries()
  const identity = identityFor(data, binaries)
  const cluster: Cluster = {
    home,
    data,
    log: join(home, 'log'),
    password: readPassword(home, 'password'),
    identity,
    binaries,
  }
  if (!existsSync(join(home, 'initialised'))) {
    options.say?.('Creating the embedded PostgreSQL …')
    initialise(cluster)
  }
  const adopted = await adopt(cluster)
  return adopted ?? (await launch(cluster, options.settings ?? {}))
}

function readPassword(home: string, name: string): string {
  const file = join(home, name)
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

const MAKING = 'making-'

/**
 * Creates the cluster in a temporary folder that becomes the data directory when it is complete. An initdb that
 * outlives a killed start-up then writes into a folder that nothing reads.
 */
function initialise({ home, data, password, identity, binaries }: Cluster): void {
  forgetHalves(home)
  const making = mkdtempSync(join(home, MAKING))
  const { account } = identity
  const passwordFile = join(home, 'initdb-password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account !== undefined) {
    for (const path of [making, passwordFile]) chownSync(path, account.uid, account.gid)
  }
  const { file, args, ...as } = identity.command(binaries.initdb, [
    `--pgdata=${making}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // A sort order that no operating system update can change under an index.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])
  const made = spawnSync(file, args, { ...as, env: environment(), encoding: 'utf8' })
  rmSync(passwordFile, { force: true })
  if (made.status !== 0) {
    const reason =
      made.error?.message ?? (made.stderr.trim().split('\n').at(-1) || `exit ${made.status ?? made.signal}`)
    throw new EmbeddedError(`PostgreSQL could not be created in ${data}: ${reason}`)
  }
  rmSync(data, { recursive: true, force: true })
  renameSync(making, data)
  writeFileSync(join(home, 'initialised'), '')
}

function forgetHalves(home: string): void {
  for (const name of readdirSync(home).filter((each) => each.startsWith(MAKING))) {
    try {
      rmSync(join(home, name), { recursive: true, force: true })
    } catch {
      // Another process still writes there; a later start removes it.
    }
  }
}

/** Time zone and messages of the server do not depend on the machine; PG* variables of the user are meant for another server. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && name !== 'NODE_OPTIONS')
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

async function adopt(cluster: Cluster): Promise<EmbeddedServer | undefined> {
  const until = performance.now() + START_SECONDS * 1000
  while (performance.now() < until) {
    const found = readPostmaster(cluster.data)
    if (found === undefined) return undefined
    if (!serves(found.pid, cluster.data)) {
      // Left by a killed server; PostgreSQL would take any process with that number for the owner.
      rmSync(join(cluster.data, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (found.status === 'ready' && (await answers(cluster, found.port)))
      return handle(cluster, found.pid, found.port, true)
    await sleep(50)
  }
  throw new EmbeddedError(`A PostgreSQL runs on ${cluster.data} but does not answer; see ${cluster.log}`)
}

async function answers(cluster: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(cluster, port, 'postgres'), connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function urlOf(cluster: Cluster, port: number, database: string): string {
  return `postgres://${USER}:${cluster.password}@${HOST}:${port}/${database}`
}

async function launch(cluster: Cluster, more: Readonly<Record<string, string>>): Promise<EmbeddedServer> {
  const portFile = join(cluster.home, 'port')
  const remembered = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : undefined
  const until = performance.now() + START_SECONDS * 1000
  for (let attempt = 0; ; attempt++) {
    const port = await freePort(remembered)
    const pid = spawnServer(cluster, port, more)
    if (await becomesReady(cluster, pid, port, until)) {
      writeFileSync(portFile, String(port))
      return handle(cluster, pid, port, false)
    }
    // The port was taken at this moment, or workers of a killed server are still releasing its memory.
    const retry =
      attempt < 40 &&
      performance.now() < until &&
      /pre-existing shared memory|could not bind|could not create any TCP/.test(tail(cluster.log))
    if (!retry) throw new EmbeddedError(`PostgreSQL did not start: ${lastComplaint(cluster.log)} (${cluster.log})`)
    await sleep(250)
  }
}

function spawnServer(cluster: Cluster, port: number, more: Readonly<Record<string, string>>): number {
  const large = existsSync(cluster.log) && statSync(cluster.log).size > LOG_LIMIT_BYTES
  const log = openSync(cluster.log, large ? 'w' : 'a', 0o600)
  chmodSync(cluster.log, 0o600)
  const { file, args, ...as } = cluster.identity.command(cluster.binaries.postgres, [
    '-D',
    cluster.data,
    ...settings(port, more),
  ])
  const child = spawn(file, args, { ...as, env: environment(), detached: true, stdio: ['ignore', log, log], cwd: '/' })
  closeSync(log)
  child.on('error', () => undefined)
  child.unref()
  if (child.pid === undefined) throw new EmbeddedError(`PostgreSQL cannot be run from ${cluster.binaries.postgres}`)
  return child.pid
}

async function becomesReady(cluster: Cluster, pid: number, port: number, until: number): Promise<boolean> {
  while (performance.now() < until) {
    if (!isAlive(pid)) return false
    const found = readPostmaster(cluster.data)
    if (found?.pid === pid && found.status === 'ready' && (await answers(cluster, port))) return true
    await sleep(10)
  }
  process.kill(pid, 'SIGQUIT')
  return false
}

function handle(cluster: Cluster, pid: number, port: number, adopted: boolean): EmbeddedServer {
  let stopping: Promise<void> | undefined
  const ended = (async () => {
    // A taken-over server is not our child process, so its end is polled. The timer keeps no process alive.
    while (isAlive(pid)) await sleep(200, undefined, { ref: false })
  })()
  return {
    pid,
    port,
    adopted,
    ended,
    url: (database) => urlOf(cluster, port, database),
    appPassword: readPassword(cluster.home, 'app-password'),
    stop: () => (stopping ??= stopServer(cluster, pid)),
  }
}

async function stopServer(cluster: Cluster, pid: number): Promise<void> {
  if (!serves(pid, cluster.data)) return
  if (process.platform === 'win32') {
    spawnSync(cluster.binaries.pgCtl, ['stop', '-D', cluster.data, '-m', 'fast'], { stdio: 'ignore' })
    return
  }
  process.kill(pid, 'SIGINT')
  if (await waitForEnd(pid, STOP_SECONDS)) return
  process.kill(pid, 'SIGQUIT')
  await waitForEnd(pid, STOP_SECONDS)
}

function tail(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-2_000) : ''
}

function lastComplaint(file: string): string {
  const lines = tail(file).split('\n')
  return lines.findLast((line) => line.includes('FATAL'))?.replace(/^.*FATAL:\s*/, '') ?? 'see its log'
}

/** Below the ephemeral ports: an outgoing connection, or a client connected to itself, would occupy the port. */
const PORTS = { from: 20_000, to: 32_000 }
const PORT_SECONDS = 5

/** The remembered port keeps addresses stable between starts, and lets a server reconnect after the database was restarted. */
async function freePort(wanted: number | undefined): Promise<number> {
  const until = performance.now() + PORT_SECONDS * 1000
  for (; wanted !== undefined && performance.now() < until; await sleep(50)) if (await canListen(wanted)) return wanted
  for (let attempt = 0; attempt < 200; attempt++) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await canListen(port)) return port
  }
  throw new EmbeddedError('No free port for PostgreSQL on 127.0.0.1')
}

async function canListen(port: number): Promise<boolean> {
  return await new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, HOST, () => server.close(() => done(true)))
  })
}

/** Creates the database unless it is there. */
export async function ensureDatabase(server: EmbeddedServer, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
