import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { lineTableOf, partsOf } from '#kernel/engine/definition/parts.ts'
import { type AnyRecord, columnFor, recordText, referringFields } from './definition.ts'
import type { NamingColumn, NamingRows, OwnRows, RecordUsage } from './routes/record-usage.ts'

/** The names that an area declares for the rows of its tables. */
export interface NamingArea {
  readonly name: string
  readonly records?: readonly AnyRecord[]
  readonly documents: readonly { readonly definition: AnyDefinition }[]
  readonly rows?: readonly OwnRows[]
  readonly references?: Readonly<Record<string, string>>
}

/** By table, in the order in which references are listed. */
let known: ReadonlyMap<string, NamingRows> = new Map()
/** Columns (`budget_line.area_id`) that refer to a row of a table without a foreign key. */
let references: readonly Edge[] = []

/** A column that refers to rows of another table. */
interface Edge {
  readonly table: string
  readonly column: string
  readonly target: string
}

/** Registers the rows that may refer to records: called once, with all areas. */
export function knowRows(areas: readonly NamingArea[]): void {
  known = new Map(areas.flatMap(rowsOfArea).map((rows) => [rows.table, rows]))
  references = areas.flatMap((area) =>
    Object.entries(area.references ?? {}).map(([from, target]) => {
      const [table = '', column = ''] = from.split('.')
      return { table, column, target }
    }),
  )
}

function rowsOfArea({ name: area, records = [], documents, rows = [] }: NamingArea): NamingRows[] {
  return [
    ...records.flatMap(rowsOfRecord),
    ...documents.flatMap(({ definition }) => rowsOfDocument(definition)),
    ...rows.map(({ words = {}, ...own }) => {
      const path = (key: string) => `${area}.rows.${key}`
      const columns = Object.entries(words).map(([column, key]) => [column, { label: path(key) }] as const)
      return { ...own, label: path(own.name), columns: Object.fromEntries(columns) }
    }),
  ]
}

/** A record's own table, the pair tables of its multi-valued fields, and the days of its dated field. */
function rowsOfRecord(record: AnyRecord): NamingRows[] {
  const { name, table, fields, key, dated, naming = {} } = record
  const keyColumn = columnFor(key, fields[key]!)
  const rows = {
    name,
    show: keyColumn,
    right: record.rights.view,
    label: recordText(record, 'many'),
    ...(record.scope === undefined ? {} : { scope: 'scope_id' }),
  }
  const referring = referringFields(record)
  const columnsOf = referring.flatMap(([field, { links, ...own }]): [string, NamingColumn][] => {
    if (links) return []
    const { shows, hasOwnWords } = naming[field] ?? {}
    const label = hasOwnWords ? { label: recordText(record, `uses.${field}`) } : {}
    return [[columnFor(field, own), { field, ...label, ...(shows ? { show: columnFor(shows, fields[shows]!) } : {}) }]]
  })
  return [
    { ...rows, table, columns: Object.fromEntries(columnsOf) },
    ...referring.flatMap(([field, { links }]) =>
      links ? [{ ...rows, table: links.table, show: links.own, columns: { [links.other]: { field } } }] : [],
    ),
    ...(dated
      ? [
          {
            ...rows,
            name: `${name}.dated`,
            table: dated.table,
            of: { table, by: 'record_id' },
            columns: { value: { field: dated.field, label: recordText(record, 'uses.dated') } },
          },
        ]
      : []),
  ]
}

function rowsOfDocument(definition: AnyDefinition): NamingRows[] {
  const { area, name, table, viewRight } = definition
  const rows = { show: 'no', scope: 'scope_id', right: viewRight, label: `${area}.rows.${name}` }
  return [
    { ...rows, name, table },
    ...[definition, ...partsOf(definition)].map((part) => ({
      ...rows,
      name: `${name}.${part.part ?? 'lines'}`,
      table: lineTableOf(part),
      of: { table, by: 'document_id' },
    })),
  ]
}

/** Foreign keys of the database. They are the same in every database of the product, so each process reads them once. */
let foreignKeys: Promise<readonly Edge[]> | undefined

function readForeignKeys(tx: Tx): Promise<readonly Edge[]> {
  const reading = tx.rows<Edge>({
    text: `select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = current_schema()::regnamespace order by c.conrelid::regclass::text, a.attnum`,
    values: [],
  })
  foreignKeys ??= reading
  // A failed query is repeated at the next call.
  reading.catch(() => (foreignKeys = undefined))
  return reading
}

/**
 * The possible references to a record: every column with a foreign key to its table, or declared as a reference, in a
 * table whose rows are known. Its own rows come first, the others in the order of the areas.
 */
export async function usesOfRecord(tx: Tx, record: AnyRecord): Promise<readonly RecordUsage[]> {
  // Without the areas, everything would seem unreferenced and be deleted.
  if (known.size === 0) throw new Error('the areas were not loaded: nobody knows what may name a record')
  const edges = [...(await (foreignKeys ?? readForeignKeys(tx))), ...references]
  const order = [record.table, ...known.keys()]
  const uses = namingEdges(record, edges).flatMap((edge) => {
    const rows = known.get(edge.table)
    return rows ? [useOf(rows, edge.column)] : []
  })
  return uses
    .filter(({ name }) => record.traced === undefined || record.traced.includes(name))
    .toSorted((a, b) => order.indexOf(a.table) - order.indexOf(b.table))
}

/** All but the record's own pairs and days, which are deleted with it. */
function namingEdges({ table, fields, dated }: AnyRecord, edges: readonly Edge[]): readonly Edge[] {
  const own = new Set(Object.values(fields).flatMap(({ links }) => (links ? [`${links.table}.${links.own}`] : [])))
  if (dated) own.add(`${dated.table}.record_id`)
  return edges.filter((edge) => edge.target === table && !own.has(`${edge.table}.${edge.column}`))
}

function useOf({ name, columns = {}, ...rows }: NamingRows, column: string): RecordUsage {
  const { field, label = rows.label, show = rows.show } = columns[column] ?? {}
  return { ...rows, name: `${name}.${field ?? camel(column)}`, column, label, show }
}

function camel(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
