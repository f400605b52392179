import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { readFrozenStock, readStock, stockSnapshot } from '../device.facade.ts'
import { frozenStock, frozenUnits, stockUnits } from '../stock/stock.server.ts'
import type { DeviceViewer } from './viewer.server.ts'
import { readVolumes, type VolumeBasis, volumesOf } from '../stock/volumes.server.ts'
import { type DeviceWorld, deviceWorld, FACTORY, sellIn, type Step } from '#test/helpers/scheme/device-world.ts'

let its: DeviceWorld

beforeAll(async () => {
  its = await deviceWorld(await testDatabase())
})
afterAll(() => its?.close())

const EVERYONE: DeviceViewer = { scope: 'all' }
const rows = <T>(statement: Statement<T>) => reading(its.world.pool, (tx) => tx.rows(statement))

async function stock(at: string, more: { viewer?: DeviceViewer; days?: number | null; sku?: string } = {}) {
  const asked = {
    customerCodes: ['C-IN-1', 'C-IN-2', 'D-IN-1', 'C-ID-1'],
    skuCodes: [more.sku ?? 'X1-WH'],
    at: new Date(at),
    coverageDays: more.days ?? null,
  }
  const found = readStock(await rows(stockSnapshot(more.viewer ?? EVERYONE, asked)))
  return Object.fromEntries(found.map(({ customerCode, units }) => [customerCode, units]))
}

async function volumes(basis: VolumeBasis, from: string, to: string, viewer = EVERYONE) {
  const asked = {
    basis,
    customerCodes: ['C-IN-1', 'C-IN-2', 'D-IN-1', 'C-ID-1'],
    skuCodes: ['X1-WH'],
    from: new Date(from),
    to: new Date(to),
  }
  const found = readVolumes(await rows(volumesOf(viewer, asked)))
  return Object.fromEntries(
    found.map(({ customerCode, units, amount }) => [customerCode, amount ? [units, amount] : units]),
  )
}

const toDealer = (at: string, received = at): Step => ({
  at,
  event: 'sellThrough',
  type: 'dealer',
  code: 'D-IN-1',
  customer: 'D-IN-1',
  received,
  counted: ['sellThrough', 'C-IN-1', 1],
})
const toStore = (at: string): Step => ({
  at,
  event: 'sellThrough',
  type: 'store',
  code: 'ST-IN-1',
  customer: 'D-IN-1',
  store: 'ST-IN-1',
  received: '2026-10-10T00:00:00Z',
  counted: ['sellThrough', 'D-IN-1', 1],
})
const toConsumer = (at: string): Step => ({
  at,
  event: 'sellOut',
  type: 'consumer',
  code: '-',
  customer: 'D-IN-1',
  store: 'ST-IN-1',
  counted: ['sellOut', 'D-IN-1', 1],
})

describe('the custody of a device', () => {
  test('a device has one open interval: neither a second one, nor a gap, nor an overlap, nor another history', async () => {
    const device = await its.make(1, [FACTORY, sellIn('C-IN-1', '2026-10-01T00:00:00Z')])
    const put = (seq: number, from: string, until: string | null = null) =>
      its.world.query(
        `insert into device_custody (device_id, seq, from_at, until, event, holder_type, holder_code, scope_id, sku_code)
         values ($1, $2, $3, $4, 'adjusted', 'service', 'SV', 201, 'X1-BK')`,
        [device, seq, from, until],
      )
    await expect(put(3, '2026-10-05T00:00:00Z')).rejects.toMatchObject({ code: expect.stringMatching(/^23/) })
    await expect(put(3, '2026-10-05T00:00:00Z', '2026-10-06T00:00:00Z')).rejects.toMatchObject({
      constraint: 'device_custody__chain',
    })
    await expect(put(1, '2026-10-05T00:00:00Z')).rejects.toMatchObject({ code: '23505' })
    const change = (set: string, seq = 2) =>
      its.world.query(`update device_custody set ${set} where device_id = $1 and seq = $2`, [device, seq])
    for (const set of [`holder_code = 'C-IN-2'`, `until = '2026-12-01', price = 1`, `from_at = '2026-09-01'`])
      await expect(change(set)).rejects.toMatchObject({ code: 'KN002' })
    await expect(change(`until = '2026-09-09'`, 1)).rejects.toMatchObject({ code: 'KN002' })
    await expect(its.world.query('delete from device_custody where device_id = $1', [device])).rejects.toMatchObject({
      code: 'KN002',
    })
    // If one ends at an instant, the next must begin at the same.
    await change(`until = '2026-10-05T00:00:00Z'`)
    await expect(put(3, '2026-10-04T00:00:00Z')).rejects.toMatchObject({ constraint: 'device_custody__chain' })
    await put(3, '2026-10-05T00:00:00Z')
  })

  test('a number is of one device for ever, whichever of its three it is', async () => {
    const device = await its.make(2, [FACTORY])
    const again = (imei: string, sn: string) =>
      its.world.query(
        `insert into device (imei1, sn, sku_code, spu_code, produced_on, destination_country, status)
         values ($1, $2, 'X1-BK', 'X1', '2026-08-01', 'IN', 'inStock')`,
        [imei, sn],
      )
    await expect(its.make(3, [], { imei2: its.imei(2) })).rejects.toMatchObject({ constraint: 'device_number__pk' })
    await expect(again(its.imei(4), 'SNX00000002')).rejects.toMatchObject({ constraint: 'device_number__pk' })
    await expect(again('350000010000041', 'SNX00000004')).rejects.toMatchObject({ constraint: 'device__imei1' })
    // A model whose TAC does not belong to its SKU, and a SKU of another model.
    await expect(again('356938035643809', 'SNX00000004')).rejects.toMatchObject({ constraint: 'device__tac' })
    await expect(
      its.world.query(`insert into device (sn, sku_code, spu_code, produced_on, destination_country, status)
        values ('SNE00000001', 'E1-BK', 'X1', '2026-08-01', 'IN', 'inStock')`),
    ).rejects.toMatchObject({ code: '23514' })
    await expect(
      its.world.query('update device set imei1 = $2 where id = $1', [device, its.imei(4)]),
    ).rejects.toMatchObject({ code: 'KN002' })
  })
})

