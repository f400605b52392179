import { columnOf, type Fields } from '#kernel/engine/definition/fields.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import type { DemoServer } from '../servers/demo-server.ts'

type Value = string | number | null
export type Values = Readonly<Record<string, Value>>

/** A document as it was submitted: the values that its form would submit again. */
export interface StoredContent {
  readonly no: string
  readonly region: string
  readonly header: Values
  readonly lines: readonly Values[]
}

const columns = (fields: Fields) => Object.keys(fields).map((field) => `x.${columnOf(field)}::text as "${field}"`)

function typed(fields: Fields, row: Readonly<Record<string, string | null>>): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { kind }]) => {
      const value = row[field] ?? null
      return [field, value !== null && kind === 'integer' ? Number(value) : value]
    }),
  )
}

/** Every submitted document of a type with the region that it belongs to, newest first; of each at most three lines. */
export async function storedContents(server: DemoServer, definition: AnyDocument): Promise<StoredContent[]> {
  const { table, fields, lines } = definition
  const heads = await server.query<Readonly<Record<string, string | null>>>(
    `select x.id::text as "$id", x.no as "$no", coalesce(nullif(p.code, 'HQ'), o.code) as "$region", ${columns(fields).join(', ')}
     from ${table} x join organisation o on o.id = x.scope_id left join organisation p on p.id = o.parent_id
     where x.round > 0 and x.state in ('underApproval', 'approved') order by x.id desc`,
  )
  const stored = await server.query<Readonly<Record<string, string | null>>>(
    `select x.document_id::text as "$id", ${columns(lines).join(', ')} from ${table}_line x
     join ${table} d on d.id = x.document_id and d.round = x.round where x.line_no <= 3 order by x.line_no`,
  )
  const byDocument = Map.groupBy(stored, (line) => line['$id'])
  return heads.map((head) => ({
    no: head['$no']!,
    region: head['$region']!,
    header: typed(fields, head),
    lines: (byDocument.get(head['$id']!) ?? []).map((line) => typed(lines, line)),
  }))
}
