import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { type CutStory, cutStory } from '#test/helpers/scheme/cut-story.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { PROPOSAL_API } from './proposal-wire.ts'

// What becomes of a proposal once the cut that it is of is taken back.

let its: CutStory
beforeAll(async () => {
  its = await cutStory()
})
afterAll(() => its?.close())

it('an open proposal keeps the cuts that stand when some prices are revoked, and is closed with the document and the day when all are', async () => {
  const two = its.skus.slice(0, 2)
  await its.priced(1.4, two, 1)
  const cut = await its.priced(1.3, two, 9)
  expect(await its.proposalOf(cut.no)).toMatchObject({ state: 'open', cuts: 2, cutsTaken: 0, changedNo: null })
  await its.act('revoke', cut, { skuCodes: two[0] })
  expect(await its.proposalOf(cut.no)).toMatchObject({
    state: 'open',
    cuts: 1,
    cutsTaken: 1,
    changedNo: cut.no,
    changedAct: 'revoke',
  })
  await its.act('revoke', cut, {})
  const closed = (await its.proposalOf(cut.no))!
  expect(closed).toMatchObject({
    state: 'takenBack',
    cuts: 0,
    cutsTaken: 2,
    changedNo: cut.no,
    changedAt: expect.any(String) as string,
    decidedBy: null,
    countedAt: null,
  })
  const apply = await its.server.call('in.channel', `${PROPOSAL_API}/apply`, { id: closed.id })
  expect(apply).toMatchObject({ status: 409, error: { key: 'scheme.proposalTakenBack' } })
})

it('an extension leaves the proposal of its own cut alone, and prices that end before they begin close it', async () => {
  const one = its.skus.slice(2, 3)
  await its.priced(1.4, one, 1)
  const cut = await its.priced(1.3, one, 9, 15)
  await its.act('extend', cut, { day: testDay(20) })
  expect(await its.proposalsOf(cut.no)).toMatchObject([{ state: 'open', cuts: 1, changedNo: null }])
  await its.act('endEarly', cut, { day: testDay(4) })
  expect(await its.proposalsOf(cut.no)).toMatchObject([
    { state: 'takenBack', changedAct: 'endEarly', changedNo: cut.no, cuts: 0 },
  ])
})

it('the cut of another document counts by the price that is in force before it: a revoked one makes its drop larger', async () => {
  const one = its.skus.slice(3, 4)
  await its.priced(1.4, one, 1)
  const first = await its.priced(1.35, one, 9)
  const second = await its.priced(1.3, one, 19)
  const drop = async (no: string) =>
    (
      await its.server.query<{ drop: number }>(
        `select round((t.old_price - t.new_price) / c.unit_cost, 2)::float as drop from price_protection_cut t
         join price_protection_proposal p on p.id = t.proposal_id join price_cost_key k on k.sku_code = t.sku_code and k.area_id = p.area_id
           and k.currency = p.currency join price_cost c on c.key_id = k.id and c.known_until is null
         where p.source_no = $1 and t.taken_at is null`,
        [no],
      )
    ).map((row) => row.drop)
  await its.follow()
  expect([await drop(first.no), await drop(second.no)]).toEqual([[0.05], [0.05]])
  await its.act('revoke', first, {})
  expect(await its.proposalOf(first.no)).toMatchObject({ state: 'takenBack' })
  expect(await its.proposalOf(second.no)).toMatchObject({ state: 'open', cuts: 1, changedNo: first.no })
  expect([await drop(first.no), await drop(second.no)]).toEqual([[], [0.1]])
})

it('a cut that an extended price covers is taken back, and one where the covered price begins instead is proposed', async () => {
  const one = its.skus.slice(4, 5)
  await its.priced(1.4, one, 1)
  const later = await its.priced(1.2, one, 20)
  const promotion = await its.priced(1.3, one, 9, 15)
  expect(await its.proposalsOf(later.no)).toMatchObject([{ state: 'open', referenceDay: testDay(19), changedNo: null }])
  await its.act('extend', promotion, { day: testDay(24) })
  expect(await its.proposalsOf(later.no)).toMatchObject([
    { state: 'takenBack', referenceDay: testDay(19), changedNo: promotion.no, changedAct: 'extend' },
    { state: 'open', referenceDay: testDay(24), changedNo: null, cuts: 1 },
  ])
  expect(await its.proposalOf(promotion.no)).toMatchObject({ state: 'open', changedNo: null })
})

it('a feed that is undone closes its counted proposal, and one that an application was made of says so and keeps what it counted', async () => {
  await its.stock.unit({ paid: '1000.00' })
  await its.stock.unit({ paid: '1000.00' })
  const from = dayAfter(its.stock.referenceDate, 1)
  await its.fed('1000.00', dayAfter(from, -40))
  const first = await its.fed('900.00', from)
  await its.follow()
  await its.count()
  expect(await its.proposalOf(first.no)).toMatchObject({ state: 'open', units: 2, amount: '200.00' })
  await its.undo(first)
  await its.follow()
  await its.count()
  expect(await its.proposalOf(first.no)).toMatchObject({
    state: 'takenBack',
    changedAct: 'undo',
    changedNo: first.no,
    units: null,
    amount: null,
  })

  const second = await its.fed('950.00', from)
  await its.follow()
  await its.count()
  const open = (await its.proposalOf(second.no))!
  expect(open).toMatchObject({ state: 'open', units: 2, amount: '100.00' })
  const made = await its.server.call<{ id: string; no: string }>('in.channel', `${PROPOSAL_API}/apply`, { id: open.id })
  expect([made.msg, made.status]).toEqual([made.msg, 200])
  await its.undo(second)
  expect(await its.proposalOf(second.no)).toMatchObject({
    state: 'used',
    applicationNo: made.data.no,
    cuts: 0,
    cutsTaken: 1,
    changedAct: 'undo',
    changedNo: second.no,
    units: 2,
    amount: '100.00',
  })
  await its.follow()
  const about = expect.stringMatching(new RegExp(`Prices taken back, ${second.no}.*1 of 1 cuts`)) as string
  expect(await its.told('in.channel')).toEqual([[made.data.no, about, expect.stringContaining(made.data.no) as string]])
  // The application was deleted, so there is nothing left to decide on.
  const deleted = await its.server.call('in.channel', '/aps/scheme/application/delete', {
    id: made.data.id,
    version: 1,
  })
  expect([deleted.msg, deleted.status]).toEqual([deleted.msg, 200])
  expect(await its.proposalOf(second.no)).toMatchObject({
    state: 'takenBack',
    changedNo: second.no,
    applicationNo: null,
  })
})
