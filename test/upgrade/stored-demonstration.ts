import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import pg from 'pg'
import type { PublishedHead } from '#kernel/platform/audit/anchor.ts'
import { migrate, readMigrations } from '#kernel/platform/db/schema/migrate.ts'

// A stored demonstration is the rows of all tables of a database, as JSON lines in one compressed file: what a customer who installed that
// version has. The file says by which migrations the database was made, so that later ones can be tried on it.

/** The first line of the file. */
interface Header {
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[]
  /** The newest checkpoint of the audit, as an outside place would keep it. */
  readonly head: PublishedHead
  readonly sequences: readonly { readonly name: string; readonly last: string }[]
}

/** The first line of each table; its rows follow, one a line. */
interface TableHeader {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: number
}

const ROWS_AT_ONCE = 2_000
/** Kept by the migrations themselves, so a restored database has it already. */
const KEPT_BY_MIGRATE = 'schema_migration'

const columnsOfTables = `
  select c.relname as table, array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> '${KEPT_BY_MIGRATE}'
  group by 1 order by 1`

/** Answers the compressed rows of a database, whose audit is checkpointed to its end. */
export async function storeDemonstration(databaseUrl: string): Promise<Buffer> {
  return await withClient(databaseUrl, async (client) => {
    const all = async <T>(text: string) => (await client.query(text)).rows as T[]
    const header: Header = {
      migrations: await all(`select name, checksum from schema_migration order by name`),
      head: (
        await all<PublishedHead>(
          `select id::text as checkpoint, encode(hash, 'hex') as hash, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
           from audit_checkpoint where id = (select max(id) from audit_checkpoint)`,
        )
      )[0]!,
      sequences: await all(
        `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
      ),
    }
    const lines = [JSON.stringify(header)]
    for (const { table, columns } of await all<Omit<TableHeader, 'rows'>>(columnsOfTables)) {
      const rows = await all<{ row: string }>(
        `select row_to_json(t)::text as row from (select ${columns.join(', ')} from ${client.escapeIdentifier(table)}) t`,
      )
      if (rows.length === 0) continue
      lines.push(JSON.stringify({ table, columns, rows: rows.length } satisfies TableHeader))
      for (const { row } of rows) lines.push(row)
    }
    return await promisify(zstdCompress)(lines.join('\n'), {
      params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 27 },
    })
  })
}

/**
 * Makes an empty database as the stored one was, by the same migrations.
 * @returns the newest checkpoint of its audit
 * @throws MigrationError where one of those migrations was changed since
 */
export async function restoreDemonstration(databaseUrl: string, stored: Buffer): Promise<PublishedHead> {
  const lines = (await promisify(zstdDecompress)(stored)).toString('utf8').split('\n')
  const header = JSON.parse(lines[0]!) as Header
  const checksums = new Map(header.migrations.map(({ name, checksum }) => [name, checksum]))
  const migrations = readMigrations().filter(({ name }) => checksums.has(name))
  const changed = migrations.filter(({ name, checksum }) => checksums.get(name) !== checksum)
  if (changed.length > 0 || migrations.length < checksums.size)
    throw new Error(`the stored database was not made by today's text of ${[...checksums.keys()].join(', ')}`)
  await migrate(databaseUrl, migrations)
  await withClient(databaseUrl, async (client) => {
    // Neither foreign keys nor triggers run: the rows are as they were.
    await client.query('set session_replication_role = replica')
    const { rows: tables } = await client.query<{ table: string }>(columnsOfTables)
    await client.query(`truncate ${tables.map(({ table }) => client.escapeIdentifier(table)).join(', ')}`)
    for (let at = 1; at < lines.length;) {
      const { table, columns, rows } = JSON.parse(lines[at]!) as TableHeader
      const name = client.escapeIdentifier(table)
      const list = columns.join(', ')
      for (let first = at + 1; first <= at + rows; first += ROWS_AT_ONCE)
        await client.query(
          `insert into ${name} (${list}) overriding system value select ${list} from json_populate_recordset(null::${name}, $1)`,
          [`[${lines.slice(first, Math.min(first + ROWS_AT_ONCE, at + rows + 1)).join(',')}]`],
        )
      at += rows + 1
    }
    for (const { name, last } of header.sequences) {
      // Sequences of document numbers are made when the first document of a month is numbered.
      await client.query(`create sequence if not exists ${client.escapeIdentifier(name)}`)
      await client.query('select setval($1::text::regclass, $2)', [client.escapeIdentifier(name), last])
    }
  })
  return header.head
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
