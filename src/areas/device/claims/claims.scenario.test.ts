import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reading, transaction } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { type DeviceWorld, deviceWorld, sellIn } from '#test/helpers/scheme/device-world.ts'
import { checkRecovery } from '../device.rules.ts'
import { claimsOf, readClaims, recoverClaims } from './claims.server.ts'

let its: DeviceWorld

beforeAll(async () => {
  its = await deviceWorld(await testDatabase(), 60)
})
afterAll(() => its?.close())

const soldIn = (unit: number) => its.make(unit, [sellIn('C-IN-1', '2026-10-01T00:00:00Z')])
const refusal = (error: unknown) => {
  if (!(error instanceof Refused)) throw error
  return error.refusals.map(({ key, params, row }) => ({ key, params, row }))
}
const claimRows = () =>
  its.world.query<{ state: string; document_id: string }>('select state, document_id from device_claim order by id')

describe('one IMEI is paid once per scheme type', () => {
  test('fifty people claim one device at once: exactly one succeeds, and the others are told its number', async () => {
    await soldIn(1)
    const asked = await Promise.allSettled(Array.from({ length: 50 }, () => its.claim([its.imei(1)])))
    const won = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const lost = asked.flatMap((each) => (each.status === 'rejected' ? [refusal(each.reason)] : []))
    expect([won.length, lost.length]).toEqual([1, 49])
    const told = { key: 'device.claimed', params: { number: its.imei(1), no: won[0]!.no }, row: 0 }
    expect(lost).toEqual(lost.map(() => [told]))
    expect(await claimRows()).toEqual([{ state: 'held', document_id: won[0]!.id }])
  })

  test('claims for the same devices in different orders do not deadlock', async () => {
    for (let unit = 10; unit < 30; unit += 1) await soldIn(unit)
    const imeis = Array.from({ length: 20 }, (_, index) => its.imei(10 + index))
    const asked = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => its.claim(index % 2 === 0 ? imeis : imeis.toReversed())),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of asked) if (each.status === 'rejected') expect(refusal(each.reason)).toHaveLength(20)
  })

  test('a rejected claim releases its device, a paid one never, and a recovered device can be claimed again', async () => {
    await soldIn(2)
    const rejected = await its.decide(await its.claim([its.imei(2)]), 'reject').then(() => its.claim([its.imei(2)]))
    await its.decide(rejected, 'approve')
    const again = await its.claim([its.imei(2)]).catch(refusal)
    expect(again).toMatchObject([{ key: 'device.claimed', params: { no: rejected.no } }])

    const paid = await reading(its.world.pool, async (tx) => readClaims(await tx.rows(claimsOf([rejected.id]))))
    expect(paid).toMatchObject([{ state: 'paid', documentNo: rejected.no, number: its.imei(2), line: 1 }])
    const units = paid.map(({ deviceId, number, line }) => ({ deviceId, number, line }))
    expect(checkRecovery(units, paid, rejected.id)).toEqual([])
    expect(checkRecovery(units, paid, '1')).toMatchObject([{ key: 'device.notClaimed' }])
    const recover = () =>
      transaction(its.world.pool, async (tx) => {
        for (const write of recoverClaims({ id: '77' }, rejected.id, [paid[0]!.deviceId])) await tx.run(write)
      })
    await recover()
    await expect(recover()).rejects.toMatchObject({ code: 'KN001' })
    await expect(its.claim([its.imei(2)])).resolves.toMatchObject({ state: 'underApproval' })
  })

  test('the second IMEI and the serial number count as the same device', async () => {
    const second = '356938035643809'
    await its.make(3, [sellIn('C-IN-1', '2026-10-01T00:00:00Z')], { imei2: second })
    await its.claim([its.imei(3)])
    const both = await its.claim([second]).catch(refusal)
    expect(both).toMatchObject([{ key: 'device.claimed', params: { number: second } }])
    expect(await its.claim(['SNX00000003', its.imei(3)]).catch(refusal)).toMatchObject([
      { key: 'device.twice', row: 1, params: { other: 'SNX00000003' } },
      { key: 'device.claimed', row: 0 },
    ])
  })

  test('a claim of a device follows its states once, whoever writes it', async () => {
    await soldIn(4)
    const answer = await its.claim([its.imei(4)])
    const write = (text: string) => its.world.query(text, [answer.id])
    await its.decide(answer, 'approve')
    await expect(
      write(`update device_claim set state = 'held', paid_at = null where document_id = $1`),
    ).rejects.toMatchObject({ code: 'KN002' })
    await expect(write('update device_claim set amount = 999 where document_id = $1')).rejects.toMatchObject({
      code: 'KN002',
    })
    await expect(write('delete from device_claim where document_id = $1')).rejects.toMatchObject({ code: 'KN002' })
  })
})

describe('device numbers of a document', () => {
  test('device numbers of a document are refused one by one with reasons, a foreign one like an unknown one', async () => {
    await its.make(5, [sellIn('C-ID-1', '2026-10-01T00:00:00Z', 301)])
    const wrong = its.imei(1).slice(0, 14) + ((Number(its.imei(1).at(-1)) + 1) % 10)
    const answer = await its
      .claim([its.imei(5), '356938035643817', wrong, '3569380356438091', '35693803564', '8.6E+14'])
      .catch(refusal)
    expect(answer).toMatchObject([
      { key: 'device.unknown', row: 0 },
      { key: 'device.unknown', row: 1 },
      { key: 'device.checkDigit', row: 2, params: { digit: its.imei(1).at(-1) } },
      { key: 'device.imeisv', row: 3 },
      { key: 'device.numberLength', row: 4 },
      { key: 'device.numberCharacters', row: 5 },
    ])
  })
})
