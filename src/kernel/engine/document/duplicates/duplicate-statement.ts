import { type Principal, scopeOf } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { takesPartSql } from '../document-access.ts'
import { documentLimits } from '../document-limits.ts'
import { listColumnsOf } from '../document-sql.ts'
import { columnOf } from '#kernel/engine/definition/fields.ts'
import type { AnyDocument, HeadRow } from '../server-document.ts'
import {
  type DuplicateRule,
  labelsWithin,
  type DuplicateMarks,
  whoFields,
  wholeMonths,
} from '#kernel/engine/definition/duplicate-rule.ts'

/** In what another document is the same. */
export const SAMENESS = ['file', 'number', 'amount'] as const
export type Sameness = (typeof SAMENESS)[number]

export interface DuplicateRow extends HeadRow {
  readonly same: readonly Sameness[]
  readonly drafter_zh: string
  readonly drafter_en: string
}

type Add = (value: unknown) => string

/**
 * Possible duplicates of one type that the reader may see: each kind of sameness is one look-up by an index of its own,
 * and the candidates are then compared row by row. Null where there is nothing to compare.
 */
export function duplicateStatement(
  definition: AnyDocument & { readonly duplicates: DuplicateRule },
  marks: DuplicateMarks,
  reader: Principal,
  self: string | null,
  most: number,
): Statement<DuplicateRow> | null {
  const values: unknown[] = []
  const add: Add = (value) => `$${values.push(value)}`
  const lookUps = [byAmount, byNumber, byFile].flatMap((lookUp) => lookUp(definition, marks, add) ?? [])
  if (lookUps.length === 0) return null
  const { table, viewRight, duplicates } = definition
  const scope = scopeOf(reader, viewRight)
  const limits = documentLimits(definition, reader, add)
  const seen = [...(scope === 'all' ? [] : [`d.scope_id = any (${add(scope)}::int[])`]), ...limits]
  const isSeen = seen.length === 0 ? '' : `and ((${seen.join(' and ')}) or ${takesPartSql('d.id', add(reader.userId))})`
  return {
    text: `select ${listColumnsOf(definition)
      .map((column) => `d.${column}`)
      .join(', ')}, f.same, u.name_zh as drafter_zh, u.name_en as drafter_en
     from (select id, array_agg(distinct same) as same from (${lookUps.join(' union all ')}) x (id, same) group by id) f
     join ${table} d on d.id = f.id join app_user u on u.id = d.drafter_id
     where d.state = any (${add(duplicates.states)}::text[]) and d.id <> ${add(self ?? '0')}::bigint ${isSeen}
     order by cardinality(f.same) desc, d.submitted_at desc, d.id desc limit ${add(most)}`,
    values,
  }
}

type LookUp = (
  definition: AnyDocument & { readonly duplicates: DuplicateRule },
  marks: DuplicateMarks,
  add: Add,
) => string | null

const byAmount: LookUp = ({ table, duplicates }, { pairs, currency, period }, add) => {
  if (pairs.length === 0 || currency === '' || period === null) return null
  const asked = `unnest(${add(pairs.map(({ who }) => who))}::text[], ${add(pairs.map(({ amount }) => amount))}::numeric[]) as m (who, amount)`
  const amount = columnOf(duplicates.amount)
  const foundBy = (who: string) =>
    duplicates.of === 'header'
      ? `${table} d on d.${who} = m.who and d.${amount} = m.amount`
      : `${table}_line l on l.${who} = m.who and l.${amount} = m.amount join ${table} d on d.id = l.document_id and d.round = l.round`
  const isSame = `d.${columnOf(duplicates.currency)} = ${add(currency)} and ${withinSql(duplicates.period, period, add)}`
  return whoFields(duplicates)
    .map((field) => `select d.id, 'amount' as same from ${asked} join ${foundBy(columnOf(field))} where ${isSame}`)
    .join(' union all ')
}

function withinSql(of: DuplicateRule['period'], period: NonNullable<DuplicateMarks['period']>, add: Add): string {
  if ('from' in of) {
    return `d.${columnOf(of.from)} <= ${add(period.to)}::date and d.${columnOf(of.to)} >= ${add(period.from)}::date`
  }
  const months = wholeMonths(period)
  const ofDay = `d.${columnOf(of.day)} between ${add(months.from)}::date and ${add(months.to)}::date`
  if (!of.label) return ofDay
  const label = `d.${columnOf(of.label)}`
  const isLabel = `coalesce(${label}, '') ~ '^[0-9]{4}-(0[1-9]|1[0-2]|Q[1-4])$'`
  return `(${label} = any (${add(labelsWithin(period))}::text[]) or not ${isLabel} and ${ofDay})`
}

const byNumber: LookUp = ({ table, duplicates }, { whos, numbers }, add) => {
  if (!duplicates.number || numbers.length === 0 || whos.length === 0) return null
  const { of, field } = duplicates.number
  const asked = `= any (${add(numbers)}::text[])`
  const his = `d.${columnOf(duplicates.who)} = any (${add(whos)}::text[])`
  return of === 'header'
    ? `select d.id, 'number' from ${table} d where upper(d.${columnOf(field)}) ${asked} and ${his}`
    : `select d.id, 'number' from ${table}_line l join ${table} d on d.id = l.document_id and d.round = l.round
       where upper(l.${columnOf(field)}) ${asked} and ${his}`
}

/** The same file is the same paper, whichever its name and uploader. */
const byFile: LookUp = ({ name, table }, { hashes }, add) => {
  if (hashes.length === 0) return null
  return `select d.id, 'file' from attachment a join document_attachment l on l.key = a.key
    join ${table} d on d.id = l.document_id and d.round = l.round
    where a.purpose = 'document' and a.document_type = ${add(name)} and a.source_sha256 = any (${add(hashes)}::text[])`
}
