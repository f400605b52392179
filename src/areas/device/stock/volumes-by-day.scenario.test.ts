import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { randomOf } from '#test/helpers/random.ts'
import { type DeviceWorld, deviceWorld, sellIn } from '#test/helpers/scheme/device-world.ts'
import { closedDaysWork } from './closed-days.work.ts'

// India, UTC+05:30: its day begins at 18:30 UTC of the day before.
const NOW = new Date('2026-11-20T12:00:00Z')
const BASES = ['sellIn', 'sellThrough', 'sellOut', 'activation'] as const
let its: DeviceWorld

beforeAll(async () => {
  its = await deviceWorld(await testDatabase())
})
afterAll(() => its?.close())

const query = <T extends object>(text: string, values: unknown[] = []) => its.world.query<T>(text, values)

async function close(now = NOW): Promise<void> {
  const services = workServices(its.world.pool, () => now)
  while (await closedDaysWork.run(services, new AbortController().signal));
}

const PERIOD = `from customer u cross join sku k where u.code = $1 and k.code = $2`

/** By days and rows, and by rows alone. */
async function both(customer: string, sku: string, basis: string, store: string | null, from: string, to: string) {
  const values = [customer, sku, basis, store, from, to]
  const [read] = await query(
    `select v.* from (select u.id as customer, k.id as sku ${PERIOD}) i, device_volumes(i.customer, i.sku, $3, $4, $5, $6, 'INR') v`,
    values,
  )
  const [rows] = await query(
    `select sum(n.units) as units, sum(s.price * n.units) as amount from (select u.id as customer, k.id as sku ${PERIOD}) i
     join device_count n on n.counted_for = i.customer and n.sku_id = i.sku and n.basis = $3 and n.at >= $5 and n.at < $6
     left join device_source s on s.id = n.source_id join device_place p on p.id = n.place_id where $4::text is null or p.store_code = $4`,
    values,
  )
  return { read, rows }
}

describe('volumes by day', () => {
  test('volumes of any period are the same from added-up days as from the rows of devices, whenever they are read', async () => {
    const random = randomOf(7)
    const at = () => new Date(Date.parse('2026-11-01T00:00:00Z') + random.upTo(18 * 86_400) * 1000).toISOString()
    for (let unit = 1; unit <= 40; unit += 1) {
      const [got, passed, sold, on] = Array.from({ length: 4 }, at).toSorted()
      const device = await its.make(unit, [sellIn(random.chance(0.5) ? 'C-IN-1' : 'C-IN-2', got!)], {
        sku: random.chance(0.5) ? 'X1-BK' : 'X1-WH',
      })
      const [holder] = await query<{ customer_code: string }>(
        'select customer_code from device_interval where device_id = $1 and until is null',
        [device],
      )
      const customer = holder!.customer_code
      const store = { type: 'store', code: 'ST-IN-1', store: 'ST-IN-1', customer: 'D-IN-1' }
      await its.move(device, { at: passed!, event: 'sellThrough', ...store, counted: ['sellThrough', customer, 1] })
      const consumer = { type: 'consumer', code: '-', customer: 'D-IN-1', store: 'ST-IN-1' }
      if (random.chance(0.7))
        await its.move(device, { at: sold!, event: 'sellOut', ...consumer, counted: ['sellOut', 'D-IN-1', 1] })
      if (random.chance(0.6)) await its.activate(device, on!)
    }
    const compare = async () => {
      const different: unknown[] = []
      for (const customer of ['C-IN-1', 'C-IN-2', 'D-IN-1'])
        for (const sku of ['X1-BK', 'X1-WH'])
          for (const basis of BASES)
            for (const store of [null, 'ST-IN-1'])
              for (const [from, to] of [
                ['2026-10-31T18:30:00Z', '2026-11-30T18:30:00Z'],
                ['2026-11-05T03:00:00Z', '2026-11-12T21:00:00Z'],
                ['2026-11-10T19:00:00Z', '2026-11-10T20:00:00Z'],
              ] as const) {
                const { read, rows } = await both(customer, sku, basis, store, from, to)
                if (JSON.stringify(read) !== JSON.stringify(rows))
                  different.push({ customer, sku, basis, store, from, read, rows })
              }
      return different
    }
    expect(await compare()).toEqual([])
    await close(new Date('2026-11-08T12:00:00Z'))
    expect(await compare()).toEqual([])
    await close()
    expect(await compare()).toEqual([])
    const [days] = await query<{ days: number; closed: string }>(
      `select count(*)::int as days, (select closed_until::text from device_day where scope_id = 201) as closed from device_volume_day`,
    )
    expect(days!.days).toBeGreaterThan(20)
    expect(days!.closed).toBe('2026-11-20')
  })

  test('an activation that becomes known after its day changes that day once and says which device and why', async () => {
    const device = await its.make(90, [sellIn('C-IN-1', '2026-11-02T00:00:00Z')])
    await close()
    const day = () =>
      query(
        `select v.units from device_volume_day v join customer u on u.id = v.counted_for join sku k on k.id = v.sku_id
         where u.code = 'C-IN-1' and k.code = 'X1-BK' and v.basis = 'activation' and v.day = '2026-11-16'`,
      )
    const before = await day()
    // 19:00 UTC is the next day in India.
    await its.activate(device, '2026-11-15T19:00:00Z')
    await its.activate(device, '2026-11-15T20:00:00Z')
    const units = (rows: readonly object[]) => (rows[0] as { units: number } | undefined)?.units ?? 0
    expect(units(await day())).toBe(units(before) + 1)
    expect(
      await query(
        `select device_id, units, day::text, reason from device_volume_change where basis = 'activation' and device_id = $1`,
        [device],
      ),
    ).toEqual([{ device_id: device, units: 1, day: '2026-11-16', reason: 'late' }])
    const { read, rows } = await both(
      'C-IN-1',
      'X1-BK',
      'activation',
      null,
      '2026-11-01T18:30:00Z',
      '2026-11-20T18:30:00Z',
    )
    expect(read).toEqual(rows)
  })

  test('what is entered while a day is added up is counted once', async () => {
    const devices = await Promise.all(
      Array.from({ length: 6 }, (_, unit) => its.make(200 + unit, [sellIn('C-IN-2', '2026-11-03T00:00:00Z')])),
    )
    await query(`update device_day set closed_until = closed_until where scope_id = 201`)
    const later = new Date('2026-11-25T12:00:00Z')
    await Promise.all([
      ...devices.map((device) => its.activate(device, '2026-11-22T06:00:00Z')),
      close(later),
      close(later),
    ])
    const { read, rows } = await both(
      'C-IN-2',
      'X1-BK',
      'activation',
      null,
      '2026-11-21T18:30:00Z',
      '2026-11-22T18:30:00Z',
    )
    expect(rows).toMatchObject({ units: '6' })
    expect(read).toEqual(rows)
  })
})
