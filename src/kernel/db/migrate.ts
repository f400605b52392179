import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import pg from 'pg'
import { sessionOptions } from './pool.ts'

/** The message is one line for the person who started the process. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export const migrationsFolder = fileURLToPath(new URL('../../../db/migrations', import.meta.url))

/** One number for all versions of the product, so that two processes that start together take turns. */
const LOCK_KEY = 7_301_145
/** PostgreSQL 15, as `server_version_num` says it. docs/operations.md promises it, and `oldest-postgresql.test.ts` runs the product on it. */
const LEAST_SERVER = 150_000

/**
 * Migrations that were written anew after installations had applied them, because they did not run on every promised
 * version of PostgreSQL. Each adds up to what it added up to before, so a database that holds an earlier text is as good.
 */
const EARLIER_CHECKSUMS: ReadonlyMap<string, readonly string[]> = new Map([
  // It called pg_input_is_valid, which PostgreSQL 15 does not have.
  ['0096-days-of-settings', ['080f3ad7afa76075a50810653d9f6c47c19e24d8a5e88724160bfc7b7a1ba21d']],
])

/** The files `NNNN-name.sql` in the order of their numbers. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const numbers = new Map<string, string>()
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const name = file.slice(0, -'.sql'.length)
      const number = /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1]
      if (number === undefined) throw new MigrationError(`${file} is not named NNNN-name.sql`)
      const other = numbers.get(number)
      if (other !== undefined) throw new MigrationError(`${file} and ${other} have the same number`)
      numbers.set(number, file)
      // A checkout with other line ends is the same migration.
      const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Brings a database up to date: what is missing runs in order, each file in its own transaction.
 * @returns the names of what was applied now
 */
export async function migrate(
  databaseUrl: string,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'migrate',
    options: sessionOptions(),
  })
  await client.connect()
  try {
    await assertServer(client)
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    // Who may make no tables may still see that none is missing.
    const { rows } = await client.query<{ isThere: boolean }>(
      `select to_regclass('public.schema_migration') is not null as "isThere"`,
    )
    if (rows[0]?.isThere !== true)
      await client.query(`
        create table schema_migration (
          name text not null,
          checksum text not null,
          applied_at timestamptz not null default now(),
          constraint schema_migration__pk primary key (name)
        )`)
    const pending = findPending(migrations, await readApplied(client))
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    // The lock ends with the connection.
    await client.end()
  }
}

async function assertServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as text`,
  )
  const [version] = rows
  if (version !== undefined && version.number < LEAST_SERVER) {
    throw new MigrationError(`PostgreSQL 15 or newer is needed; the server is ${version.text}`)
  }
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function findPending(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).toSorted()
  if (unknown.length > 0) {
    throw new MigrationError(`The database is newer than this version: it holds ${unknown.join(', ')}`)
  }
  const changed = migrations.filter((migration) => !isAsApplied(migration, applied.get(migration.name)))
  if (changed.length > 0) {
    const names = changed.map(({ name }) => name).join(', ')
    throw new MigrationError(`${names} was changed after this database had applied it; add a new migration instead`)
  }
  const pending = migrations.filter(({ name }) => !applied.has(name))
  const last = [...applied.keys()].toSorted().at(-1)
  const late = pending.find(({ name }) => last !== undefined && name < last)
  if (late !== undefined)
    throw new MigrationError(`${late.name} comes before ${last}, which this database holds already`)
  return pending
}

/** Whether a database that holds this checksum, or none yet, may go on with the migration as it is written now. */
function isAsApplied({ name, checksum }: Migration, applied: string | undefined): boolean {
  return applied === undefined || applied === checksum || (EARLIER_CHECKSUMS.get(name)?.includes(applied) ?? false)
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    const { message, position } = error as pg.DatabaseError
    const line = position === undefined ? '' : ` at line ${migration.sql.slice(0, Number(position)).split('\n').length}`
    throw new MigrationError(`Migration ${migration.name}${line}: ${message}`, { cause: error })
  }
}
