import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { readFrozenStock, readStock, stockSnapshot } from '../device.facade.ts'
import { frozenStock, frozenUnits, stockUnits } from '../stock/stock.server.ts'
import type { DeviceViewer } from './viewer.server.ts'
import { readVolumes, type VolumeBasis, volumesOf } from '../stock/volumes.server.ts'
import { moveDevice, type Step } from '#test/helpers/scheme/device-moves.ts'
import { type DeviceWorld, deviceWorld, sellIn } from '#test/helpers/scheme/device-world.ts'

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

const toDealer = (at: string): Step => ({
  at,
  event: 'sellThrough',
  type: 'dealer',
  code: 'D-IN-1',
  customer: 'D-IN-1',
  counted: ['sellThrough', 'C-IN-1', 1],
})
const toStore = (at: string): Step => ({
  at,
  event: 'sellThrough',
  type: 'store',
  code: 'ST-IN-1',
  customer: 'D-IN-1',
  store: 'ST-IN-1',
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
  test('a device is at one place: no move leaves a gap, overlaps, comes twice or changes what was', async () => {
    const device = await its.make(1, [sellIn('C-IN-1', '2026-10-01T00:00:00Z')])
    const write = (text: string) => its.world.query(text, [device])
    const intervals = () =>
      its.world.query(
        'select seq, from_at, until, holder_code from device_interval where device_id = $1 order by seq',
        [device],
      )
    const before = await intervals()
    expect(before).toMatchObject([
      { seq: 1, holder_code: 'F1', until: new Date('2026-10-01T00:00:00Z') },
      { seq: 2, holder_code: 'C-IN-1', from_at: new Date('2026-10-01T00:00:00Z'), until: null },
    ])
    const holding = (set: string) => write(`update device_holding set ${set} where device_id = $1`)
    for (const set of [
      `place_id = 1`,
      `from_at = '2026-09-01'`,
      `event = 'adjusted'`,
      `seq = seq + 2, from_at = '2026-12-01'`,
      `seq = seq + 1, from_at = '2026-09-01'`,
      `sku_id = sku_id + 1`,
    ])
      await expect(holding(set), set).rejects.toMatchObject({ code: 'KN002' })
    await expect(holding(`seq = seq + 1, from_at = '2026-12-01', scope_id = 301`)).rejects.toMatchObject({
      code: '23514',
    })
    await expect(write('delete from device_holding where device_id = $1')).rejects.toMatchObject({ code: 'KN002' })
    for (const change of [
      'delete from device_custody where device_id = $1',
      `update device_custody set until = '2026-09-09' where device_id = $1`,
      `insert into device_custody (device_id, seq, from_at, until, place_id, sku_id, event)
       select device_id, 5, '2026-01-01', '2026-02-01', place_id, sku_id, 'adjusted' from device_holding where device_id = $1`,
    ])
      await expect(write(change), change).rejects.toMatchObject({ code: 'KN002' })
    const again = write(
      `insert into device_holding (device_id, sku_id, from_at, received_at, place_id, scope_id, holder_type, form, event, customer_id)
       select device_id, sku_id, from_at, received_at, place_id, scope_id, holder_type, form, event, customer_id from device_holding where device_id = $1`,
    )
    await expect(again).rejects.toMatchObject({ code: '23505' })
    expect(await intervals()).toEqual(before)
  })

  test('two moves of a device at once are done once, and a move before the last one is not done', async () => {
    const device = await its.make(6, [sellIn('C-IN-1', '2026-10-01T00:00:00Z')])
    const to = (customer: string, at: string) =>
      moveDevice(its.world, device, { at, event: 'transferred', type: 'customer', code: customer, customer })
    expect(await to('C-IN-2', '2026-09-30T00:00:00Z')).toBe(false)
    const moved = await Promise.all(Array.from({ length: 8 }, () => to('C-IN-2', '2026-10-05T00:00:00Z')))
    expect(moved.filter(Boolean)).toHaveLength(1)
    const [held] = await its.world.query(
      'select seq, holder_code, received_at from device_interval where device_id = $1 and until is null',
      [device],
    )
    // A transfer between customers keeps the day from which coverage counts.
    expect(held).toEqual({ seq: 3, holder_code: 'C-IN-2', received_at: new Date('2026-10-01T00:00:00Z') })
  })

  test('a number is of one device for ever, whichever of its three it is', async () => {
    const device = await its.make(2, [])
    const again = (imei: string, sn: string) =>
      its.world.query(
        `insert into device (imei1, sn, sku_code, spu_code, produced_on, destination_country)
         values ($1, $2, 'X1-BK', 'X1', '2026-08-01', 'IN')`,
        [imei, sn],
      )
    await expect(its.make(3, [], { imei2: its.imei(2) })).rejects.toMatchObject({
      constraint: expect.stringMatching(/^device_number_/),
    })
    await expect(again(its.imei(4), 'SNX00000002')).rejects.toMatchObject({
      constraint: expect.stringMatching(/^device_number_/),
    })
    await expect(again('350000010000041', 'SNX00000004')).rejects.toMatchObject({ constraint: 'device__imei1' })
    // A model whose TAC does not belong to its SKU, and a SKU of another model.
    await expect(again('356938035643809', 'SNX00000004')).rejects.toMatchObject({ constraint: 'device__tac' })
    await expect(
      its.world.query(`insert into device (sn, sku_code, spu_code, produced_on, destination_country)
        values ('SNE00000001', 'E1-BK', 'X1', '2026-08-01', 'IN')`),
    ).rejects.toMatchObject({ code: '23514' })
    await expect(
      its.world.query('update device set imei1 = $2 where id = $1', [device, its.imei(4)]),
    ).rejects.toMatchObject({ code: 'KN002' })
  })
})

