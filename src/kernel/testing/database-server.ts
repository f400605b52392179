import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EmbeddedServer, startEmbedded } from '#kernel/platform/db/embedded/embedded.ts'
import { holderOf, holdLock } from '#kernel/platform/db/embedded/pid-lock.ts'
import { dropDatabases, listDatabases } from '#kernel/platform/db/embedded/template.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Test data is disposable, so nothing waits for the disk. A crash of the machine loses only the cache. */
const HASTY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

export interface TestServer {
  readonly url: string
  /** Prefix of every database name of this run. */
  readonly prefix: string
  release(): Promise<void>
}

export async function acquireTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL
  return given === undefined ? await acquireEmbedded() : givenServer(given)
}

/** Another server, such as the oldest supported version: `TEST_DATABASE_URL` names it with a superuser. */
function givenServer(url: string): TestServer {
  const prefix = prefixOf(String(process.pid))
  return { url, prefix, release: () => dropDatabases(url, prefix) }
}

/**
 * The PostgreSQL of all test runs of this clone. Concurrent runs share it; the last one stops it, and its template
 * databases serve the next run.
 */
async function acquireEmbedded(): Promise<TestServer> {
  const dataDir = process.env.TEST_DATA_DIR ?? join(root, '.cache', 'test')
  const holders = join(dataDir, 'holders')
  const lockFile = join(dataDir, 'lock')
  mkdirSync(holders, { recursive: true })
  const own = join(holders, String(process.pid))
  const unlock = await holdLock(lockFile, 120)
  let server: EmbeddedServer
  try {
    server = await startEmbedded({ dataDir, settings: HASTY })
    await holdLock(own, 0)
    await sweep(server.url('postgres'), holders)
  } finally {
    unlock()
  }
  const prefix = prefixOf(String(process.pid))
  return {
    url: server.url('postgres'),
    prefix,
    async release() {
      await dropDatabases(server.url('postgres'), prefix)
      const done = await holdLock(lockFile, 120)
      try {
        rmSync(own, { force: true })
        if (livingHolders(holders).length === 0) await server.stop()
      } finally {
        done()
      }
    },
  }
}

function prefixOf(pid: string): string {
  return `run_${pid}_`
}

function livingHolders(folder: string): string[] {
  return readdirSync(folder).filter((name) => holderOf(join(folder, name)) !== undefined)
}

/** Drops what killed runs left. */
async function sweep(url: string, holders: string): Promise<void> {
  const living = new Set(livingHolders(holders).map(prefixOf))
  for (const name of readdirSync(holders)) if (!living.has(prefixOf(name))) rmSync(join(holders, name), { force: true })
  const left = await listDatabases(url, 'run_')
  const dead = new Set(left.map((name) => /^run_\d+_/.exec(name)?.[0] ?? name).filter((prefix) => !living.has(prefix)))
  for (const prefix of dead) await dropDatabases(url, prefix)
}
