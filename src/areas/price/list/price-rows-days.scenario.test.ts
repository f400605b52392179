import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import type { PriceRow } from './price-row.list.ts'

let server: DemoServer
beforeAll(async () => {
  server = await demoServer(await demoDatabase())
})
afterAll(() => server?.close())

const found = async (filters: object) =>
  (
    await server.call<{ records: readonly PriceRow[] }>('in.channel', '/aps/gs/price/queryByPage', {
      areaId: 2,
      limit: 200,
      ...filters,
    })
  ).data.records

it('a price that begins on the day after the filtered days is not among those that hold on one of them', async () => {
  const [coming] = await found({ state: 'pending' })
  const { skuCode, effectiveFrom: day } = coming!
  // As the page sends them: the second day is the one after the last.
  const before = await found({ skuCode, effectiveFrom: dayAfter(day, -1), effectiveTo: day })
  expect(before.filter(({ effectiveFrom }) => effectiveFrom === day)).toEqual([])
  const on = await found({ skuCode, effectiveFrom: day, effectiveTo: dayAfter(day) })
  expect(on.some(({ effectiveFrom }) => effectiveFrom === day)).toBe(true)
})
