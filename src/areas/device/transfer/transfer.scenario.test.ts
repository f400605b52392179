import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activateDevice, moveDevice } from '#test/helpers/scheme/device-moves.ts'
import {
  ABROAD,
  type Counts,
  GIVER,
  headerOf,
  OTHER,
  type TransferWorld,
  transferWorld,
} from '#test/helpers/devices/transfer-world.ts'
import { deviceTransfer } from './device-transfer.doc.ts'
import { transferWork } from './transfer.work.ts'

let its: TransferWorld
beforeAll(async () => {
  its = await transferWorld()
})
afterAll(() => its?.close())

const deviceOf = async (imei: string) => {
  const [row] = await its.query<{ id: string }>('select device_id as id from device_number where number = $1', [imei])
  return row!.id
}

describe('a transfer of devices', () => {
  test('numbers are judged as they come, moved after the approval, and each has its outcome', async () => {
    const numbers = await its.units(5)
    const [theirs] = await its.units(1, OTHER)
    const wrong = `${numbers[0]!.slice(0, 14)}${(Number(numbers[0]![14]) + 1) % 10}`
    const header = headerOf()
    const text = `${numbers.join('，')} ${numbers[0]}\n${wrong};${theirs} 3.5E+14`
    const { id, added } = await its.draft(header, text)
    expect(added).toMatchObject({ added: 8, counts: { total: 8, good: 5, failed: 3, done: 0 } })
    expect(await its.reasons(id)).toEqual(['checkDigit', 'notHeld', 'characters'])

    const { data } = await its.submit(id, header)
    expect(await its.locks(id)).toBe(5)
    // People of the giver have an account: they confirm what they give.
    expect(await its.agreed(data.formInstanceId)).toEqual(['in.dist', 'in.manager', 'in.channel'])
    expect(await its.stateOf(id)).toMatchObject({ state: 'processing', good: 5 })
    // A worker that dies in the middle of a span leaves nothing behind.
    const dying: typeof its.services = {
      ...its.services,
      transaction: (work) =>
        its.services.transaction(async (tx) => {
          await work(tx)
          throw new Error('killed')
        }),
    }
    await expect(transferWork.run(dying, new AbortController().signal)).rejects.toThrow('killed')
    expect(await its.locks(id)).toBe(5)
    await its.workedOff()
    expect(await its.stateOf(id)).toEqual({ state: 'partial', good: 0, done: 5, failed: 3 })
    expect(await its.places(numbers)).toEqual(
      numbers.map(() => ({ customer: OTHER, form: 'regular', event: 'transferred' })),
    )
    expect(await its.locks(id)).toBe(0)
    const total = await its.call<Counts>('/aps/gs/transfer/sku/total', { formInstanceId: data.formInstanceId })
    expect(total).toEqual({ total: 8, good: 0, failed: 3, done: 5 })
  })

  test('one of two transfers of the same devices is submitted, and its rejection gives them free', async () => {
    const text = (await its.units(3)).join(' ')
    const header = headerOf()
    const drafts = [await its.draft(header, text), await its.draft(header, text)]
    const answers = await Promise.all(drafts.map(({ id }) => its.submit(id, header)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const won = answers.find(({ status }) => status === 200)!.data
    const lost = drafts.find(({ id }) => id !== won.id)!
    expect([await its.locks(won.id), await its.locks(lost.id)]).toEqual([3, 0])
    const again = await its.submit(lost.id, header)
    expect([again.status, again.error?.key]).toEqual([400, 'device.noGoodNumbers'])
    await its.company.decideNext(deviceTransfer, won.formInstanceId, 'reject')
    expect(await its.locks(won.id)).toBe(0)
    expect((await its.submit(lost.id, header)).status).toBe(200)
    expect(await its.locks(lost.id)).toBe(3)
  })

  test('each number that cannot be transferred says why', async () => {
    const [first, sold, on, held, demo, elsewhere] = await its.units(6)
    const [sku] = await its.query<{ code: string }>(`select max(code) as code from sku where enabled`)
    const [foreign] = await its.units(1, GIVER, sku!.code)
    const [abroad] = await its.units(1, ABROAD)
    const [second, serial] = await its
      .query<{ imei2: string; sn: string }>('select imei2, sn from device where imei1 = $1', [first])
      .then(([row]) => [row!.imei2, row!.sn])
    const store = { type: 'consumer', code: '-', scope: 201, customer: GIVER }
    await moveDevice(its.database, await deviceOf(sold!), { at: '2026-10-01T00:00:00Z', event: 'sellOut', ...store })
    await activateDevice(its.database, await deviceOf(on!), '2026-10-02T00:00:00Z')
    await moveDevice(its.database, await deviceOf(elsewhere!), {
      at: '2026-10-01T00:00:00Z',
      event: 'shipped',
      type: 'transit',
      code: 'DHL',
      customer: GIVER,
    })
    await its.query(`update device_holding set mark = 'locked' where device_id = $1`, [await deviceOf(demo!)])
    const taken = await its.draft(headerOf(), held!)
    const { data: other } = await its.submit(taken.id, headerOf())
    const [model] = await its.query<{ sku: string }>('select sku_code as sku from device where imei1 = $1', [first])
    const text = [first, second, serial, sold, on, held, foreign, demo, elsewhere, abroad, '12345', '1234567890123456']
    const header = headerOf({ onlySku: model!.sku })
    const { id } = await its.draft(header, text.join(' '))
    const failures = (await its.failed(id)).map(({ number, reason, detail }) => [number, reason, detail])
    expect(failures).toEqual([
      [second, 'twice', null],
      [serial, 'twice', null],
      [sold, 'soldOut', null],
      [on, 'activated', null],
      [held, 'inDocument', other.no],
      [foreign, 'wrongSku', null],
      [demo, 'locked', null],
      [elsewhere, 'notHeld', null],
      [abroad, 'notHeld', null],
      ['12345', 'length', null],
      ['1234567890123456', 'imeisv', null],
    ])
    // What is outside of the person's organisations does not exist for them.
    const { id: own } = await its.draft(headerOf(), `${abroad} ${first}`, 'in.channel')
    expect((await its.failed(own, 'in.channel')).map(({ number, reason }) => [number, reason])).toEqual([
      [abroad, 'notFound'],
    ])
    // Once the first number is gone, the second number of the same device stands for it.
    await its.call('/aps/gs/imei/remove', { id, numbers: [first!] })
    expect((await its.failed(id)).find(({ number }) => number === second)).toBeUndefined()
  })

  test('another giver, or the empty list, changes what the numbers come to', async () => {
    const numbers = await its.units(2)
    const { id } = await its.draft(headerOf(), numbers.join(' '))
    expect(await its.reasons(id)).toEqual([])
    await its.call(`${deviceTransfer.api}/save`, {
      id,
      version: 1,
      ...headerOf({ fromCustomer: OTHER, toCustomer: GIVER }),
    })
    expect(await its.reasons(id)).toEqual(['notHeld', 'notHeld'])
    const cleared = await its.call<Counts>('/aps/gs/imei/clear', { id })
    expect(cleared).toEqual({ total: 0, good: 0, failed: 0, done: 0 })
    const refused = await its.submit(id, headerOf(), 'admin', 2)
    expect([refused.status, refused.error?.key]).toEqual([400, 'device.noNumbers'])
  })

  test('what the receiver does not name stays with the giver, and a transfer of which nothing arrived is rejected', async () => {
    const numbers = await its.units(3)
    const { id, no } = await its.draft(headerOf(), numbers.join(' '))
    const { formInstanceId } = (await its.submit(id, headerOf())).data
    const early = await its.raw('in.channel', '/aps/gs/transfer/arrived', { formInstanceId, all: true })
    expect([early.status, early.error?.key]).toEqual([403, 'device.notReceiver'])
    await its.company.decideNext(deviceTransfer, formInstanceId)
    await its.company.decideNext(deviceTransfer, formInstanceId)
    const silent = await its.company.decideNext(deviceTransfer, formInstanceId)
    expect(silent.result.error?.key).toBe('device.arrivalMissing')
    const strange = await its.call('/aps/gs/transfer/arrived', { formInstanceId, text: 'TW99999999' }, 'in.channel')
    expect(strange).toEqual({ arrival: 'named', total: 3, arrived: 0, unknown: ['TW99999999'] })
    const nothing = await its.company.decideNext(deviceTransfer, formInstanceId)
    expect(nothing.result.error?.key).toBe('device.nothingArrived')
    await its.call('/aps/gs/transfer/arrived', { formInstanceId, text: numbers[0]! }, 'in.channel')
    const empty = await its.call('/aps/gs/transfer/arrived', { formInstanceId, text: ' , ' }, 'in.channel')
    expect(empty).toMatchObject({ arrival: 'named', arrived: 1 })
    // Any number of a device names it.
    const [{ sn }] = (await its.query<{ sn: string }>('select sn from device where imei1 = $1', [numbers[1]])) as [
      { sn: string },
    ]
    const named = await its.call('/aps/gs/transfer/arrived', { formInstanceId, text: sn }, 'in.channel')
    expect(named).toMatchObject({ arrived: 2, unknown: [] })
    await its.company.decideNext(deviceTransfer, formInstanceId)
    await its.workedOff()
    expect(await its.stateOf(id)).toEqual({ state: 'partial', good: 0, done: 2, failed: 1 })
    expect(await its.reasons(id)).toEqual(['notArrived'])
    expect((await its.places(numbers)).map(({ customer }) => customer)).toEqual([OTHER, OTHER, GIVER])
    expect(await its.locks(id)).toBe(0)
    // A retry brings nothing that did not arrive.
    const retried = await its.raw('admin', '/aps/gs/transfer/flow/retry', { formInstanceId })
    expect([no, retried.status]).toEqual([no, 200])
    await its.workedOff()
    expect(await its.stateOf(id)).toEqual({ state: 'partial', good: 0, done: 2, failed: 1 })
  })

  test('devices go down to a dealer as sell-through, and a device of the demonstration stays one', async () => {
    const [plain, shown] = await its.units(2)
    const step = { at: '2026-10-01T00:00:00Z', event: 'switched', type: 'customer', code: GIVER, customer: GIVER }
    await moveDevice(its.database, await deviceOf(shown!), { ...step, form: 'demo' })
    const { id } = await its.approved(`${plain} ${shown}`, headerOf({ toCustomer: GIVER, toDealer: its.dealer }))
    await its.workedOff()
    expect(await its.stateOf(id)).toMatchObject({ state: 'transferred', done: 2 })
    expect(await its.places([plain!, shown!])).toEqual([
      { customer: its.dealer, form: 'regular', event: 'sellThrough' },
      { customer: its.dealer, form: 'demo', event: 'sellThrough' },
    ])
    const counted = await its.query(
      `select n.basis, n.units, c.code from device_count n join customer c on c.id = n.counted_for where n.device_id = $1 and n.basis = 'sellThrough'`,
      [await deviceOf(plain!)],
    )
    expect(counted).toEqual([{ basis: 'sellThrough', units: 1, code: GIVER }])
  })
})
