import pg from 'pg'

/**
 * Tables whose rows are copied together, so that copied rows refer to each other. A table is followed by its id columns
 * that are not part of a key: `approval_task document_id`.
 */
export type Together = readonly [first: string, ...others: string[]]

interface Column {
  readonly name: string
  readonly isId: boolean
  readonly isWide: boolean
  readonly isText: boolean
  readonly isNumber: boolean
  readonly isDay: boolean
}

/**
 * Multiplies a small company: each row is copied with another id, until a group's first table has so many rows. Unique
 * values get a number appended, the same for all copies of one turn, so that copies in different tables still match.
 */
export async function multiply(
  databaseUrl: string,
  groups: readonly Together[],
  rows: number,
): Promise<ReadonlyMap<string, number>> {
  // A connection of its own, because the product's have a statement time-out of 30 s.
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const made = new Map<string, number>()
  try {
    // Copies would violate foreign keys, code formats and other constraints.
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    for (const group of groups) {
      const known = await countOf(client, group[0])
      const turns = known === 0 ? 0 : Math.ceil(rows / known) - 1
      for (const each of group) if (turns > 0) await copyRows(client, await tableOf(client, each), turns)
      made.set(group[0], await countOf(client, group[0]))
    }
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  return made
}

async function countOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`)
  return Number(rows[0]!.count)
}

/** Changes one column of each unique key: its id, else a text, else a number, else a day. */
async function copyRows(client: pg.Client, { table, columns }: Table, turns: number): Promise<void> {
  const { rows: checks } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  )
  for (const { name } of checks)
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`)
  const { rows: keys } = await client.query<{ names: string[] }>(
    `select array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (no, at)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.no where k.at <= i.indnkeyatts order by k.at) as names
     from pg_index i where i.indrelid = $1::regclass and (i.indisunique or i.indisexclusion)`,
    [table],
  )
  const changed = new Set(columns.filter(({ isId }) => isId).map(({ name }) => name))
  for (const { names } of keys) {
    const of = names
      .map((name) => columns.find((column) => column.name === name))
      .filter((column) => column !== undefined)
    if (of.some(({ name }) => changed.has(name))) continue
    const chosen =
      of.find(({ isText }) => isText) ?? of.find(({ isNumber }) => isNumber) ?? of.find(({ isDay }) => isDay)
    if (chosen) changed.add(chosen.name)
  }
  const value = ({ name, isId, isWide, isText }: Column) => {
    // Ids of the demonstration are small, so a large step keeps those of the copies apart. Ids that several tables share are bigint.
    if (isId)
      return isWide
        ? `s.${name} + k::bigint * 10000000`
        : `(select max(${name}) from ${table}) + (row_number() over ())::int`
    if (!changed.has(name)) return `s.${name}`
    if (isText) return `s.${name} || '-' || k`
    return isWide ? `s.${name} + k::bigint * 10000000` : `s.${name} + k * 1000`
  }
  const named = columns.filter(({ name, isId }) => changed.has(name) && !isId).map(({ name }) => `${name} is not null`)
  const own = named.length > 0 ? ` where ${named.join(' and ')}` : ''
  const names = columns.map(({ name }) => client.escapeIdentifier(name))
  await client.query(
    `insert into ${table} (${names.join(', ')}) overriding system value
     select ${columns.map(value).join(', ')} from (select * from ${table}${own}) s cross join generate_series(1, ${turns}) k`,
  )
}

interface Table {
  readonly table: string
  readonly columns: readonly Column[]
}

/** A table with its writable columns, and its id columns: `id`, and foreign keys to ids. */
async function tableOf(client: pg.Client, named: string): Promise<Table> {
  const [table = '', ...ids] = named.split(' ')
  const { rows } = await client.query<{ name: string; type: string; unique: boolean }>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey)) as unique
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [table],
  )
  const columns = rows.map(({ name, type, unique }) => ({
    name,
    isId:
      ids.includes(name) || (unique && ['bigint', 'integer'].includes(type) && (name === 'id' || name.endsWith('_id'))),
    isWide: type === 'bigint',
    isText: type === 'text',
    isNumber: ['bigint', 'integer'].includes(type),
    isDay: type === 'date',
  }))
  return { table, columns }
}
