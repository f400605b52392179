import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { documentLimits } from '../document-limits.ts'
import { takesPartSql } from '../document-access.ts'
import type { AnyDocument } from '../server-document.ts'

/** A period and three more digits: at most a hundred documents of a type match such a prefix. */
const FEW_BEHIND = 9

/** No number contains a later character. */
const AFTER_ALL = '\u{10FFFF}'

export interface FoundRow {
  readonly id: string
  readonly no: string
  readonly state: string
  readonly round: number
  readonly is_mine: boolean
  readonly drafter_zh: string
  readonly drafter_en: string
}

/**
 * The latest documents with a number prefix that the caller may see: one index probe for each organisation, and those
 * they take part in. As a range, not a pattern, so that typed characters have no special meaning.
 */
export function findByNumber(
  definition: AnyDocument,
  reader: Pick<Principal, 'scope' | 'userId' | 'limits'>,
  beginning: string,
  limit: number,
): Statement<FoundRow> {
  const { name, table, initial, number } = definition
  const { scope, userId } = reader
  const everything = scope === 'all'
  const values: unknown[] = [beginning, beginning + AFTER_ALL, userId, limit, ...(everything ? [] : [scope])]
  const limits = documentLimits(definition, reader, (value) => `$${values.push(value)}`)
  const isMeant = `d.no collate "C" >= $1 and d.no collate "C" < $2 and (d.state <> '${initial}' or d.drafter_id = $3)`
  const latest = `order by d.no collate "C" desc limit $4`
  const organisations = everything ? 'organisation' : 'unnest($5::int[]) as organisation (id)'
  const inScope = `select f.id, f.no from ${organisations} cross join lateral (
      select d.id, d.no from ${table} d where ${['d.scope_id = organisation.id', ...limits, isMeant].join(' and ')} ${latest}) f`
  const outside = [
    ...(everything ? [] : ['d.scope_id <> all ($5::int[])']),
    ...(limits.length === 0 ? [] : [`(${limits.join(' and ')}) is not true`]),
  ]
  const isElsewhere = `(${outside.join(' or ')}) and ${isMeant}`
  const isNarrow = beginning.length >= number.prefix.length + FEW_BEHIND
  const ofParts = [`approval_task where user_id = $3 and document_type = '${name}'`, 'approval_copy where user_id = $3']
    .map((part) => `union all (${newestOf(table, part, isElsewhere)})`)
    .join(' ')
  const partOf = isNarrow ? `union all ${ofNumbers(table, isElsewhere)}` : ofParts
  return {
    ...(limits.length === 0
      ? { name: `${name}.find-by-number${everything ? '-everywhere' : isNarrow ? '-of-few' : ''}` }
      : {}),
    text: `with found as (${inScope} ${outside.length === 0 ? '' : partOf})
      select d.id, d.no, d.state, d.round, d.drafter_id = $3 as is_mine, u.name_zh as drafter_zh, u.name_en as drafter_en
      from (select id from found group by id, no order by no collate "C" desc limit $4) f
      join ${table} d on d.id = f.id join app_user u on u.id = d.drafter_id order by d.no collate "C" desc`,
    values,
  }
}

/**
 * The newest documents that a person takes part in: looked up by id, latest first, until there are enough. The number
 * prefix is not used for that: a cached plan takes any prefix for selective, and would read all documents that have it.
 */
function newestOf(table: string, part: string, condition: string): string {
  return `select d.id, d.no from (select distinct document_id from ${part} order by document_id desc) p
      cross join lateral (select * from ${table} where id = p.document_id offset 0) d where ${condition} order by p.document_id desc limit $4`
}

/** Documents that a person takes part in, among the few with a matching number. */
function ofNumbers(table: string, condition: string): string {
  return `select f.id, f.no from organisation cross join lateral (
      select d.id, d.no from ${table} d where d.scope_id = organisation.id and ${condition} offset 0) f where ${takesPartSql('f.id', '$3')}`
}
