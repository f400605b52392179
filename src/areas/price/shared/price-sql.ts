import { limitSql } from '#kernel/platform/access/limits.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'

/** SQL of the day on which an instant falls where the organisation `o` is. */
export const dayOf = (instant: string): string =>
  `((${instant} at time zone 'UTC') + substr(o.timezone, 4)::interval)::date`

/**
 * SQL condition of keys `k` of the products whose code begins so. It is a subquery and no array of its codes, because PostgreSQL knows how few products a beginning
 * has, and takes an array for ten: it then walks the newest rows of all products instead of reading those of a product by its keys.
 */
export const skusBeginning = (code: string, add: (value: unknown) => string): string =>
  `k.sku_code in (select s.code from sku s where starts_with(s.code, ${add(code.trim().toUpperCase())}))`

/** SQL conditions of the rows `r` with their keys `k` that a person may see: by the scope of the call's right and their limits. */
export function seenRows(
  principal: Pick<Principal, 'scope' | 'limits'>,
  add: (value: unknown) => string,
): readonly string[] {
  const { scope } = principal
  return [
    ...(scope === 'all' ? [] : [`r.scope_id = any (${add(scope)}::int[])`]),
    ...limitSql(principal, 'price_key', 'k', add),
  ]
}

/**
 * Of a key, the last row that stands and has begun at an instant. Rows that stand do not overlap: it alone can be in force, and what was before it is
 * not read.
 */
export const lastTo = (table: 'price_row' | 'price_cost', alias: string, key: string, at: string): string =>
  `lateral (select * from ${table} x where x.key_id = ${key} and x.known_until is null and x.valid_from <= ${at} order by x.valid_from desc limit 1) ${alias}`
