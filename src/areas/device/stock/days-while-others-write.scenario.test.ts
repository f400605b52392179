import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { moveDevice } from '#test/helpers/scheme/device-moves.ts'
import { type DeviceWorld, deviceWorld, sellIn } from '#test/helpers/scheme/device-world.ts'
import { until } from '#test/helpers/until.ts'
import { closedDaysWork } from './closed-days.work.ts'

// Transactions of moves that are open while the work adds days up and counts stock.

const NOW = new Date('2026-11-20T12:00:00Z')
let its: DeviceWorld

beforeAll(async () => {
  its = await deviceWorld(await testDatabase(), 8)
})
afterAll(() => its?.close())

const query = <T extends object>(text: string, values: unknown[] = []) => its.world.query<T>(text, values)

async function work(now = NOW): Promise<void> {
  const services = workServices(its.world.pool, () => now)
  while (await closedDaysWork.run(services, new AbortController().signal));
}

/** A transaction of its own, in which devices are moved. */
async function opened() {
  const client = await its.world.pool.connect()
  await client.query('begin')
  const database = {
    query: async <T extends object>(text: string, values: unknown[] = []) =>
      (await client.query(text, values)).rows as T[],
  }
  return {
    move: (device: string, step: Parameters<typeof moveDevice>[2]) => moveDevice(database, device, step),
    async end(how: 'commit' | 'rollback' = 'commit') {
      await client.query(how)
      client.release()
    },
    client: client as pg.PoolClient,
  }
}

const isWaiting = async () =>
  (
    await query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0]!.n > 0

const soldIn = async (customer: string, from: string, to: string) =>
  (
    await query<{ by_day: string | null; by_row: string | null }>(
      `select (select units from device_volumes(u.id, k.id, 'sellIn', null, $2, $3, 'INR')) as by_day,
         (select sum(n.units) from device_count n where n.counted_for = u.id and n.sku_id = k.id and n.basis = 'sellIn' and n.at >= $2 and n.at < $3) as by_row
       from customer u cross join sku k where u.code = $1 and k.code = 'X1-BK'`,
      [customer, from, to],
    )
  )[0]!

/** What PostgreSQL ended because two waited for each other; a transaction that is repeated does not show it. */
async function deadlocks(): Promise<number> {
  await query('select pg_stat_clear_snapshot()')
  const [told] = await query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return told!.deadlocks
}

