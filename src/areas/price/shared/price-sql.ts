import { limitSql } from '#kernel/platform/access/limits.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'

/** SQL of the day on which an instant falls where the organisation `o` is. */
export const dayOf = (instant: string): string =>
  `((${instant} at time zone 'UTC') + substr(o.timezone, 4)::interval)::date`

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
