import { limitsIn } from '#kernel/access/limits.ts'
import type { Principal } from '#kernel/access/principal.ts'

/** Whoever looks at devices. */
export type Viewer = Pick<Principal, 'scope' | 'limits'>

/** What a viewer may see, as three values of a statement: organisations, customers, stores; null where all. */
export function viewerValues(viewer: Viewer): readonly [readonly number[] | null, ...(readonly string[] | null)[]] {
  const limits = limitsIn(viewer, 'device_custody')
  const codesOf = (column: string) => limits.find((limit) => limit.column === column)?.codes ?? null
  return [viewer.scope === 'all' ? null : viewer.scope, codesOf('customer_code'), codesOf('store_code')]
}

/** The same as a condition on an interval of custody; the three values begin at `$first`. */
export function custodyVisible(alias: string, first: number): string {
  return `($${first}::int[] is null or ${alias}.scope_id = any ($${first}::int[]))
    and ($${first + 1}::text[] is null or ${alias}.customer_code = any ($${first + 1}::text[]))
    and ($${first + 2}::text[] is null or ${alias}.store_code = any ($${first + 2}::text[]))`
}

/**
 * Whether a device may be seen: by the organisations of who has it now; by whoever is limited to customers or stores also where one of
 * those had it.
 */
export function deviceVisible(device: string, first: number): string {
  return `exists (select from device_custody v where v.device_id = ${device}
    and (v.until is null or $${first + 1}::text[] is not null or $${first + 2}::text[] is not null)
    and ${custodyVisible('v', first)})`
}