describe('days of devices while others write', () => {
  test('what is entered while the work begins with a country is in the days of that country', async () => {
    const device = await its.make(1, [])
    const open = await opened()
    await open.move(device, sellIn('C-IN-1', '2026-11-10T00:00:00Z'))
    const working = work()
    await Promise.race([working, until(isWaiting, 'the work waits', { everyMs: 20 })])
    await open.end()
    await working
    await work()
    const { by_day, by_row } = await soldIn('C-IN-1', '2026-11-01T18:30:00Z', '2026-11-30T18:30:00Z')
    expect(by_row).toBe('1')
    expect(by_day).toBe('1')
    const [stock] = await query<{ units: number }>(
      `select units from device_stock_day where customer_code = 'C-IN-1' and sku_code = 'X1-BK' and day = '2026-11-19'`,
    )
    expect(stock?.units).toBe(1)
  })

  test('a set that goes through two countries is moved while the work adds both up', async () => {
    await work()
    await query(`update device_day set closed_until = '2026-11-10' where scope_id = 301`)
    const [one, two] = [await its.make(10, []), await its.make(11, [])]
    const open = await opened()
    await open.move(one, sellIn('C-IN-1', '2026-11-21T00:00:00Z'))
    const working = work(new Date('2026-11-22T12:00:00Z'))
    await until(isWaiting, 'the work waits', { everyMs: 20 })
    const moving = open.move(two, sellIn('C-ID-1', '2026-11-21T00:00:00Z', 301))
    const moved = await moving.then(
      () => open.end(),
      (error: unknown) => open.end('rollback').then(() => Promise.reject(error)),
    )
    expect(moved).toBeUndefined()
    await working
    expect(await deadlocks()).toBe(0)
  })

  test('stock that is different since long ago is counted again in pieces', async () => {
    const last = new Date('2027-02-20T12:00:00Z')
    await work(last)
    const device = await its.make(20, [])
    await its.move(device, sellIn('C-IN-2', '2026-11-21T00:00:00Z'))
    const left = () => query<{ since: string }>(`select since::text from device_stock_late`)
    const from = (await left())[0]!.since
    await query('select device_recount_stock(201, 30)')
    expect(await left()).toEqual([{ since: '2026-12-21' }])
    expect(from).toBe('2026-11-21')
    await work(last)
    expect(await left()).toEqual([])
    const [counted] = await query(
      `select count(*)::int as days, min(day)::text, max(day)::text from device_stock_day where customer_code = 'C-IN-2' and sku_code = 'X1-BK' and units = 1`,
    )
    expect(counted).toEqual({ days: 91, min: '2026-11-21', max: '2027-02-19' })
  })

  test('the days of a customer that came from another country are added up again', async () => {
    await its.make(21, [sellIn('C-IN-2', '2026-11-03T00:00:00Z')])
    await work()
    await query(`insert into organisation (id, code, parent_id, name_zh, name_en, type, timezone, language, currency)
      select 299, 'N', parent_id, name_zh, name_en, type, timezone, language, currency from organisation where id = 201`)
    await query(`update customer set scope_id = 299 where code = 'C-IN-2'`)
    await work()
    const { by_day, by_row } = await soldIn('C-IN-2', '2026-11-01T18:30:00Z', '2026-11-30T18:30:00Z')
    await query(`update customer set scope_id = 201 where code = 'C-IN-2'`)
    expect(Number(by_row)).toBeGreaterThan(0)
    expect(by_day).toBe(by_row)
  })

  test('what comes back to a customer keeps the day on which that customer got it first', async () => {
    const device = await its.make(30, [sellIn('C-IN-1', '2026-08-05T00:00:00Z')])
    const received = async () =>
      (await query<{ received_at: Date }>('select received_at from device_holding where device_id = $1', [device]))[0]!
        .received_at
    await its.move(device, {
      at: '2026-11-01T00:00:00Z',
      event: 'sellThrough',
      type: 'dealer',
      code: 'D-IN-1',
      customer: 'D-IN-1',
    })
    expect(await received()).toEqual(new Date('2026-11-01T00:00:00Z'))
    await its.move(device, {
      at: '2026-11-02T00:00:00Z',
      event: 'returned',
      type: 'customer',
      code: 'C-IN-1',
      customer: 'C-IN-1',
    })
    expect(await received()).toEqual(new Date('2026-08-05T00:00:00Z'))
    await its.move(device, {
      at: '2026-11-03T00:00:00Z',
      event: 'sellOut',
      type: 'consumer',
      code: '-',
      customer: 'C-IN-1',
    })
    await its.move(device, {
      at: '2026-11-04T00:00:00Z',
      event: 'returned',
      type: 'customer',
      code: 'C-IN-1',
      customer: 'C-IN-1',
    })
    expect(await received()).toEqual(new Date('2026-08-05T00:00:00Z'))
    // Sold to it again it is new stock.
    await its.move(device, { at: '2026-11-05T00:00:00Z', event: 'returned', type: 'service', code: 'SV' })
    await its.move(device, sellIn('C-IN-1', '2026-11-06T00:00:00Z'))
    expect(await received()).toEqual(new Date('2026-11-06T00:00:00Z'))
  })

  test('an activation after a country changed its time zone counts on the day with which its days were begun', async () => {
    const device = await its.make(40, [sellIn('C-IN-2', '2026-11-02T00:00:00Z')])
    await work()
    await query(`update organisation set timezone = 'UTC+08:00' where id = 201`)
    try {
      await its.activate(device, '2026-11-15T10:00:00Z')
    } finally {
      await query(`update organisation set timezone = 'UTC+05:30' where id = 201`)
    }
    const [told] = await query<{ day: string; counted: string; changed: string }>(
      `select a.day::text, day_in(n.at, 'UTC+05:30')::text as counted, c.day::text as changed from device_activation a
       join device_count n on n.device_id = a.device_id and n.basis = 'activation' left join device_volume_change c on c.device_id = a.device_id and c.basis = 'activation'
       where a.device_id = $1`,
      [device],
    )
    expect(told).toEqual({ day: '2026-11-15', counted: '2026-11-15', changed: '2026-11-15' })
  })
})
