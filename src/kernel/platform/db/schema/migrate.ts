import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import pg from 'pg'
import { deliverRights } from './deliver-rights.ts'
import { sessionOptions } from '../pool.ts'

/** The message is one line for the person who started the process. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /** Assertions on the data before and after: queries that must return no rows. */
  readonly before?: string
  readonly after?: string
}

const folder = fileURLToPath(new URL('../../../../../db', import.meta.url))
export const migrationsFolder = join(folder, 'migrations')
export const baselineFolder = join(folder, 'baseline')

/** One lock for all versions of the product, so that two processes that start together take turns. */
const LOCK_KEY = 7_301_145
const LOCK_POLL_MS = 100
/** PostgreSQL 15 as `server_version_num`. docs/operations.md promises it, and `oldest-postgresql.test.ts` runs the product on it. */
const LEAST_SERVER = 150_000
export const BASELINE = '0001-baseline'
/** The first migration of a database that was made before the baseline, and the last commit that reads such a database. */
const BEFORE_BASELINE = '0001-kernel'
const LAST_COMMIT_BEFORE_BASELINE = '15085cca'

const textOf = (file: string): string =>
  // Line ends are normalised, so that every checkout has the same hash.
  readFileSync(file, 'utf8').replaceAll('\r\n', '\n')

const sqlFiles = (of: string): string[] =>
  existsSync(of)
    ? readdirSync(of)
        .filter((file) => file.endsWith('.sql'))
        .toSorted()
    : []

const checksumOf = (...texts: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest('hex')
}

/** The files of db/baseline in order, as one migration that creates a new database. */
export function readBaseline(): Migration {
  const sql = sqlFiles(baselineFolder)
    .map((file) => textOf(join(baselineFolder, file)))
    .join('\n')
  return { name: BASELINE, sql, checksum: checksumOf(sql) }
}

/** The migrations `NNNN-name.sql` that follow the baseline, in the order of their numbers. */
export function readLaterMigrations(of: string = migrationsFolder): Migration[] {
  const names = new Map<string, string>()
  const files = sqlFiles(of)
  for (const file of files) {
    const number = /^(\d{4})-[a-z0-9-]+(?:\.(?:before|after))?\.sql$/.exec(file)?.[1]
    if (number === undefined) throw new MigrationError(`${file} is not named NNNN-name.sql`)
    const name = nameOf(file)
    const other = names.get(number)
    if (other !== undefined && other !== name) throw new MigrationError(`${name} and ${other} have the same number`)
    names.set(number, name)
  }
  return [...names.values()].map((name) => {
    const part = (suffix: string): string =>
      files.includes(`${name}${suffix}.sql`) ? textOf(join(of, `${name}${suffix}.sql`)) : ''
    const [before, sql, after] = [part('.before'), part(''), part('.after')]
    if (sql === '') throw new MigrationError(`${name} has assertions and no ${name}.sql`)
    return {
      name,
      sql,
      checksum: checksumOf(before, sql, after),
      ...(before === '' ? {} : { before }),
      ...(after === '' ? {} : { after }),
    }
  })
}

const nameOf = (file: string): string => file.replace(/(?:\.(?:before|after))?\.sql$/, '')

/** All migrations in order. */
export function readMigrations(): Migration[] {
  return [readBaseline(), ...readLaterMigrations()]
}

/**
 * Migrates a database: missing migrations run in order, each in its own transaction, and the delivered roles get the
 * rights that are new to the database.
 * @returns the names of the migrations applied now
 * @throws MigrationError where the database is newer or unknown, or where a migration or an assertion fails
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
    await takeTurn(client)
    // A role that may create no tables can still see that none is missing.
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
    if (migrations.some(({ name }) => name === BASELINE)) await deliverRights(client)
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
  if (applied.has(BEFORE_BASELINE))
    throw new MigrationError(
      `The database was made before the baseline; commit ${LAST_COMMIT_BEFORE_BASELINE} is the last that reads it. A folder of the demonstration (.data) may be deleted`,
    )
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name)).toSorted()
  if (unknown.length > 0) {
    throw new MigrationError(`The database is newer than this version: it holds ${unknown.join(', ')}`)
  }
  const changed = migrations.filter(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
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

/** Polls for the lock instead of waiting in a statement: a concurrent index build waits for every statement under way. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK_KEY])
    if (rows[0]?.taken) return
    await wait(LOCK_POLL_MS)
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const isConcurrent = CONCURRENT.test(migration.sql)
  try {
    if (isConcurrent) await buildIndexes(client, migration)
    await client.query('begin')
    await assertHolds(client, `${migration.name}.before`, migration.before)
    if (!isConcurrent) await client.query(migration.sql)
    await assertHolds(client, `${migration.name}.after`, migration.after)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (error instanceof MigrationError) throw error
    const { message, position } = error as pg.DatabaseError
    const line = position === undefined ? '' : ` at line ${migration.sql.slice(0, Number(position)).split('\n').length}`
    throw new MigrationError(`Migration ${migration.name}${line}: ${message}`, { cause: error })
  }
}

/** Every query of the text must return no row; the error names the first row returned. */
async function assertHolds(client: pg.Client, name: string, queries: string | undefined): Promise<void> {
  if (queries === undefined) return
  const answers = (await client.query(queries)) as pg.QueryResult | pg.QueryResult[]
  for (const { rows } of [answers].flat())
    if (rows.length > 0)
      throw new MigrationError(`${name} does not hold for ${rows.length} rows, the first ${JSON.stringify(rows[0])}`)
}

const CONCURRENT = /^create (?:unique )?index concurrently /m
const INDEX = /^create (unique )?index concurrently (?:if not exists )?(\w+)/

/**
 * A migration that consists of `create index concurrently` runs outside of a transaction, so that no write waits for
 * it. An interrupted one is restarted: a valid index is kept, an invalid one dropped.
 */
async function buildIndexes(client: pg.Client, { name, sql }: Migration): Promise<void> {
  const statements = sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  for (const statement of statements) {
    const index = INDEX.exec(statement)?.[2]
    if (index === undefined)
      throw new MigrationError(`${name} builds indexes concurrently, so it may hold nothing else: ${statement}`)
    const { rows } = await client.query<{ valid: boolean }>(
      'select i.indisvalid as valid from pg_index i where i.indexrelid = to_regclass($1)',
      [index],
    )
    if (rows[0]?.valid) continue
    if (rows.length > 0) await client.query(`drop index concurrently ${client.escapeIdentifier(index)}`)
    await client.query(statement)
  }
}
