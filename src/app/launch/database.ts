import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config, Settings } from '#kernel/base/config/config.ts'
import { APP_ROLE, ensureAppRole, grantApp, mayForge, roleOf, urlAs } from '#kernel/platform/db/schema/app-role.ts'
import { type EmbeddedServer, startEmbedded } from '#kernel/platform/db/embedded/embedded.ts'
import { migrate, readMigrations } from '#kernel/platform/db/schema/migrate.ts'
import { holdLock, LockHeldError } from '#kernel/platform/db/embedded/pid-lock.ts'
import type { Shutdown } from './shutdown.ts'

const DATABASE = 'back_office'
const DRAFT = 'back_office_draft'
/** How long a start-up waits for a process that is just ending on the same data directory. */
const HANDOVER_SECONDS = 3
const RESTARTS_LIMIT = 5
const RESTARTS_WINDOW_MS = 60_000

type Say = (text: string) => void

/** A start-up cannot continue; the message is one line for the person who started it. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError'
}

/** Excludes a second launcher on one embedded database, which would stop it under the first. */
export async function holdDataDir(settings: Settings, shutdown: Shutdown): Promise<void> {
  mkdirSync(settings.dataDir, { recursive: true })
  try {
    shutdown.add(await holdLock(join(settings.dataDir, 'launcher.lock'), HANDOVER_SECONDS))
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw error
    throw new LaunchError(
      `Process ${error.pid} already runs on ${settings.dataDir}; stop it, or give this one a DATA_DIR and a PORT of its own`,
    )
  }
}

/** As the owner: migrates a database, and grants the application's role what it needs. */
async function update(ownerUrl: string, role: string | null, say: Say): Promise<void> {
  const applied = await migrate(ownerUrl, readMigrations())
  if (applied.length > 0) say(`Applied ${applied.length} migration${applied.length === 1 ? '' : 's'}`)
  if (role !== null) await grantApp(ownerUrl, role)
}

/** Fills an empty database with the demonstration company if configured. */
async function fill(settings: Settings, ownerUrl: string): Promise<void> {
  if (!settings.demo.load) return
  const { loadDemo } = await import('#app/demo.ts')
  await loadDemo(ownerUrl, settings)
}

/** The database of DATABASE_URL, migrated as the role of MIGRATION_DATABASE_URL where there is one. */
export async function prepareGiven(settings: Settings, databaseUrl: string, say: Say): Promise<Config> {
  const { migrationUrl } = settings
  const ownerUrl = migrationUrl ?? databaseUrl
  await update(ownerUrl, migrationUrl === null ? null : await roleOf(databaseUrl), say)
  await fill(settings, ownerUrl)
  if (await mayForge(databaseUrl))
    say(
      'The role of DATABASE_URL could change the history; it should not own its tables (docs/operations.md, Database roles)',
    )
  return { ...settings, databaseUrl, migrationUrl: null }
}

/** The embedded database: started, monitored, migrated. */
export async function prepareEmbedded(settings: Settings, shutdown: Shutdown, say: Say): Promise<Config> {
  const starting = startEmbedded({ dataDir: settings.dataDir, say })
  let server: EmbeddedServer | undefined
  // Registered before the start, so that a signal in the middle of it stops the database too.
  shutdown.add(async () => {
    server ??= await starting.catch(() => undefined)
    await server?.stop()
  })
  server = await starting
  if (server.adopted) say('Took over the embedded PostgreSQL that a killed run had left')
  const restarts: number[] = []
  const watch = (running: EmbeddedServer): void => {
    void running.ended.then(async () => {
      if (shutdown.isClosing) return
      server = await restart(running, restarts, settings, shutdown, say)
      if (server) watch(server)
      else if (!shutdown.isClosing) await giveUp(shutdown)
    })
  }
  watch(server)
  await ensureAppRole(server.url('postgres'), server.appPassword)
  await ensureFilled(server, settings, say)
  await update(server.url(DATABASE), APP_ROLE, say)
  await fill(settings, server.url(DATABASE))
  return { ...settings, databaseUrl: urlAs(server.url(DATABASE), APP_ROLE, server.appPassword) }
}

/** The first fill uses another name, so that a start-up killed in the middle is simply repeated. */
async function ensureFilled(server: EmbeddedServer, settings: Settings, say: Say): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (rowCount === 1) return
    await client.query(`drop database if exists ${DRAFT} with (force)`)
    await client.query(`create database ${DRAFT}`)
    if (settings.demo.load) say('Loading the demonstration company …')
    await update(server.url(DRAFT), APP_ROLE, say)
    await fill(settings, server.url(DRAFT))
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${DRAFT}'`)
    await client.query(`alter database ${DRAFT} rename to ${DATABASE}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Restarts a database that ended by itself, on the same port, so that the pools reconnect; adds each attempt to `restarts`. */
async function restart(
  ended: EmbeddedServer,
  restarts: number[],
  settings: Settings,
  shutdown: Shutdown,
  say: Say,
): Promise<EmbeddedServer | undefined> {
  const recent = restarts.filter((at) => at > performance.now() - RESTARTS_WINDOW_MS)
  if (recent.length >= RESTARTS_LIMIT) {
    console.error(
      `The database ended ${recent.length + 1} times within a minute; see ${join(settings.dataDir, 'postgres', 'log')}`,
    )
    return undefined
  }
  restarts.push(performance.now())
  say('The database ended unexpectedly; starting it again …')
  let server: EmbeddedServer
  try {
    server = await startEmbedded({ dataDir: settings.dataDir })
  } catch (error) {
    console.error(`The database could not be started again: ${error instanceof Error ? error.message : String(error)}`)
    // A database that dies while it starts has ended once more.
    return shutdown.isClosing ? undefined : restart(ended, restarts, settings, shutdown, say)
  }
  if (server.port === ended.port) return server
  await server.stop()
  console.error(`The database could not be started again: another program has taken its port ${ended.port}`)
  return undefined
}

async function giveUp(shutdown: Shutdown): Promise<void> {
  await shutdown.run()
  process.exit(1)
}
