import { limitsIn } from '#kernel/platform/access/limits.ts'
import { inScope, type Principal } from '#kernel/platform/access/principal.ts'

/** Whoever looks at devices. */
export type DeviceViewer = Pick<Principal, 'scope' | 'limits'>

/** What a viewer may see, as three values of a statement: organisations, customers, stores; null where all. */
export function viewerValues(
  viewer: DeviceViewer,
): readonly [readonly number[] | null, ...(readonly string[] | null)[]] {
  const limits = limitsIn(viewer, 'device_custody')
  const codesOf = (column: string) => limits.find((limit) => limit.column === column)?.codes ?? null
  return [viewer.scope === 'all' ? null : viewer.scope, codesOf('customer_code'), codesOf('store_code')]
}

/**
 * The same as a condition on an interval of custody; the three values begin at `$first`. Who is limited to customers is limited to their
 * stores: what his customer has and no store is his all the same.
 */
export function custodyVisible(alias: string, first: number): string {
  const [scope, customers, stores] = [`$${first}::int[]`, `$${first + 1}::text[]`, `$${first + 2}::text[]`]
  return `(${scope} is null or ${alias}.scope_id = any (${scope})) and (${customers} is null or ${alias}.customer_code = any (${customers}))
    and (${stores} is null or ${alias}.store_code = any (${stores}) or (${customers} is not null and ${alias}.store_code is null))`
}

/** Conditions that one's own customers and stores set; none for who is not limited. */
export function ownIntervals(viewer: DeviceViewer, alias: string, add: (value: unknown) => string): readonly string[] {
  const [, customers, stores] = viewerValues(viewer)
  const noStore = customers ? ` or ${alias}.store_code is null` : ''
  return [
    ...(customers ? [`${alias}.customer_code = any (${add(customers)}::text[])`] : []),
    ...(stores ? [`(${alias}.store_code = any (${add(stores)}::text[])${noStore})`] : []),
  ]
}

interface Placed {
  readonly scope_id: number
  readonly customer_code: string | null
  readonly store_code: string | null
}

/** The same of a row that was read. */
export function isSeenBy(viewer: DeviceViewer, { scope_id, customer_code, store_code }: Placed): boolean {
  const [, customers, stores] = viewerValues(viewer)
  const isOwn = (codes: readonly string[] | null | undefined, code: string | null) =>
    !codes || (code !== null && codes.includes(code))
  return (
    inScope(viewer.scope, scope_id) &&
    isOwn(customers, customer_code) &&
    (isOwn(stores, store_code) || (customers !== null && store_code === null))
  )
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
