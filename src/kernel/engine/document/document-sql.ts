import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { columnOf } from '#kernel/engine/definition/fields.ts'
import type { AnyDocument, HeadRow } from './server-document.ts'

type Values = Readonly<Record<string, string | number | null | undefined>>

/** The statements of one document type, generated once from its definition. */
export interface DocumentSql {
  /** Locks the row; a null id locks nothing and returns no row. */
  lock(id: string | null): Statement<HeadRow>
  /** The same row without a lock, for reads. */
  read(id: string): Statement<HeadRow>
  insert(head: HeadValues, fields: Values): Statement
  update(head: HeadValues, fields: Values, expectedVersion: number): Statement
  /** Deletes a document that was never submitted: nothing refers to it yet. */
  remove(id: string, expectedVersion: number): Statement
  /** Extends the chain of its audit where the document itself is unchanged. */
  chain(id: string, auditHash: Buffer): Statement
  /** Makes another person its drafter. */
  give(id: string, drafterId: number, at: Date): Statement
  readonly reduce: ReduceSql | null
}

/** A line of a round with its approved amount (decision 070). */
export interface ApprovedLineRow {
  readonly line: number
  readonly asked: string
  readonly approved: string | null
}

/** Statements of a type with partial approval. */
interface ReduceSql {
  lines(documentId: string, round: number): Statement<ApprovedLineRow>
  /** Sets the approved amounts of these lines; of the others the full amount, once it is final. */
  keep(
    documentId: string,
    round: number,
    lines: readonly number[],
    amounts: readonly string[],
    isFinal: boolean,
  ): Statement
}

export interface HeadValues {
  readonly id: string
  readonly no: string
  readonly state: string
  readonly version: number
  readonly round: number
  readonly scopeId: number
  readonly drafterId: number
  readonly updatedBy: number
  readonly contentHash: string | null
  readonly auditHash: Buffer
  readonly draft: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly submittedAt: Date | null
}

const HEAD = [
  'id',
  'no',
  'state',
  'version',
  'round',
  'scope_id',
  'drafter_id',
  'updated_by',
  'content_hash',
  'audit_hash',
  'draft',
  'created_at',
  'updated_at',
  'submitted_at',
]

/** The columns a list shows of a row: everything but the draft, which may be megabytes long. */
export function listColumnsOf(definition: AnyDocument): string[] {
  return [...HEAD.filter((column) => column !== 'draft'), ...Object.keys(definition.fields).map(columnOf)]
}

function headValues(head: HeadValues): unknown[] {
  return [
    head.id,
    head.no,
    head.state,
    head.version,
    head.round,
    head.scopeId,
    head.drafterId,
    head.updatedBy,
    head.contentHash,
    head.auditHash,
    head.draft,
    head.createdAt,
    head.updatedAt,
    head.submittedAt,
  ]
}

export function documentSql(definition: AnyDocument): DocumentSql {
  const { name, table } = definition
  const fieldNames = Object.keys(definition.fields)
  const columns = [...HEAD, ...fieldNames.map(columnOf)]
  const marks = columns.map((_, index) => `$${index + 1}`)

  // Names as subselects, not a join: after waiting for the lock a statement sees the new row beside the old partner of
  // a join, and where they no longer match, no row at all.
  const updater = (language: string) => `(select name_${language} from app_user where id = d.updated_by)`
  const row = `select d.*, ${updater('zh')} as updated_by_zh, ${updater('en')} as updated_by_en from ${table} d where d.id = $1`
  const lock = prepared<HeadRow>(`${name}.lock`, `${row} for update`)
  const read = prepared<HeadRow>(`${name}.read`, row)
  const register = registerSql(definition)
  const insert = prepared(
    `${name}.insert`,
    `with touched as (insert into ${table} (${columns.join(', ')}) values (${marks.join(', ')}) returning *)
     ${register}`,
  )
  const update = prepared(
    `${name}.update`,
    `with touched as (
       update ${table} set ${columns
         .slice(1)
         .map((column, index) => `${column} = $${index + 2}`)
         .join(', ')}
       where id = $1 and version = $${columns.length + 1} returning *
     ), registered as (${register}) select must_touch((select count(*) from touched), 1)`,
  )
  const withItems = definition.items
    ? `,\n     emptied as (delete from ${table}_item i using touched t where i.document_id = t.id),
     uncounted as (delete from document_items c using touched t where c.document_type = '${name}' and c.document_id = t.id)`
    : ''
  const remove = prepared(
    `${name}.remove`,
    `with touched as (delete from ${table} where id = $1 and version = $2 and round = 0 returning id),
     unregistered as (delete from document r using touched t where r.document_id = t.id)${withItems}
     select must_touch((select count(*) from touched), 1)`,
  )
  const chain = prepared(`${name}.chain`, `update ${table} set audit_hash = $2 where id = $1`)
  const give = prepared(
    `${name}.give`,
    `with touched as (update ${table} set drafter_id = $2, version = version + 1, updated_at = $3 where id = $1 returning *)
     ${register}`,
  )
  const fieldValues = (fields: Values) => fieldNames.map((field) => fields[field] ?? null)
  return {
    lock: (id) => lock(id),
    read: (id) => read(id),
    insert: (head, fields) => insert(...headValues(head), ...fieldValues(fields)),
    update: (head, fields, expectedVersion) => update(...headValues(head), ...fieldValues(fields), expectedVersion),
    remove: (id, expectedVersion) => remove(id, expectedVersion),
    give,
    chain: (id, auditHash) => chain(id, auditHash),
    reduce: reduceSql(definition),
  }
}

