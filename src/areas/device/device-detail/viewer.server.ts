import { limitsIn } from '#kernel/platform/access/limits.ts'
import { inScope, type Principal } from '#kernel/platform/access/principal.ts'

/** The reader of device data. */
export type DeviceViewer = Pick<Principal, 'scope' | 'limits'>

/** A viewer's access as three parameters: organisations, customers, stores; null where all. */
export function viewerValues(
  viewer: DeviceViewer,
): readonly [readonly number[] | null, ...(readonly string[] | null)[]] {
  const limits = limitsIn(viewer, 'device_place')
  const codesOf = (column: string) => limits.find((limit) => limit.column === column)?.codes ?? null
  return [viewer.scope === 'all' ? null : viewer.scope, codesOf('customer_code'), codesOf('store_code')]
}

/**
 * The same as a condition on a custody interval; the three parameters begin at `$first`. A person limited to customers
 * is limited to their stores: devices of the customer outside of any store are theirs all the same.
 */
export function custodyVisible(alias: string, first: number): string {
  const [scope, customers, stores] = [`$${first}::int[]`, `$${first + 1}::text[]`, `$${first + 2}::text[]`]
  return `(${scope} is null or ${alias}.scope_id = any (${scope})) and (${customers} is null or ${alias}.customer_code = any (${customers}))
    and (${stores} is null or ${alias}.store_code = any (${stores}) or (${customers} is not null and ${alias}.store_code is null))`
}

/** Conditions for the person's customers and stores; none where not limited. */
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

/** The same for a row that was read. */
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
 * Whether a device is visible: by the organisations of its current holder; for people limited to customers or stores
 * also where one of those had it.
 */
export function deviceVisible(device: string, first: number): string {
  return `exists (select from device_interval v where v.device_id = ${device}
    and (v.until is null or $${first + 1}::text[] is not null or $${first + 2}::text[] is not null)
    and ${custodyVisible('v', first)})`
}