describe('stock at an instant', () => {
  test('stock at an instant counts what a customer had before and after every move', async () => {
    const unit = await its.make(100, [sellIn('C-IN-1', '2026-10-01T00:00:00Z')], { sku: 'X1-WH' })
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
      [101, 102, 103].map((unit) => its.make(unit, [sellIn('C-IN-2', '2026-10-01T00:00:00Z')], { sku: 'X1-WH' })),
    )
    expect(await stock('2026-11-10T00:00:00Z')).toEqual({ 'C-IN-2': 3 })
    await its.activate(activated!, '2026-11-05T00:00:00Z')
    const seller = { customer: 'C-IN-2', counted: ['sellOut', 'C-IN-2', 1] } as const
    await its.move(sold!, { at: '2026-11-06T00:00:00Z', event: 'sellOut', type: 'consumer', code: '-', ...seller })
    expect(await stock('2026-11-04T00:00:00Z')).toEqual({ 'C-IN-2': 3 })
    expect(await stock('2026-11-10T00:00:00Z')).toEqual({ 'C-IN-2': 1 })
    expect(await stock('2026-11-10T00:00:00Z', { days: 40 })).toEqual({})
    expect(await stock('2026-11-10T00:00:00Z', { days: 41 })).toEqual({ 'C-IN-2': 1 })
    const inForm = { type: 'customer', code: 'C-IN-2', customer: 'C-IN-2', form: 'demo' }
    await its.move(demo!, { at: '2026-11-09T00:00:00Z', event: 'switched', ...inForm })
    expect(await stock('2026-11-10T00:00:00Z')).toEqual({})
    // The stock of an earlier day is the same when it is counted again.
    expect(await stock('2026-11-08T00:00:00Z')).toEqual({ 'C-IN-2': 1 })
    expect(await stock('2026-11-04T00:00:00Z')).toEqual({ 'C-IN-2': 3 })
  })

  test("stock at an instant is limited to the viewer's regions and customers", async () => {
    await its.make(110, [sellIn('C-ID-1', '2026-10-01T00:00:00Z', 301)], { sku: 'X1-WH' })
    const at = '2026-10-15T00:00:00Z'
    expect(await stock(at)).toMatchObject({ 'C-ID-1': 1 })
    expect(await stock(at, { viewer: { scope: [201] } })).not.toHaveProperty('C-ID-1')
    const limited = (customer: string) => ({ scope: [201], limits: { customer_code: [customer] } })
    expect(await stock(at, { viewer: limited('C-IN-2') })).toEqual({ 'C-IN-2': 3 })
    expect(await stock(at, { viewer: limited('C-IN-1') })).toEqual({})
  })

  test('a document keeps its stock unit by unit while the stock moves on', async () => {
    const units = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        its.make(120 + index, [sellIn('C-IN-1', '2026-10-01T00:00:00Z')], { sku: 'X1-WH' }),
      ),
    )
    const at = '2026-10-02T00:00:00Z'
    const now = (await stock(at))['C-IN-1']!
    await its.make(130, [sellIn('C-IN-1', '2026-10-01T00:00:00Z')])
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
    const unit = await its.make(200, [sellIn('C-IN-1', '2026-12-01T00:00:00Z')], { sku: 'X1-WH' })
    const back = await its.make(201, [sellIn('C-IN-1', '2026-12-02T00:00:00Z')], { sku: 'X1-WH' })
    await its.move(unit, toDealer('2026-12-05T00:00:00Z'))
    await its.move(unit, toStore('2026-12-06T00:00:00Z'))
    await its.move(unit, toConsumer('2026-12-07T00:00:00Z'))
    await its.activate(unit, '2026-12-08T00:00:00Z')
    // Nobody counts the same device as switched on twice. Its day began at 18:30 the evening before.

    await its.activate(unit, '2026-12-09T00:00:00Z')
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
    expect(await volumes('activation', '2026-12-01', '2026-12-07T18:30:00Z')).toEqual({})
    const abroad = { scope: [301] }
    expect(await volumes('sellIn', '2026-12-01', '2027-01-01', abroad)).toEqual({})
    expect(await volumes('activation', '2026-12-01', '2027-01-01', abroad)).toEqual({})
  })
})
