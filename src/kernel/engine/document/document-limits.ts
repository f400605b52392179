import type { Limits, Principal } from '#kernel/platform/access/principal.ts'
import { limitsOn, limitSql } from '#kernel/platform/access/limits.ts'
import { columnFor } from '#kernel/engine/record/definition.ts'
import { knownRecords } from '#kernel/engine/record/known-records.ts'
import type { Content } from '#kernel/engine/definition/definition.ts'
import { columnOf, type Field, type Fields } from '#kernel/engine/definition/fields.ts'
import { lineTableOf, partsOf, rowsOf } from '#kernel/engine/definition/parts.ts'
import { type AnyDocument, boundDocuments } from './server-document.ts'

/** A reader of documents who may be limited to some customers or stores (decision 059). */
export type LimitedReader = Pick<Principal, 'userId' | 'limits'>

/** Appends a value to a statement and returns its placeholder. */
type Add = (value: unknown) => string

/**
 * SQL conditions on a type's rows `d` for a limited reader; none where no limit applies. Every limited field must hold an allowed value, as
 * must every line of every round, and every row of a further table, which may be empty. A document that was never submitted has no lines and may leave fields empty: only its drafter sees it.
 */
export function documentLimits(
  definition: AnyDocument,
  { limits = {}, userId }: LimitedReader,
  add: Add,
): readonly string[] {
  const isOwnDraft = () => `d.round = 0 and d.drafter_id = ${add(userId)}`
  const header = conditions(definition.fields, limits, 'd', add).map(
    ({ column, sql }) => `(${sql} or ${column} is null and ${isOwnDraft()})`,
  )
  const rows = [definition, ...partsOf(definition)].flatMap((part) => {
    const line = conditions(part.lines, limits, 'x', add).map(({ sql }) => sql)
    if (line.length === 0) return []
    const ofRows = `select from ${lineTableOf(part)} x where x.document_id = d.id`
    const allTheirs = `not exists (${ofRows} and (${line.join(' and ')}) is not true)`
    return [part.part === undefined ? `(${isOwnDraft()} or exists (${ofRows}) and ${allTheirs})` : allTheirs]
  })
  const partners = partnerConditions(definition.fields, limits, add)
  if (partners.length === 0) return [...header, ...rows]
  // Where people are limited by what the document names as partners alone, theirs are those that name them.
  const own = header.length > 0 ? header.join(' and ') : isOwnDraft()
  return [`(${own} or d.round > 0 and (${partners.join(' or ')}))`, ...rows]
}

/** Whom a document names as partners: their people see what was submitted. */
function partnerConditions(fields: Fields, limits: Limits, add: Add): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const codes = field.partner && limits[limitBy(field) ?? '']
    return codes ? [`d.${columnOf(name)} = any (${add(codes)}::text[])`] : []
  })
}

/**
 * The same for rows that refer to documents of any type by `document_type` and `document_id`; null where no limit applies. The row is not
 * called `d`, which is the document of its type within the condition.
 */
export function limitsOfAny(reader: LimitedReader, row: 'r' | 'x' | 'i', add: Add): string | null {
  const cases = boundDocuments().flatMap(({ definition }) => {
    const limits = documentLimits(definition, reader, add)
    if (limits.length === 0) return []
    return [
      `when '${definition.name}' then exists (select from ${definition.table} d where d.id = ${row}.document_id and ${limits.join(' and ')})`,
    ]
  })
  return cases.length === 0 ? null : `case ${row}.document_type ${cases.join(' ')} else true end`
}

/**
 * Whether submitted content names only what the person may see; a draft may leave it empty. Values that the server
 * fills in are checked too.
 */
export function namesOnlyOwn(
  definition: AnyDocument,
  { limits = {} }: LimitedReader,
  content: Content<AnyDocument>,
  isDraft: boolean,
): boolean {
  const locks = (declared: Fields, values: Readonly<Record<string, unknown>>) =>
    Object.entries(declared).every(([name, field]) => {
      const limit = field.computed ? undefined : limitOf(field)
      const codes = limit === undefined ? undefined : limits[limit]
      const value = values[name] ?? null
      return (
        codes === undefined || (value === null ? isDraft || isWhole(field, limits) : codes.includes(value as string))
      )
    })
  return (
    locks(definition.fields, content.header) &&
    [definition, ...partsOf(definition)].every((part) => rowsOf(part, content).every((line) => locks(part.lines, line)))
  )
}

/** The limit that applies to a field by the row that it refers to: `customer_code` where that is a customer. */
export function limitOf(field: Field): string | undefined {
  return field.partner ? undefined : limitBy(field)
}

function limitBy({ refersTo }: Field): string | undefined {
  return refersTo && 'table' in refersTo ? limitsOn(refersTo.table)[refersTo.key] : undefined
}

/** Left empty, it stands for the whole that they are limited to: all stores of their customer. */
function isWhole({ refersTo }: Field, limits: Limits): boolean {
  if (!refersTo || !('table' in refersTo)) return false
  return Object.entries(limitsOn(refersTo.table)).some(([column, limit]) => column !== refersTo.key && limits[limit])
}

function conditions(fields: Fields, limits: Limits, row: string, add: Add) {
  return Object.entries(fields).flatMap(([name, field]) => {
    const column = `${row}.${columnOf(name)}`
    const codes = limits[limitOf(field) ?? '']
    const isOpen = isWhole(field, limits) ? ` or ${column} is null` : ''
    const sql = codes
      ? `(${column} = any (${add(codes)}::text[])${isOpen})`
      : field.recordOf && recordIsTheirs(limits, column, `${row}.${columnOf(field.recordOf)}`, add)
    return sql ? [{ column, sql }] : []
  })
}

/** By the current state of the record that a field names: people who do not see the record do not see documents about it. */
function recordIsTheirs(limits: Limits, key: string, kind: string, add: Add): string | null {
  const cases = knownRecords().flatMap((record) => {
    const own = limitSql({ limits }, record.table, 't', add)
    if (own.length === 0) return []
    const column = columnFor(record.key, record.fields[record.key]!)
    return [
      `when '${record.name}' then exists (select from ${record.table} t where t.${column} = ${key} and ${own.join(' and ')})`,
    ]
  })
  return cases.length === 0 ? null : `case ${kind} ${cases.join(' ')} else true end`
}