describe('stock at an instant', () => {
  test('stock at an instant counts what a customer had before and after every move', async () => {
    const unit = await its.make(100, [FACTORY, sellIn('C-IN-1', '2026-10-01T00:00:00Z')], { sku: 'X1-WH' })
    await its.move(unit, toDealer('2026-10-10T00:00:00Z'))
    await its.move(unit, toStore('2026-10-20T00:00:00Z'))
    await its.move(unit, toConsumer('2026-11-01T00:00:00Z'))
    expect(await stock('2026-09-30T23:59:59Z')).toEqual({})
    expect(await stock('2026-10-01T00:00:00Z')).toEqual({ 'C-IN-1': 1 })
    expect(await stock('2026-10-09T23:59:59Z')).toEqual({ 'C-IN-1': 1 })
    expect(await stock('2026-10-10T00:00:00Z')).toEqual({ 'D-IN-1': 1 })
    // In a store it still belongs to the store's customer.
    expect(await stock('2026-10-31T00:00:00Z')).toEqual({ 'D-IN-1': 1 })
    expect(await stock('2026-11-01T00:00:00Z')).toEqual({})
  })

  test('stock at an instant leaves out activated, sold and demonstration units and those beyond its coverage', async () => {
    const [activated, sold, demo] = await Promise.all(
      [101, 102, 103].map((unit) =>
        its.make(unit, [FACTORY, sellIn('C-IN-2', '2026-10-01T00:00:00Z')], { sku: 'X1-WH' }),
      ),
    )
    expect(await stock('2026-11-10T00:00:00Z')).toEqual({ 'C-IN-2': 3 })
    await its.set(activated!, 'activated_at', '2026-11-05T00:00:00Z')
    await its.set(sold!, 'sold_out_at', '2026-11-06T00:00:00Z')
    expect(await stock('2026-11-04T00:00:00Z')).toEqual({ 'C-IN-2': 3 })
    expect(await stock('2026-11-10T00:00:00Z')).toEqual({ 'C-IN-2': 1 })
    expect(await stock('2026-11-10T00:00:00Z', { days: 40 })).toEqual({})
    expect(await stock('2026-11-10T00:00:00Z', { days: 41 })).toEqual({ 'C-IN-2': 1 })
    await its.set(demo!, 'is_demo', 'true')
    expect(await stock('2026-11-10T00:00:00Z')).toEqual({})
  })

  test("stock at an instant is limited to the viewer's regions and customers", async () => {
    await its.make(110, [FACTORY, sellIn('C-ID-1', '2026-10-01T00:00:00Z', 301)], { sku: 'X1-WH' })
    const at = '2026-10-15T00:00:00Z'
    expect(await stock(at)).toMatchObject({ 'C-ID-1': 1 })
    expect(await stock(at, { viewer: { scope: [201] } })).not.toHaveProperty('C-ID-1')
    const limited = (customer: string) => ({ scope: [201], limits: { customer_code: [customer] } })
    expect(await stock(at, { viewer: limited('C-IN-2') })).toEqual({ 'C-IN-2': 2 })
    expect(await stock(at, { viewer: limited('C-IN-1') })).toEqual({})
  })

  test('a document keeps its stock unit by unit while the stock moves on', async () => {
    const units = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        its.make(120 + index, [FACTORY, sellIn('C-IN-1', '2026-10-01T00:00:00Z')], { sku: 'X1-WH' }),
      ),
    )
    const at = '2026-10-02T00:00:00Z'
    const now = (await stock(at))['C-IN-1']!
    await its.make(130, [FACTORY, sellIn('C-IN-1', '2026-10-01T00:00:00Z')])
    const { id } = await its.claim([its.imei(130)], { skuCode: 'X1-WH', stockAt: at })
    await its.move(units[0]!, toDealer('2026-11-15T00:00:00Z'))
    const frozen = readFrozenStock(await rows(frozenStock(id)))
    expect(frozen).toMatchObject([{ line: 1, customerCode: 'C-IN-1', skuCode: 'X1-WH', units: now, coverageDays: 60 }])
    const listed: string[] = []
    for (let after = '0'; ; after = listed.at(-1)!) {
      const page = await rows(frozenUnits({ documentId: id, line: 1 }, { after, limit: 2 }))
      if (page.length === 0) break
      listed.push(...page.map(({ deviceId }) => deviceId))
    }
    expect(listed).toHaveLength(now)
    expect(listed).toEqual(expect.arrayContaining(units))
    const asked = { customerCodes: ['C-IN-1'], skuCodes: ['X1-WH'], at: new Date(at), coverageDays: 60 }
    const live = await rows(stockUnits(EVERYONE, asked, { after: '0', limit: 100 }))
    expect(live.map(({ deviceId }) => deviceId)).toEqual(listed)
    await expect(its.world.query('delete from device_snapshot_unit')).rejects.toMatchObject({ code: 'KN002' })
  })
})

