import { createHash } from 'node:crypto'
import pg from 'pg'
import { deliveredRightsText } from '../schema/deliver-rights.ts'
import { migrate, readMigrations } from '../schema/migrate.ts'

/** How a template database is filled; the same name and hash is filled only once on a server. */
export interface Recipe {
  /** Lower case letters only. */
  readonly name: string
  /** Changes whenever the result of `fill` would change. */
  readonly hash: string
  fill(databaseUrl: string): Promise<void>
}

const KEEP = 4
const LOCK_KEY = 7_301_146

/** A database that holds what the migrations create, and nothing else. */
export function migratedRecipe(): Recipe {
  const migrations = readMigrations()
  const hash = createHash('sha256')
  for (const { name, checksum } of migrations) hash.update(`${name} ${checksum}\n`)
  hash.update(deliveredRightsText())
  return {
    name: 'migrated',
    hash: hash.digest('hex'),
    async fill(databaseUrl) {
      await migrate(databaseUrl, migrations)
    },
  }
}

export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function withClient<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: withDatabase(serverUrl, 'postgres') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates the template unless it exists, and returns its name. A lock serialises concurrent test processes. */
async function ensureTemplate(client: pg.Client, serverUrl: string, recipe: Recipe): Promise<string> {
  const name = `template_${recipe.name}_${recipe.hash.slice(0, 16)}`
  const exists = async () => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    return rowCount === 1
  }
  if (await exists()) return name
  await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
  try {
    if (await exists()) return name
    // Filled under another name first, so that a killed run leaves no incomplete template.
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft}`)
    await recipe.fill(withDatabase(serverUrl, draft))
    await client.query(`alter database ${draft} rename to ${name}`)
    await dropOldTemplates(client, recipe.name)
    return name
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY])
  }
}

async function dropOldTemplates(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname ~ $1 order by oid desc offset $2`,
    [`^template_${name}_[0-9a-f]{16}$`, KEEP],
  )
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
}

/** Creates a database as a copy of the recipe's template; returns its connection string. */
export async function createFromRecipe(serverUrl: string, recipe: Recipe, database: string): Promise<string> {
  return await withClient(serverUrl, async (client) => {
    const template = await ensureTemplate(client, serverUrl, recipe)
    // Takes half the time of wal_log where nothing waits for the disk (17 MB: 0.18 s against 0.34 s).
    await client.query(`create database ${client.escapeIdentifier(database)} template ${template} strategy file_copy`)
    return withDatabase(serverUrl, database)
  })
}

/** Drops the databases whose names have this prefix. */
export async function dropDatabases(serverUrl: string, prefix: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) {
      await client.query(`drop database if exists ${client.escapeIdentifier(datname)} with (force)`)
    }
  })
}

/** Names of the databases with this prefix. */
export async function listDatabases(serverUrl: string, prefix: string): Promise<string[]> {
  return await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1) order by 1',
      [prefix],
    )
    return rows.map(({ datname }) => datname)
  })
}
