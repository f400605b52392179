import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import type { DeviceViewer } from '../device-detail/viewer.server.ts'
import { allDevices, deviceCount, readDevices } from './device-list.queries.ts'
import type { DeviceFilters } from './device-source.server.ts'

// Pages of the newest devices are walked along indexes; the file of the list reads the same devices by the conditions alone.

let pool: pg.Pool

beforeAll(async () => {
  pool = createPool({ databaseUrl: await demoDatabase(), max: 2, name: 'walk' })
})
afterAll(() => pool?.end())

const LIMIT = 7

const limitedTo = (customers: readonly string[]): DeviceViewer => ({
  scope: 'all',
  limits: { customer_code: customers },
})

/** Filters of devices that there are, of the demonstration. */
async function filtersOf(): Promise<readonly DeviceFilters[]> {
  const { rows } = await pool.query<Record<'customer' | 'store' | 'warehouse' | 'carton' | 'pallet' | 'sku', string>>(
    `select h.customer, h.store, (select min(holder_code) from device_place where holder_type = 'warehouse') as warehouse,
       d.carton_sn as carton, d.pallet_sn as pallet, d.sku_code as sku
     from (select h.device_id, p.customer_code as customer, p.store_code as store from device_holding h join device_place p on p.id = h.place_id
       where p.holder_type = 'store' and h.device_id = (select min(x.device_id) from device_holding x where x.holder_type = 'store')) h join device d on d.id = h.device_id`,
  )
  const { customer, store, warehouse, carton, pallet, sku } = rows[0]!
  return [
    {},
    { skuCode: sku },
    { status: 'activated' },
    { status: ['inTransit', 'demo'], skuCode: sku },
    { holderType: ['transit', 'warehouse'] },
    { holderType: 'warehouse', holderCode: warehouse },
    { holderCode: warehouse, status: 'inStock' },
    { holderCode: '-' },
    { customerCode: customer },
    { customerCode: customer, status: 'channelStock', skuCode: sku },
    { storeCode: store },
    { cartonSn: carton },
    { palletSn: `${pallet} NONE` },
    { activatedFrom: '2026-10-01', activatedTo: '2026-10-15' },
    { activatedFrom: '2026-10-01', activatedTo: '2026-10-15', status: 'returned' },
    { activatedFrom: '2020-01-01', activatedTo: '2026-10-15' },
    { soldOutFrom: '2026-10-01T00:00:00Z' },
  ]
}

describe('pages of the newest devices', () => {
  test('pages that walk along indexes have the devices of the filters, in both directions, for any reader', async () => {
    const { rows } = await pool.query<{ code: string }>(
      `select code from customer where kind = 'distributor' and country_code = 'IN' order by code`,
    )
    const readers: readonly (readonly [string, DeviceViewer])[] = [
      ['of all', { scope: 'all' }],
      ['of a country', { scope: [201] }],
      ['of several', { scope: [1, 201, 301, 302] }],
      ['of two customers', limitedTo(rows.slice(0, 2).map(({ code }) => code))],
    ]
    const different: unknown[] = []
    for (const [reader, viewer] of readers)
      for (const filters of await filtersOf()) {
        const all = await reading(pool, (tx) => tx.rows(allDevices(viewer, 'en', filters)))
        const page = (from: string | null, way: 'older' | 'newer' | 'oldest') =>
          reading(pool, (tx) => readDevices(tx, viewer, 'en', filters, { from, way, limit: LIMIT }))
        const middle = all[Math.min(20, all.length - 1)]?.id ?? '1'
        const at = all.findIndex(({ id }) => id === middle)
        const expected = [
          all.slice(0, LIMIT),
          all.slice(at + 1, at + 1 + LIMIT),
          all.slice(Math.max(0, at - LIMIT), Math.max(0, at)),
          all.slice(-LIMIT),
        ]
        const read = [
          await page(null, 'older'),
          await page(middle, 'older'),
          await page(middle, 'newer'),
          await page(null, 'oldest'),
        ]
        if (JSON.stringify(read) !== JSON.stringify(expected))
          different.push({ reader, filters, all: all.length, read: read.map((rowsOf) => rowsOf.map(({ id }) => id)) })
        const counted = await reading(pool, (tx) => tx.first(deviceCount(viewer, filters, 1_000_001)))
        if (counted?.total !== all.length) different.push({ reader, filters, counted })
      }
    expect(different).toEqual([])
  })

  test('the list of a customer’s people has the last interval of each device that was theirs, wherever it went since', async () => {
    const { rows: customers } = await pool.query<{ code: string; left: number }>(
      `select c.code, count(*)::int as left from device_custody u join customer c on c.id = u.customer_id where u.left_customer group by 1 order by 2 desc, 1`,
    )
    expect(customers.length).toBeGreaterThan(1)
    for (const codes of [customers.slice(0, 1), customers.slice(0, 2), customers].map((of) =>
      of.map(({ code }) => code),
    )) {
      const { rows: last } = await pool.query<{ id: string; from: Date }>(
        `select device_id as id, from_at as "from" from (
           select distinct on (device_id) device_id, from_at from device_interval where customer_code = any ($1) order by device_id desc, seq desc) i
         order by device_id desc`,
        [codes],
      )
      const all = await reading(pool, (tx) => tx.rows(allDevices(limitedTo(codes), 'en', {})))
      expect(all.map(({ id, heldFrom }) => ({ id, from: heldFrom }))).toEqual(last)
    }
  })

  test('a carton and a pallet lead to all devices that were packed into them', async () => {
    const { rows } = await pool.query<{ carton: string; pallet: string; units: number; packed: number }>(
      `select carton_sn as carton, min(pallet_sn) as pallet, count(*)::int as units,
         (select count(*)::int from device p where p.pallet_sn = min(d.pallet_sn)) as packed from device d group by 1 order by 1`,
    )
    const [one, two] = rows as [(typeof rows)[0], (typeof rows)[0]]
    const total = async (filters: DeviceFilters) =>
      (await reading(pool, (tx) => tx.first(deviceCount({ scope: 'all' }, filters, 1_000_001))))!.total
    expect(await total({ cartonSn: one.carton })).toBe(one.units)
    expect(await total({ cartonSn: `${one.carton} ${two.carton.toLowerCase()}` })).toBe(one.units + two.units)
    expect(await total({ palletSn: [one.pallet] })).toBe(one.packed)
  })
})
