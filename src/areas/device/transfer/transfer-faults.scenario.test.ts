import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveDevice } from '#test/helpers/scheme/device-moves.ts'
import {
  GIVER,
  headerOf,
  type Item,
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
const moved = async (imei: string, to: string) =>
  moveDevice(its.database, await deviceOf(imei), {
    at: '2026-10-05T00:00:00Z',
    event: 'transferred',
    type: 'customer',
    code: to,
    customer: to,
  })

const refusalOf = async (path: string, body: object, account = 'admin') => {
  const { status, error } = await its.raw(account, path, body)
  return [status, error?.key]
}

describe('what becomes of a transfer when something goes wrong', () => {
  test('a retry moves what the giver has again, and nothing that another document has or the approvers did not decide on', async () => {
    const [stays, back, taken, never] = await its.units(4)
    const header = headerOf()
    const { id } = await its.draft(header, [stays, back, taken].join(' '))
    const late = await its.units(1, OTHER)
    await its.call('/aps/gs/imei/add', { id, text: late[0]! })
    const { formInstanceId } = (await its.submit(id, header)).data
    await its.agreed(formInstanceId)
    for (const imei of [back!, taken!]) expect(await moved(imei, OTHER)).toBe(true)
    await its.workedOff()
    expect(await its.stateOf(id)).toEqual({ state: 'partial', good: 0, done: 1, failed: 3 })
    const failed = await its.call<{ records: Item[] }>('/aps/gs/transfer/imei/fail/list', { formInstanceId })
    expect(failed.records.map(({ reason }) => reason)).toEqual(['moved', 'moved', 'notHeld'])
    // Two of them come back to the giver, and one goes into another transfer.
    for (const imei of [back!, taken!, late[0]!])
      await its.query(
        `select device_move(array[device_id], array[seq], array[from_at + interval '1 day'],
         device_places('{customer}', array[$2], '{regular}', '{201}', array[$2], '{null}', '{null}'), '{null}', 'transferred') from device_holding where device_id = $1`,
        [await deviceOf(imei), GIVER],
      )
    const other = await its.draft(header, `${taken} ${never}`)
    expect((await its.submit(other.id, header)).status).toBe(200)
    await its.call('/aps/gs/transfer/flow/retry', { formInstanceId })
    await its.workedOff()
    expect(await its.stateOf(id)).toEqual({ state: 'partial', good: 0, done: 2, failed: 2 })
    expect((await its.places([back!, taken!, late[0]!])).map(({ customer }) => customer)).toEqual([OTHER, GIVER, GIVER])
    expect([await its.locks(id), await its.locks(other.id)]).toEqual([0, 2])
  })

  test('a claim that comes after the submit keeps its device where it is', async () => {
    const numbers = await its.units(2)
    const { id } = await its.approved(numbers.join(' '))
    await its.query(
      `insert into device_claim (device_id, scheme_type, document_id, round, line_no, state, customer_code, amount, currency, scope_id)
       select $1, 'priceProtection', 1, 1, 1, 'held', $2, 1, 'INR', 201`,
      [await deviceOf(numbers[0]!), GIVER],
    )
    await its.workedOff()
    expect(await its.stateOf(id)).toEqual({ state: 'partial', good: 0, done: 1, failed: 1 })
    expect(await its.reasons(id)).toEqual(['claimed'])
  })

  test('a transfer whose work fails waits, those behind it go on, and it can be closed', async () => {
    const [first, second] = [
      await its.approved((await its.units(2)).join(' ')),
      await its.approved((await its.units(2)).join(' ')),
    ]
    await its.query(
      `create function fails() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    )
    await its.query(
      `create trigger broken before update on device_transfer_item for each row when (old.document_id = ${first.id}) execute function fails()`,
    )
    await expect(its.workedOff()).rejects.toThrow('broken')
    await its.workedOff()
    expect([(await its.stateOf(first.id)).state, (await its.stateOf(second.id)).state]).toEqual([
      'processing',
      'transferred',
    ])
    const [waits] = await its.query<{ attempts: number; problem: string; later: boolean }>(
      `select attempts, problem, next_at > product_now() as later from document_items where document_id = $1 and round = 1`,
      [first.id],
    )
    expect(waits).toEqual({ attempts: 1, problem: expect.stringContaining('broken'), later: true })
    await its.query('drop trigger broken on device_transfer_item')
    await its.call('/aps/gs/transfer/flow/close', { formInstanceId: first.formInstanceId })
    expect(await its.stateOf(first.id)).toEqual({ state: 'closed', good: 0, done: 0, failed: 2 })
    expect(await its.reasons(first.id)).toEqual(['closed', 'closed'])
    expect(await its.locks(first.id)).toBe(0)
    expect(await its.workedOff()).toBeUndefined()
    // It ends: a closed transfer is not retried.
    expect(await refusalOf('/aps/gs/transfer/flow/retry', { formInstanceId: first.formInstanceId })).toEqual([
      409,
      'document.wrongState',
    ])
  })

  test('two workers share a transfer of 5,000 devices, and each device is moved once', async () => {
    const [one] = await its.units(1)
    // Copies of a unit of the giver.
    const numbers = await its.query<{ sn: string }>(
      `with made as (
         insert into device (sn, sku_code, spu_code, produced_on, destination_country)
         select 'BULK' || lpad(n::text, 8, '0'), d.sku_code, d.spu_code, d.produced_on, 'IN' from generate_series(1, 5000) n cross join device d where d.imei1 = $1
         returning id, sn
       ), placed as (
         insert into device_holding (device_id, sku_id, customer_id, from_at, received_at, place_id, scope_id, holder_type, form, event)
         select m.id, h.sku_id, h.customer_id, h.from_at, h.received_at, h.place_id, h.scope_id, h.holder_type, h.form, h.event
         from made m cross join device_holding h where h.device_id = $2
       ) select sn from made order by sn`,
      [one, await deviceOf(one!)],
    )
    const { id } = await its.approved(numbers.map(({ sn }) => sn).join('\n'))
    const run = async () => {
      while (await transferWork.run(its.services, new AbortController().signal));
    }
    await Promise.all([run(), run()])
    await its.workedOff()
    expect(await its.stateOf(id)).toEqual({ state: 'transferred', good: 0, done: 5000, failed: 0 })
    const [counts] = await its.query(
      `select count(*)::int as devices, min(h.seq) as least, max(h.seq) as most,
         (select count(*)::int from device_custody u join device d on d.id = u.device_id where d.sn like 'BULK%') as past
       from device d join device_holding h on h.device_id = d.id join device_place p on p.id = h.place_id where d.sn like 'BULK%' and p.customer_code = $1`,
      [OTHER],
    )
    expect(counts).toEqual({ devices: 5000, least: 2, most: 2, past: 5000 })
  })

  test('a transfer is taken back while its devices are where it brought them, and not after', async () => {
    const numbers = await its.units(2)
    const { id, no } = await its.approved(numbers.join(' '))
    await its.workedOff()
    const back = await its.call<{ id: string; no: string }>('/aps/gs/transfer/reverse', { id })
    const [draft] = await its.query<{ raw: Record<string, string> }>(
      'select draft as raw from device_transfer where id = $1',
      [back.id],
    )
    expect(draft!.raw).toMatchObject({ fromCustomer: OTHER, toCustomer: GIVER, reason: expect.stringContaining(no) })
    expect(await its.reasons(back.id)).toEqual([])
    const answer = await its.submit(back.id, draft!.raw)
    expect([answer.status, answer.msg]).toEqual([200, 'success'])
    await its.agreed(answer.data.formInstanceId)
    await its.workedOff()
    expect((await its.places(numbers)).map(({ customer }) => customer)).toEqual([GIVER, GIVER])
    expect(await refusalOf('/aps/gs/transfer/reverse', { id })).toEqual([409, 'device.notReversible'])
  })

  test('a submitted round keeps its numbers, and gets no others', async () => {
    const [number, other] = await its.units(2)
    const { id } = await its.draft(headerOf(), number!)
    await its.submit(id, headerOf())
    const refused = async (text: string) =>
      its.query(text, [id]).then(
        () => null,
        (error: { code: string }) => error.code,
      )
    expect(
      await refused(`insert into device_transfer_item (document_id, round, no, number) values ($1, 1, 9, '${other}')`),
    ).toBe('KN002')
    expect(await refused(`update device_transfer_item set device_id = 1 where document_id = $1 and round = 1`)).toBe(
      'KN002',
    )
    expect(await refused(`delete from device_transfer_item where document_id = $1 and round = 1`)).toBe('KN002')
  })

  test('a draft takes its numbers with it when it is deleted', async () => {
    const { id } = await its.draft(headerOf(), (await its.units(1))[0]!)
    await its.call(`${deviceTransfer.api}/delete`, { id, version: 1 })
    const left = await its.query(
      `select (select count(*)::int from device_transfer_item where document_id = $1) as items, (select count(*)::int from document_items where document_id = $1) as counts`,
      [id],
    )
    expect(left).toEqual([{ items: 0, counts: 0 }])
  })
})

describe('people of a customer', () => {
  test('a distributor gives what they have to their dealers, and devices of others do not exist for them', async () => {
    const [own] = await its.units(1)
    const [theirs] = await its.units(1, OTHER)
    const header = headerOf({ toCustomer: GIVER, toDealer: its.dealer })
    const { id } = await its.draft(header, `${own} ${theirs}`, 'in.dist')
    expect((await its.failed(id, 'in.dist')).map(({ reason }) => reason)).toEqual(['notFound'])
    const answer = await its.submit(id, header, 'in.dist')
    expect([answer.status, answer.msg]).toEqual([200, 'success'])
    // They do not confirm what they give themselves; the dealer has no accounts.
    expect(await its.agreed(answer.data.formInstanceId)).toEqual(['in.manager', 'in.channel'])
    await its.workedOff()
    expect((await its.places([own!]))[0]!.customer).toBe(its.dealer)
  })

  test('a distributor names no other distributor, neither as giver nor as receiver', async () => {
    const [own] = await its.units(1)
    const { id } = await its.draft(headerOf({ toCustomer: GIVER, toDealer: its.dealer }), own!, 'in.dist')
    const other = await its.submit(id, headerOf(), 'in.dist')
    expect([other.status, other.error?.key]).toEqual([400, 'device.partyUnknown'])
    const saved = await its.raw(
      'in.dist',
      `${deviceTransfer.api}/save`,
      headerOf({ fromCustomer: OTHER, toCustomer: GIVER }),
    )
    expect([saved.status, saved.error?.key]).toEqual([404, 'document.notFound'])
    const offered = async (withPartners: boolean) => {
      const { records } = await its.call<{ records: { distributorCode: string }[] }>(
        '/gs/IN/oversea/aps/distributor/list',
        { curTopAreaId: headerOf().areaId, distributorBelongType: 2, limit: 9999, withPartners },
        'in.dist',
      )
      return records.map(({ distributorCode }) => distributorCode)
    }
    expect(await offered(false)).toEqual([])
    const partners = await offered(true)
    const dealers = await its.query<{ code: string }>(
      `select code from customer where parent_code = $1 and state = 'enabled' and kind = 'dealer' order by code`,
      [GIVER],
    )
    expect(partners).toEqual(dealers.map(({ code }) => code))
  })

  test('people of the receiver see what is on its way to them, and confirm what arrived', async () => {
    const [number] = await its.units(1, OTHER)
    const header = headerOf({ fromCustomer: OTHER, toCustomer: GIVER })
    const { id, no } = await its.draft(header, number!)
    const list = async () => {
      const { records } = await its.call<{ records: { no: string }[] }>('/aps/gs/transfer/head/list', { no }, 'in.dist')
      return records.length
    }
    expect(await list()).toBe(0)
    const { formInstanceId } = (await its.submit(id, header)).data
    expect(await list()).toBe(1)
    expect(await its.agreed(formInstanceId)).toEqual(['in.manager', 'in.dist'])
    await its.workedOff()
    expect((await its.stateOf(id)).state).toBe('transferred')
  })
})
