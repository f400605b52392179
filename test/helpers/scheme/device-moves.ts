// Devices of tests, entered and moved by the functions that documents use.

/** A server or database of a test. */
interface Database {
  query<T extends object>(text: string, values?: unknown[]): Promise<T[]>
}

/** Where a device goes, and what that counts as. */
export interface Step {
  readonly at: string
  readonly event: string
  readonly type: string
  readonly code: string
  readonly form?: string
  readonly scope?: number
  readonly customer?: string
  readonly store?: string
  readonly counted?: readonly [as: string, customer: string, units: 1 | -1]
  readonly price?: string
  readonly currency?: string
}

export interface MadeDevice {
  readonly imei1: string | null
  readonly imei2?: string
  readonly sn: string
  readonly sku: string
}

/** A unit that leaves its factory at the instant; answers its id. */
export async function makeDevice(
  database: Database,
  { imei1, imei2, sn, sku }: MadeDevice,
  at: string,
): Promise<string> {
  const [made] = await database.query<{ id: string }>(
    `insert into device (imei1, imei2, sn, sku_code, spu_code, produced_on, destination_country)
     select $1, $2, $3, code, spu_code, $5::timestamptz::date, 'IN' from sku where code = $4 returning id`,
    [imei1, imei2 ?? null, sn, sku, at],
  )
  await database.query(
    `insert into device_holding (device_id, sku_id, from_at, place_id, scope_id, holder_type, form, event)
     select $1, k.id, $3, (device_places('{factory}', '{F1}', '{regular}', '{1}', '{null}', '{null}', '{null}'))[1], 1, 'factory', 'regular', 'produced'
     from sku k where k.code = $2`,
    [made!.id, sku, at],
  )
  return made!.id
}

/** Moves a unit from where it is; answers whether it was moved. */
export async function moveDevice(database: Database, device: string, step: Step): Promise<boolean> {
  const [basis = null, customer = null, units = 1] = step.counted ?? []
  const [row] = await database.query<{ moved: string[] }>(
    `select device_move(array[h.device_id], array[h.seq], array[$2::timestamptz],
       device_places(array[$4], array[$5], array[$6], array[$7::int], array[$8], array[$9], '{null}'),
       device_sources('{null}', '{null}', '{null}', array[$10::numeric], array[$11]), $3, $12, array[(select id from customer where code = $13)], $14) as moved
     from device_holding h where h.device_id = $1`,
    [
      device,
      step.at,
      step.event,
      step.type,
      step.code,
      step.form ?? 'regular',
      step.scope ?? 201,
      step.customer ?? null,
      step.store ?? null,
      step.price ?? null,
      step.price === undefined ? null : (step.currency ?? 'INR'),
      basis,
      customer,
      units,
    ],
  )
  return row!.moved.length > 0
}

/** Somebody switches the unit on. */
export async function activateDevice(database: Database, device: string, at: string, country = 'IN'): Promise<void> {
  await database.query('select device_activate(array[$1::bigint], array[$2::timestamptz], array[$3])', [
    device,
    at,
    country,
  ])
}

/** Who holds the unit with this IMEI. */
export async function heldBy(database: Database, imei: string) {
  const [held] = await database.query<{ device: string; scope: number; customer: string }>(
    `select h.device_id as device, p.scope_id as scope, p.customer_code as customer from device d join device_holding h on h.device_id = d.id
     join device_place p on p.id = h.place_id where d.imei1 = $1`,
    [imei],
  )
  return held!
}

/** The customer gets a unit of the factory, at a price of its invoice; without one nobody counts it. */
export async function sellIn(
  database: Database,
  device: string,
  customer: string,
  at: string,
  currency: string,
  { form = 'regular', price = '12000' }: { readonly form?: string; readonly price?: string | undefined } = {},
): Promise<void> {
  const [row] = await database.query<{ scope: number }>('select scope_id as scope from customer where code = $1', [
    customer,
  ])
  const to = { at, event: 'sellIn', type: 'customer', code: customer, form, scope: row!.scope, customer }
  const counted = ['sellIn', customer, 1] as const
  await moveDevice(database, device, price === '' ? to : { ...to, price, currency, counted })
}