describe('volumes of a period', () => {
  test('volumes of a period count each move for its customer, subtract returns and exclude the end instant', async () => {
    const before = {
      sellIn: await volumes('sellIn', '2026-12-01', '2027-01-01'),
      activation: await volumes('activation', '2026-12-01', '2027-01-01'),
    }
    expect(before).toEqual({ sellIn: {}, activation: {} })
    const unit = await its.make(200, [FACTORY, sellIn('C-IN-1', '2026-12-01T00:00:00Z')], { sku: 'X1-WH' })
    const back = await its.make(201, [FACTORY, sellIn('C-IN-1', '2026-12-02T00:00:00Z')], { sku: 'X1-WH' })
    await its.move(unit, toDealer('2026-12-05T00:00:00Z'))
    await its.move(unit, toStore('2026-12-06T00:00:00Z'))
    await its.move(unit, toConsumer('2026-12-07T00:00:00Z'))
    await its.set(unit, 'activated_at', '2026-12-08T00:00:00Z')
    expect(await volumes('sellIn', '2026-12-01', '2027-01-01')).toEqual({ 'C-IN-1': [2, '200.00'] })
    expect(await volumes('sellIn', '2026-12-01', '2026-12-02')).toEqual({ 'C-IN-1': [1, '100.00'] })
    await its.move(back, {
      at: '2026-12-20T00:00:00Z',
      event: 'returned',
      type: 'service',
      code: 'SV',
      counted: ['sellIn', 'C-IN-1', -1],
      price: '100.00',
    })
    expect(await volumes('sellIn', '2026-12-01', '2027-01-01')).toEqual({ 'C-IN-1': [1, '100.00'] })
    expect(await volumes('sellThrough', '2026-12-01', '2027-01-01')).toEqual({ 'C-IN-1': 1, 'D-IN-1': 1 })
    expect(await volumes('sellOut', '2026-12-01', '2027-01-01')).toEqual({ 'D-IN-1': 1 })
    expect(await volumes('activation', '2026-12-01', '2027-01-01')).toEqual({ 'D-IN-1': 1 })
    expect(await volumes('activation', '2026-12-01', '2026-12-08')).toEqual({})
    const abroad = { scope: [301] }
    expect(await volumes('sellIn', '2026-12-01', '2027-01-01', abroad)).toEqual({})
    expect(await volumes('activation', '2026-12-01', '2027-01-01', abroad)).toEqual({})
  })
})
