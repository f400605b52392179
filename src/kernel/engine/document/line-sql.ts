import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { columnOf, sqlTypeOf } from '#kernel/engine/definition/fields.ts'
import { lineTableOf, partsOf } from '#kernel/engine/definition/parts.ts'

type Values = Readonly<Record<string, string | number | null | undefined>>

type StoredLine = Readonly<Record<string, string | number | null>>

/** The statements of a document's lines, or of one of its further tables (parts.ts), generated once. */
interface LineSql {
  insert(documentId: string, round: number, lines: readonly Values[]): Statement
  read(documentId: string, round: number): Statement<StoredLine>
  count(documentId: string, round: number): Statement<{ readonly total: number }>
  /** The first lines of its last round, where no draft has been written since. */
  submitted(documentId: string, most: number): Statement<StoredLine>
}

function lineSql(definition: AnyDefinition): LineSql {
  const table = lineTableOf(definition)
  const name = `${definition.name}.${definition.part ?? 'lines'}`
  const fields = Object.entries(definition.lines)
  const columns = fields.map(([field]) => columnOf(field))
  const arrays = fields.map(([, field], index) => `$${index + 3}::${sqlTypeOf(field)}[]`)
  const insert = prepared(
    `${name}.insert`,
    `insert into ${table} (document_id, round, line_no, ${columns.join(', ')})
     select $1, $2, l.line_no, ${columns.map((column) => `l.${column}`).join(', ')}
     from unnest(${arrays.join(', ')}) with ordinality as l (${columns.join(', ')}, line_no)`,
  )
  const read = prepared<StoredLine>(
    name,
    `select line_no, ${columns.join(', ')} from ${table} where document_id = $1 and round = $2 order by line_no`,
  )
  const submitted = prepared<StoredLine>(
    `${name}.submitted`,
    `select l.line_no, ${columns.map((column) => `l.${column}`).join(', ')} from ${definition.table} d
     join ${table} l on l.document_id = d.id and l.round = d.round where d.id = $1 and d.draft is null order by l.line_no limit $2`,
  )
  return {
    insert: (documentId, round, rows) =>
      insert(documentId, round, ...fields.map(([field]) => rows.map((row) => row[field] ?? null))),
    read: (documentId, round) => read(documentId, round),
    count: (documentId, round) => ({
      text: `select count(*)::int as total from ${table} where document_id = $1 and round = $2`,
      values: [documentId, round],
    }),
    submitted: (documentId, most) => submitted(documentId, most),
  }
}

const cache = new WeakMap<AnyDefinition, LineSql>()

export function lineSqlOf(definition: AnyDefinition): LineSql {
  let sql = cache.get(definition)
  if (!sql) cache.set(definition, (sql = lineSql(definition)))
  return sql
}

/** The rows of each further table of a round, by its name. */
export async function tableRows(
  tx: Pick<Tx, 'rows'>,
  definition: AnyDefinition,
  documentId: string,
  round: number,
): Promise<{ readonly tables?: Readonly<Record<string, readonly StoredLine[]>> }> {
  const rows: Record<string, readonly StoredLine[]> = {}
  for (const part of partsOf(definition)) rows[part.part] = await tx.rows(lineSqlOf(part).read(documentId, round))
  return definition.tables ? { tables: rows } : {}
}

/** Stored rows by field name; null where they have no value. */
export function linesOfRows(
  { lines }: Pick<AnyDefinition, 'lines'>,
  rows: readonly Readonly<Record<string, unknown>>[],
): readonly Readonly<Record<string, unknown>>[] {
  const names = Object.keys(lines)
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[columnOf(name)] ?? null])))
}
