import { prepared } from '#kernel/platform/db/statement.ts'

export interface FoundInterval {
  readonly id: string
  readonly isTemporary: boolean
}

/** The most prices of a key that one call answers. */
export const MOST_INTERVALS = 500

/**
 * What stands of a key, and what was revoked, between two days of its organisation. A price is temporary where what it replaced was written anew for the time
 * after it: by the change that put the price, or by one that followed from it.
 */
export const intervalsBetween = prepared<FoundInterval>(
  'price.calendar',
  `select r.id::text, r.valid_to is not null and exists (
       select from price_change p join price_change c on c.parent_id = p.id join price_row n on n.id = c.after_id
       where p.after_id = r.row_id and n.valid_from >= r.valid_to) as "isTemporary"
   from price_row r join organisation o on o.id = r.scope_id
   where r.key_id = $1 and (r.known_until is null or r.ended_by = 'revoke')
     and r.valid_from < day_begin($3::date + 1, o.timezone) and (r.valid_to is null or r.valid_to > day_begin($2::date, o.timezone))
   order by r.known_until is not null, r.valid_from, r.id limit ${MOST_INTERVALS}`,
)