/** What the registry of all documents holds of each, besides its id. */
export const REGISTERED = [
  'document_type',
  'no',
  'scope_id',
  'drafter_id',
  'state',
  'round',
  'customer_code',
  'name',
  'updated_at',
] as const

/** The same of a row of the type's table, in this order. */
export const registeredValues = (definition: AnyDocument, row: string): string =>
  registeredParts(definition, row).join(', ')

/** The same, one expression for each column. */
export function registeredParts({ name, fields }: AnyDocument, row: string): readonly string[] {
  const own = (field: string, column: string) => (fields[field] ? `${row}.${column}` : 'null::text')
  const given: Readonly<Record<string, string>> = {
    document_type: `'${name}'`,
    customer_code: own('customerCode', 'customer_code'),
    name: own('name', 'name'),
  }
  return REGISTERED.map((column) => given[column] ?? `${row}.${column}`)
}

const LASTING = new Set(['document_type', 'no'])
const CHANGED = REGISTERED.filter((column) => !LASTING.has(column))
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')

/** Enters what was written into the registry of all documents, in the same statement (decision 104). */
function registerSql(definition: AnyDocument): string {
  return `insert into document (document_id, ${REGISTERED.join(', ')})
     select t.id, ${registeredValues(definition, 't')} from touched t on conflict (document_id) do update set ${CHANGED}`
}

function reduceSql({ name, table, partialApproval }: AnyDocument): ReduceSql | null {
  if (!partialApproval) return null
  const [asked, approved] = [columnOf(partialApproval.asked), columnOf(partialApproval.approved)]
  const lines = prepared<ApprovedLineRow>(
    `${name}.lines-that-stand`,
    `select line_no as line, ${asked}::text as asked, ${approved}::text as approved from ${table}_line
     where document_id = $1 and round = $2 order by line_no`,
  )
  const keep = prepared(
    `${name}.keep-approved`,
    `update ${table}_line l set ${approved} = coalesce(w.amount, case when $5 then l.${asked} end)
     from ${table}_line o left join unnest($3::int[], $4::numeric[]) w (line, amount) on w.line = o.line_no
     where o.document_id = $1 and o.round = $2 and l.document_id = o.document_id and l.round = o.round and l.line_no = o.line_no
       and l.${approved} is distinct from coalesce(w.amount, case when $5 then l.${asked} end)`,
  )
  return {
    lines: (documentId, round) => lines(documentId, round),
    keep: (documentId, round, ...rest) => keep(documentId, round, ...rest),
  }
}

const cache = new WeakMap<AnyDocument, DocumentSql>()

export function sqlOf(definition: AnyDocument): DocumentSql {
  let sql = cache.get(definition)
  if (!sql) cache.set(definition, (sql = documentSql(definition)))
  return sql
}

/** Header values by field name, from a row; null where it has none. */
export function headerOf(
  definition: AnyDocument,
  row: Readonly<Record<string, unknown>>,
): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.keys(definition.fields).map((field) => [field, (row[columnOf(field)] ?? null) as string | number | null]),
  )
}
