import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { activateDevice, makeDevice, moveDevice } from '#test/helpers/scheme/device-moves.ts'
import { brokenDeviceLaws } from '#test/helpers/scheme/device-laws.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { closedDaysWork } from '../stock/closed-days.work.ts'
import type { ChannelStock } from './channel-stock.list.ts'

// Stock by day in the demonstration company: what is counted, who sees it, and what late moves change.

let server: DemoServer
let pool: ReturnType<typeof createPool>

const count = async () => {
  const services = workServices(pool, productNow)
  while (await closedDaysWork.run(services, new AbortController().signal));
}

beforeAll(async () => {
  const databaseUrl = await demoDatabase()
  server = await demoServer(databaseUrl)
  pool = createPool({ databaseUrl, max: 2, name: 'stock' })
  await count()
})
afterAll(async () => {
  await pool?.end()
  await server?.close()
})

const page = async (account: string, body: object = {}) =>
  (
    await server.call<{ records: readonly ChannelStock[]; recordTotal: number }>(
      account,
      '/aps/device/stock/queryByPage',
      body,
    )
  ).data

const brokenLaws = () =>
  brokenDeviceLaws(
    (text, values) => server.query(text, values),
    ['days of stock are what the places of devices say of their end', 'days of volumes are the rows of those days'],
  )

describe('channel stock by day', () => {
  test('channel stock of every counted day is what the places of devices say, also after late moves and activations', async () => {
    expect(await brokenLaws()).toEqual([])
    const [before] = await server.query<{ days: number }>(
      'select count(distinct day)::int as days from device_stock_day where scope_id = 201',
    )
    expect(before!.days).toBe(7)
    const [customer] = await server.query<{ code: string; sku: string }>(
      `select customer_code as code, sku_code as sku from device_stock_day where scope_id = 201 and units > 0 order by day desc, customer_code, sku_code`,
    )
    const ago = (days: number) => new Date(productNow().getTime() - days * 86_400_000).toISOString()
    const to = (days: number, event: string) => ({
      at: ago(days),
      event,
      type: 'customer',
      code: customer!.code,
      customer: customer!.code,
    })
    const [one, two] = [
      await makeDevice(server, { imei1: null, sn: 'SNLATE0000001', sku: customer!.sku }, ago(120)),
      await makeDevice(server, { imei1: null, sn: 'SNLATE0000002', sku: customer!.sku }, ago(120)),
    ]
    const unitsOn = async (days: number) =>
      (await page('in.channel', { day: ago(days).slice(0, 10), customerCode: customer!.code, skuCode: customer!.sku }))
        .records[0]?.units ?? 0
    const [early, late] = [await unitsOn(6), await unitsOn(2)]
    await moveDevice(server, one, to(100, 'sellIn'))
    await moveDevice(server, two, to(4, 'sellIn'))
    await count()
    expect([await unitsOn(6), await unitsOn(2)]).toEqual([early + 1, late + 2])
    await moveDevice(server, two, { ...to(3, 'sellOut'), type: 'consumer', code: '-' })
    await activateDevice(server, one, ago(4))
    await count()
    expect([await unitsOn(6), await unitsOn(2)]).toEqual([early + 1, late])
    expect(await brokenLaws()).toEqual([])
  })

  test('weeks of supply are the stock of a customer and its dealers at their sales of 28 days', async () => {
    const { records } = await page('in.channel', { limit: 500 })
    expect(records.length).toBeGreaterThan(20)
    for (const { channelUnits, channelSold, weeks, units, days30, days60, days90, older } of records) {
      expect(weeks === null ? null : Number(weeks)).toBe(
        channelSold > 0 ? Math.round(((channelUnits * 4) / channelSold) * 10) / 10 : null,
      )
      expect(days30 + days60 + days90 + older).toBe(units)
    }
    const distributor = records.find(({ units, channelUnits }) => channelUnits > units)
    const [sum] = await server.query<{ units: number; sold: number }>(
      `select sum(s.units)::int as units, sum(s.sold)::int as sold from device_stock_day s join customer c on c.code = s.customer_code
       where s.day = $1 and s.sku_code = $2 and $3 in (c.code, c.parent_code)`,
      [distributor!.day, distributor!.skuCode, distributor!.customerCode],
    )
    expect([distributor!.channelUnits, distributor!.channelSold]).toEqual([sum!.units, sum!.sold])
  })

  test('channel stock is of the countries and customers of its reader, and days that do not exist are refused', async () => {
    const codes = async (account: string) => [
      ...new Set((await page(account, { limit: 500 })).records.map(({ customerCode }) => customerCode)),
    ]
    const indian = await server.query<{ code: string }>(
      'select code from customer where scope_id in (select id from organisation where 200 in (id, parent_id))',
    )
    const isIndian = (code: string) => indian.some((each) => each.code === code)
    expect((await codes('in.channel')).every(isIndian)).toBe(true)
    expect((await codes('id.channel')).length).toBeGreaterThan(0)
    expect((await codes('id.channel')).some(isIndian)).toBe(false)
    expect(await codes('in.dist')).toEqual(['C-IN-0001'])
    const own = await page('in.dist', { limit: 500 })
    expect(own.records.every(({ units, channelUnits }) => units === channelUnits)).toBe(true)
    expect((await page('in.channel', { day: '2020-01-01' })).records).toEqual([])
    const refused = await server.call('in.channel', '/aps/device/stock/queryByPage', { day: '2026-02-30' })
    expect(refused).toMatchObject({ status: 400, error: { field: 'day' } })
    expect((await server.call('nomenu', '/aps/device/stock/queryByPage', {})).status).toBe(403)
  })
})
