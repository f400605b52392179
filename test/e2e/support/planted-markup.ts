import pg from 'pg'
import { areas } from '#app/areas.ts'
import { loadAreaServers } from '#app/server.ts'
import { columnOf } from '#kernel/engine/definition/fields.ts'
import { type AnyRecord, columnFor, storedFields } from '#kernel/engine/record/definition.ts'

/** Called by whatever of the markup is run; a page that is watched knows it. */
export const RAN = 'plantedRan'

/**
 * Contains a quote, an attribute, an element and a template, and names the place where it was planted:
 * `⟦store.name_en⟧`.
 */
export function markupOf(where: string): string {
  const run = (turn: number) => `${RAN}(${turn})`
  return (
    `"'><x-planted onclick=${run(1)}></x-planted><img src=x onerror=${run(2)}><svg onload=${run(3)}>` +
    `<script>${run(4)}</script><a href="javascript:${run(5)}">{{${run(6)}}}\${${run(7)}}</a> ⟦${where}⟧`
  )
}

/** For texts with a short maximum length. */
export const shortMarkupOf = (where: string): string => `"><img src=x onerror=${RAN}(8)> ⟦${where}⟧`

/** Text by people in columns that are not declared: several words, or letters that no code has. */
const isProse = (text: string): boolean => /\s|[^\x20-\x7e]/.test(text.trim()) && !text.includes('⟦')
const NAME =
  /^(?:zh|en|name|names|label|title|note|opinion|reason|reasons|remark|message|subject|answer|device)$|_(?:name|note|error|title)$|name_?(?:zh|en)$/i

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
}

/** Columns of texts that do not hold a table together: no part of a key, an index of one, a reference or a check. */
const FREE_COLUMNS = `select c.table_name as table, c.column_name as column, c.data_type as type
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb') and c.is_generated = 'NEVER'
    and c.table_name !~ '^(schema_migration|oidc_|demo_identity|idempotency|session|ticket|sign_in_attempt|rate_limit|outbox|record_kind)'
    and not exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.conrelid = format('%I', c.table_name)::regclass and a.attname = c.column_name and k.contype in ('p', 'f'))
  order by 1, 2`

/** The columns of records and documents that may hold free text. */
function declaredColumns(records: readonly AnyRecord[], documents: readonly DeclaredDocument[]): ReadonlySet<string> {
  const ofRecords = records.flatMap((record) =>
    storedFields(record)
      .filter(([, { kind, refersTo, shape, secret }]) => kind === 'text' && !refersTo && !shape && !secret)
      .map(([name, field]) => `${record.table}.${columnFor(name, field)}`),
  )
  const ofDocuments = documents.flatMap(({ table, fields, lines }) => [
    ...textsIn(fields).map((name) => `${table}.${columnOf(name)}`),
    ...textsIn(lines).map((name) => `${table}_line.${columnOf(name)}`),
  ])
  return new Set([...ofRecords, ...ofDocuments])
}

interface DeclaredDocument {
  readonly table: string
  readonly fields: Readonly<Record<string, { readonly kind: string }>>
  readonly lines: Readonly<Record<string, { readonly kind: string }>>
}

const textsIn = (fields: DeclaredDocument['fields']): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.kind === 'text')

/** A value of JSON with the markup at the end of whatever in it is words. */
export function markedJson(value: unknown, markup: string, name = ''): unknown {
  if (typeof value === 'string') {
    const isWords = isProse(value) || (NAME.test(name) && value !== '' && !value.includes('⟦'))
    return isWords ? value + markup : value
  }
  if (Array.isArray(value)) return value.map((each) => markedJson(each, markup, name))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, markedJson(each, markup, key)]))
}

interface PlantedRow {
  readonly id: string
  /** Its columns that hold markup. */
  readonly columns: ReadonlySet<string>
}

export interface Planted {
  /** `store.name_en`, and so on. */
  readonly columns: readonly string[]
  /** Those of them that a definition declares as text. */
  readonly declared: ReadonlySet<string>
  /** A row of each record, whose code is markup where nothing names it by its code. */
  readonly rows: ReadonlyMap<string, PlantedRow>
}

/**
 * Puts markup into every text of a database that a person may have written. Values that the product would refuse are
 * included, as if they had come another way: a page has to show all stored text.
 */
