import { afterAll, beforeAll, expect, test } from 'vitest'
import { reading } from '#kernel/platform/db/tx.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type DeviceWorld, deviceWorld, sellIn } from '#test/helpers/scheme/device-world.ts'
import { closedDaysWork } from '../stock/closed-days.work.ts'
import type { DeviceViewer } from '../device-detail/viewer.server.ts'
import { channelStockRows } from './channel-stock.queries.ts'

let its: DeviceWorld

beforeAll(async () => {
  its = await deviceWorld(await testDatabase())
})
afterAll(() => its?.close())

test('stock with the dealers of a customer is that of the organisations of its reader', async () => {
  // A dealer of an Indian distributor in Indonesia.
  await its.world
    .query(`insert into customer (code, name_zh, name_en, kind, type, organisation_id, country_code, state, scope_id, parent_code)
    values ('D-ID-1', '戊', 'Abroad', 'dealer', 'regional', 301, 'ID', 'enabled', 301, 'C-IN-1')`)
  await its.make(1, [sellIn('C-IN-1', '2026-11-10T00:00:00Z')])
  const dealer = { type: 'dealer', code: 'D-ID-1', customer: 'D-ID-1', scope: 301 }
  await its.make(2, [
    sellIn('C-IN-1', '2026-11-10T00:00:00Z'),
    { at: '2026-11-11T00:00:00Z', event: 'sellThrough', ...dealer, counted: ['sellThrough', 'C-IN-1', 1] },
  ])
  const services = workServices(its.world.pool, () => new Date('2026-11-20T12:00:00Z'))
  while (await closedDaysWork.run(services, new AbortController().signal));
  const read = async (viewer: DeviceViewer) => {
    const rows = await reading(its.world.pool, (tx) =>
      tx.rows(channelStockRows(viewer, 'en', { customerCode: 'C-IN-1' }, [], { limit: 10, offset: 0 })),
    )
    return rows.map(({ units, channelUnits }) => ({ units, channelUnits }))
  }
  expect(await read({ scope: 'all' })).toEqual([{ units: 1, channelUnits: 2 }])
  expect(await read({ scope: [201, 301] })).toEqual([{ units: 1, channelUnits: 2 }])
  expect(await read({ scope: [201] })).toEqual([{ units: 1, channelUnits: 1 }])
  expect(await read({ scope: [301] })).toEqual([])
})
