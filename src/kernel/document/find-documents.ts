import type { Principal } from '#kernel/access/principal.ts'
import type { Statement } from '#kernel/db/statement.ts'
import { partOfSql } from './document-access.ts'
import { documentLimits } from './document-limits.ts'
import type { AnyDocument } from './server-document.ts'

/** No number has a sign after this one. */
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
 * The latest documents whose number begins so, of those the caller may see: his organisations', one index probe each, and
 * those he takes part in (law 5). As a range, not a pattern: nothing that is typed means anything but itself.
 */
export function findByNumber(
  definition: AnyDocument,
  reader: Pick<Principal, 'scope' | 'userId' | 'limits'>,
  beginning: string,
  limit: number,
): Statement<FoundRow> {
  const { name, table, initial } = definition
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
  const partOf = `union all select d.id, d.no from ${table} d
      where d.id in ${partOfSql('$3')} and (${outside.join(' or ')}) and ${isMeant}`
  return {
    ...(limits.length === 0 ? { name: `${name}.find-by-number${everything ? '-everywhere' : ''}` } : {}),
    text: `with found as (${inScope} ${outside.length === 0 ? '' : partOf})
      select d.id, d.no, d.state, d.round, d.drafter_id = $3 as is_mine, u.name_zh as drafter_zh, u.name_en as drafter_en
      from (select id from found order by no collate "C" desc limit $4) f
      join ${table} d on d.id = f.id join app_user u on u.id = d.drafter_id order by d.no collate "C" desc`,
    values,
  }
}