export async function plantMarkup(databaseUrl: string): Promise<Planted> {
  const loaded = await loadAreaServers(areas)
  const records = loaded.flatMap((area) => area.records ?? [])
  const documents = loaded.flatMap((area) => area.documents.map(({ definition }) => definition))
  const declared = declaredColumns(records, documents as unknown as readonly DeclaredDocument[])
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // Columns that are append-only, audited or numbered by a trigger stay as they are.
    await client.query('set session_replication_role = replica')
    const { rows: all } = await client.query<Column>(FREE_COLUMNS)
    const columns: string[] = []
    for (const [table, own] of Map.groupBy(all, (each) => each.table)) {
      columns.push(...(await plantTexts(client, table, own, declared)))
      for (const { column } of own.filter(({ type }) => type === 'jsonb'))
        if (await plantJson(client, table, column)) columns.push(`${table}.${column}`)
    }
    await client.query('set session_replication_role = origin')
    const rows = new Map<string, PlantedRow>()
    for (const record of records) {
      const id = await plantCode(client, record)
      const { rows: found } = await client.query<{ row: object }>(
        `select to_jsonb(t) as row from ${record.table} t where id = $1`,
        [id],
      )
      const marked = Object.entries(found[0]?.row ?? {}).filter(([, value]) => String(value).includes('⟦'))
      rows.set(record.name, { id, columns: new Set(marked.map(([column]) => `${record.table}.${column}`)) })
    }
    return { columns, declared, rows }
  } finally {
    await client.end()
  }
}

async function plantTexts(
  client: pg.Client,
  table: string,
  own: readonly Column[],
  declared: ReadonlySet<string>,
): Promise<readonly string[]> {
  const texts = own.filter(({ type }) => type === 'text').map(({ column }) => column)
  const isText = (column: string) => declared.has(`${table}.${column}`) || NAME.test(column)
  const write = (columns: readonly string[], which: (column: string) => string) => {
    const sets = columns.map((column, index) => {
      const text = `coalesce(${column}, '') || $${index + 1}`
      return `${column} = case when ${which(column)} then ${text} else ${column} end`
    })
    return client.query(
      `update ${table} set ${sets.join(', ')}`,
      columns.map((column) => markupOf(`${table}.${column}`)),
    )
  }
  const { rows } = await client.query<Record<string, boolean>>(
    `select true as there ${texts.map((column) => `, bool_or(${column} ~ '[[:space:]]|[^ -~]') as ${column}`).join('')} from ${table} having count(*) > 0`,
  )
  const [prose] = rows
  if (!prose) return []
  const wanted = texts.filter((column) => isText(column) || prose[column])
  if (wanted.length === 0) return []
  const everywhere = (column: string) => (isText(column) ? 'true' : `${column} ~ '[[:space:]]|[^ -~]'`)
  const all = await write(wanted, everywhere).catch(unlessChecked)
  if (all) return wanted.map((column) => `${table}.${column}`)
  // A check of the table may ask for nothing where something else is so, or take no text of people at all.
  const done: string[] = []
  for (const column of wanted) {
    const written =
      (await write([column], everywhere).catch(unlessChecked)) ??
      (await write([column], (each) => `${each} <> ''`).catch(unlessChecked))
    if (written) done.push(`${table}.${column}`)
  }
  return done
}

/** Null where a check of the table refused it. */
function unlessChecked(error: unknown): null {
  if (error instanceof pg.DatabaseError && error.code?.startsWith('23')) return null
  throw error
}

async function plantJson(client: pg.Client, table: string, column: string): Promise<boolean> {
  const { rows } = await client.query<{ at: string; value: unknown }>(
    `select ctid::text as at, ${column} as value from ${table} where ${column} is not null limit 2000`,
  )
  const changed = rows.map(
    ({ at, value }) => [at, JSON.stringify(markedJson(value, markupOf(`${table}.${column}`)))] as const,
  )
  const new_ = changed.filter(([, text]) => text.includes('⟦'))
  if (new_.length === 0) return false
  await client.query(
    `update ${table} t set ${column} = x.value::jsonb from unnest($1::text[], $2::text[]) x (at, value) where t.ctid = x.at::tid`,
    [new_.map(([at]) => at), new_.map(([, text]) => text)],
  )
  return true
}

/** The row of a record that pages open; its code is markup where no other row needs it. */
async function plantCode(client: pg.Client, { table, key, fields }: AnyRecord): Promise<string> {
  const column = columnFor(key, fields[key]!)
  const { rows } = await client.query<{ id: string }>(`select id::text as id from ${table} order by id desc limit 5`)
  for (const { id } of rows) {
    const done = await client
      .query(`update ${table} set ${column} = $2 where id = $1`, [id, shortMarkupOf(`${table}.${column}`)])
      .catch(() => null)
    if (done) return id
  }
  return rows[0]?.id ?? ''
}
