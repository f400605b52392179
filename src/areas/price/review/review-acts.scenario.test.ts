import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { productNow } from '#kernel/base/clock/clock.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { refusalText, registerTexts } from '#kernel/base/i18n/texts.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { priceArea } from '../price.area.ts'
import { cutsAround } from '../resolution/price-cuts.server.ts'
import { priceReviewDocument } from './price-review.document.ts'
import { priceReview as en } from './price-review.en.ts'
import { priceReview as zh } from './price-review.zh.ts'

registerTexts(priceArea.name, {
  en: { ...priceArea.texts.en, documents: { priceReview: en } },
  zh: { ...priceArea.texts.zh, documents: { priceReview: zh } },
})

const DAY = 86_400_000

let world: World
let scope: { id: number; zone: string }
let documents = 900_000

beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '1000.00', 4)
  world.now = productNow()
  const [found] = await world.query<{ id: number; zone: string }>(
    'select o.id, o.timezone as zone from area a join organisation o on o.id = a.organisation_id where a.id = 2',
  )
  scope = found!
})
afterAll(() => world?.close())

/** The day so many days from today, in the zone of the area. */
const day = (from: number): string => {
  const minutes = Number(scope.zone.slice(4, 6)) * 60 + Number(scope.zone.slice(7, 9))
  return new Date(world.now.getTime() + minutes * 60_000 + from * DAY).toISOString().slice(0, 10)
}

interface Review {
  readonly mode?: 'replace' | 'temporary'
  readonly from: number
  readonly to?: number
  readonly prices: Readonly<Record<string, string>>
  readonly isHeld?: true
  /** Rate of the tax that the prices contain. */
  readonly tax?: string
}

/** A review as its approval leaves it; or one in approval, which holds its keys. */
async function review({ mode = 'replace', from, to, prices, isHeld, tax }: Review): Promise<string> {
  const id = String((documents += 1))
  const state = isHeld ? 'underApproval' : 'approved'
  await world.query(
    `insert into price_review (id, no, state, version, round, scope_id, drafter_id, updated_by, created_at, updated_at, area_id, classification_code,
       trade_term_code, currency, basis, tax_mode, tax_rate, mode, effective_from, effective_to, retro, reason)
     values ($1::bigint, 'PA' || $1::bigint, $6, 1, 1, $2, 1, 1, $3, $3, 2, 'PC', 'FOB', 'USD', 'other', $8, $9, $4, $5, $7, 'yes', 'New prices')`,
    [
      id,
      scope.id,
      world.now,
      mode,
      day(from),
      state,
      to === undefined ? null : day(to),
      tax ? 'inclusive' : 'exclusive',
      tax ?? null,
    ],
  )
  await world.query(
    `insert into document (document_id, document_type, no, scope_id, drafter_id, state, round, updated_at)
     values ($1::bigint, 'priceReview', 'PA' || $1::bigint, $2, 1, $4, 1, $3)`,
    [id, scope.id, world.now, state],
  )
  await world.query(
    `insert into price_review_line (document_id, round, line_no, sku_code, price)
     select $1, 1, row_number() over (order by key), key, value::numeric from jsonb_each_text($2)`,
    [id, JSON.stringify(prices)],
  )
  await world.query('select price_hold_take($1)', [id])
  if (!isHeld) await world.query('select price_apply($1)', [id])
  return id
}

const act = (action: string, id: string, input: object, key?: string, account = 'in.finance') =>
  world.act(account, action, { id, input: { reason: 'The model ends', ...input } }, key, priceReviewDocument)

const refusalsOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => ['done'],
    (error: unknown) =>
      error instanceof Refused
        ? error.refusals.map((refusal) => `${refusal.field}: ${refusalText('en', refusal)}`)
        : Promise.reject(error as Error),
  )

/** The prices of a product, each with its first and its last day from today. */
async function list(sku: string): Promise<string[]> {
  const rows = await world.query<{ from: number; to: number | null; price: string }>(
    `select (r.valid_from at time zone 'UTC' + substr($2, 4)::interval)::date - $3::date as "from",
       (r.valid_to at time zone 'UTC' + substr($2, 4)::interval)::date - 1 - $3::date as "to", r.price
     from price_row r join price_key k on k.id = r.key_id where k.sku_code = $1 and r.known_until is null order by r.valid_from`,
    [sku, scope.zone, day(0)],
  )
  return rows.map(({ from, to, price }) => `${from}..${to ?? ''} ${price}`)
}

/** The rows that the changes come to, replayed from nothing, are those that stand. */
async function expectReplayed(): Promise<void> {
  const [{ wrong } = { wrong: -1 }] = await world.query<{ wrong: number }>(
    `select count(*)::int as wrong from price_row r where (r.known_until is null) <>
       (exists (select from price_change c where c.after_id = r.id) and not exists (select from price_change c where c.before_id = r.id))`,
  )
  expect(wrong).toBe(0)
}

describe('acts on an approved price review', () => {
  it('prices end early, of some products or of all; only those of a temporary review give way to what was before', async () => {
    await review({ from: -20, prices: { A1: '100', A2: '200' } })
    const promotion = await review({ mode: 'temporary', from: -2, to: 10, prices: { A1: '90', A2: '180' } })
    await act('endEarly', promotion, { day: day(3), skuCodes: 'A1' })
    expect(await list('A1')).toEqual(['-20..-3 100.00', '-2..3 90.00', '4..10 100.00', '11.. 100.00'])
    expect(await list('A2')).toEqual(['-20..-3 200.00', '-2..10 180.00', '11.. 200.00'])
    const lasting = await review({ from: 20, prices: { A1: '80' } })
    await act('endEarly', lasting, { day: day(30) })
    expect((await list('A1')).slice(-2)).toEqual(['11..19 100.00', '20..30 80.00'])
    await act('endEarly', lasting, { day: day(25) })
    expect((await list('A1')).slice(-1)).toEqual(['20..25 80.00'])
    const acts = await world.query(
      `select a.seq, j.sequence, (select count(*)::int from price_change c where c.document_id = $1 and c.act = 'end') as ended
       from document_act a join ledger_journal j on j.document_id = a.document_id and j.sequence = a.seq where a.document_id = $1 order by a.seq`,
      [lasting],
    )
    expect(acts).toEqual([
      { seq: 1, sequence: 1, ended: 2 },
      { seq: 2, sequence: 2, ended: 2 },
    ])
    await expectReplayed()
  })

  it('a revoked price never begins, and what it would have replaced comes back', async () => {
    await review({ from: -20, prices: { B1: '100' } })
    await review({ from: 40, prices: { B1: '70' } })
    const coming = await review({ from: 5, prices: { B1: '90', B2: '50' } })
    expect(await list('B1')).toEqual(['-20..4 100.00', '5.. 90.00'])
    const key = randomUUID()
    const first = await act('revoke', coming, {}, key)
    expect(await list('B1')).toEqual(['-20..4 100.00', '5..39 100.00', '40.. 70.00'])
    expect(await list('B2')).toEqual([])
    expect(await act('revoke', coming, {}, key)).toEqual(first)
    expect(await refusalsOf(act('revoke', coming, {}))).toEqual([
      'validity: This is not possible while “Validity” is “Inactivated”',
    ])
    await expectReplayed()
  })

  it('an extended price holds longer in place of what followed, unless a later document says another price', async () => {
    await review({ from: -20, prices: { C1: '100', C2: '200' } })
    const promotion = await review({ mode: 'temporary', from: -2, to: 10, prices: { C1: '90', C2: '180' } })
    await act('extend', promotion, { day: day(15) })
    expect(await list('C1')).toEqual(['-20..-3 100.00', '-2..15 90.00', '16.. 100.00'])
    await review({ from: 18, prices: { C1: '70' } })
    expect(await refusalsOf(act('extend', promotion, { day: day(20) }))).toEqual([
      `day: Document PA${documents} sets another price of C1 in this time`,
    ])
    await act('extend', promotion, { day: day(20), skuCodes: 'C2' })
    expect(await list('C2')).toEqual(['-20..-3 200.00', '-2..20 180.00', '21.. 200.00'])
    await review({ mode: 'temporary', from: 25, to: 30, prices: { C2: '150' }, isHeld: true })
    expect(await refusalsOf(act('extend', promotion, { day: day(26), skuCodes: 'C2' }))).toEqual([
      `day: Document PA${documents} is in approval for the same price`,
    ])
    await expectReplayed()
  })

  it('an act is refused for products of another document, for a day that is over, and without its right', async () => {
    const one = await review({ from: -5, prices: { D1: '10' } })
    expect(await refusalsOf(act('endEarly', one, { day: day(2), skuCodes: 'D1 D2' }))).toEqual([
      'skuCodes: Product D2 is not in a line of this review',
    ])
    expect(await refusalsOf(act('endEarly', one, { day: day(-1) }))).toEqual([
      `day: The last day cannot be before today (${day(0)})`,
    ])
    expect(await refusalsOf(act('endEarly', one, { reason: '' }))).toEqual([
      'day: Last day is required',
      'reason: Reason is required',
    ])
    expect(await refusalsOf(act('extend', one, { day: day(9) }))).toEqual([
      'day: No price of this review ends before this day',
    ])
    expect(await refusalsOf(act('endEarly', one, { day: day(2) }, undefined, 'in.channel'))).toEqual([
      expect.stringMatching(/price\.review\.change|Change after approval/),
    ])
  })

  it('an act is offered where it would change a price: none is extended that has no last day, and none ended that ends today', async () => {
    const offered = async (id: string) => {
      const context = await world.contextOf('in.finance')
      const { wire } = await reading(world.pool, (tx) =>
        loadDocument(tx, context, priceReviewDocument.definition, { id }),
      )
      return wire['acts']
    }
    const lasting = await review({ from: -5, prices: { J1: '10' } })
    expect(await offered(lasting)).toEqual(['endEarly'])
    expect(await refusalsOf(act('extend', lasting, { day: day(9) }))).toEqual([
      'day: No price of this review ends before this day',
    ])
    expect(await offered(await review({ from: -5, to: 3, prices: { J2: '10' } }))).toEqual(['endEarly', 'extend'])
    expect(await offered(await review({ from: -5, to: 0, prices: { J3: '10' } }))).toEqual(['extend'])
    expect(await offered(await review({ from: 5, to: 9, prices: { J4: '10' } }))).toEqual([
      'endEarly',
      'revoke',
      'extend',
    ])
    await act('endEarly', lasting, { day: day(2) })
    expect(await offered(lasting)).toEqual(['endEarly', 'extend'])
  })

  it('a revoked price gives back all that its review put aside, also after its last day', async () => {
    await review({ from: -20, prices: { F1: '100', F2: '200', F3: '300' } })
    await review({ from: 60, prices: { F2: '170' } })
    const coming = await review({ from: 5, to: 10, prices: { F1: '90', F2: '180', F3: '270' } })
    expect(await list('F1')).toEqual(['-20..4 100.00', '5..10 90.00'])
    await review({ from: 20, prices: { F3: '250' } })
    await act('revoke', coming, {})
    expect(await list('F1')).toEqual(['-20..4 100.00', '5.. 100.00'])
    expect(await list('F2')).toEqual(['-20..4 200.00', '5..59 200.00', '60.. 170.00'])
    // What a later document set stays.
    expect(await list('F3')).toEqual(['-20..4 300.00', '5..19 300.00', '20.. 250.00'])
    await expectReplayed()
  })

  it('revoking a price review restores no price that was itself revoked or ended', async () => {
    await review({ from: -20, prices: { G1: '100', G2: '200' } })
    const lower = await review({ from: 5, prices: { G1: '80' } })
    const promotion = await review({ mode: 'temporary', from: 10, to: 12, prices: { G1: '70' } })
    await act('revoke', lower, {})
    expect(await list('G1')).toEqual(['-20..4 100.00', '5..9 100.00', '10..12 70.00', '13.. 100.00'])
    await act('revoke', promotion, {})
    expect((await list('G1'))[2]).toEqual('10..12 100.00')
    const spring = await review({ mode: 'temporary', from: 5, to: 30, prices: { G2: '180' } })
    const week = await review({ mode: 'temporary', from: 20, to: 26, prices: { G2: '150' } })
    await act('endEarly', spring, { day: day(22) })
    expect(await list('G2')).toEqual(['-20..4 200.00', '5..19 180.00', '20..26 150.00', '27..30 200.00', '31.. 200.00'])
    await act('revoke', week, {})
    expect(await list('G2')).toEqual([
      '-20..4 200.00',
      '5..19 180.00',
      '20..22 180.00',
      '23..26 200.00',
      '27..30 200.00',
      '31.. 200.00',
    ])
    await expectReplayed()
  })

  it('a price that came from another classification since stands in the way of an extension', async () => {
    const short = await review({ from: -5, to: 5, prices: { H1: '90' } })
    await world.query(
      `with k as (select id, scope_id from price_key where sku_code = 'H1'), m as (select nextval('document_id') as id)
       select price_row_put(array[row(null, null, null, k.id, day_begin($1::date, $2), null, null, null, null, k.scope_id, 95, 'exclusive', 0, null, null, null, null,
         null, null, null, 'priceMove', m.id, 'PA1', 1, null)::price_row], '{temporary}', '{move}', '{1}', product_now(), 1, 'priceMove', m.id, 'PM1', 'Moved') from k, m`,
      [day(8), scope.zone],
    )
    expect(await refusalsOf(act('extend', short, { day: day(9) }))).toEqual([
      'day: Document PA1 sets another price of H1 in this time',
    ])
  })

  it('two racing acts leave one price for each instant, and each of them whole', async () => {
    await review({ from: -20, prices: { E1: '100' } })
    const promotion = await review({ mode: 'temporary', from: -2, to: 30, prices: { E1: '90' } })
    const outcomes = await Promise.all(
      [5, 10, 15, 20].map((end) => refusalsOf(act('endEarly', promotion, { day: day(end) }))),
    )
    expect(outcomes.flat().filter((outcome) => outcome === 'done').length).toBeGreaterThan(0)
    // Whichever came first, the earliest end stands: a later one finds nothing to end.
    expect((await list('E1'))[1]).toBe('-2..5 90.00')
    await expectReplayed()
  })
})

it('a price with another tax is a cut where it is lower without taxes, and by that much', async () => {
  await review({ from: -20, prices: { I1: '100', I2: '118', I3: '100' } })
  const taxed = await review({ from: 5, prices: { I1: '110', I2: '139.24', I3: '118' }, tax: '18' })
  const plain = await review({ from: 10, prices: { I1: '93', I2: '118', I3: '99' } })
  const cutsOf = async (id: string) =>
    (await reading(world.pool, (tx) => cutsAround(tx, id))).cuts
      .filter(({ sourceId }) => sourceId === id)
      .map(({ skuCode, oldPrice, newPrice }) => [skuCode, oldPrice, newPrice])
  expect(await cutsOf(taxed)).toEqual([['I1', '100.00', '93.22']])
  expect(await cutsOf(plain)).toEqual([
    ['I1', '93.22', '93.00'],
    ['I3', '100.00', '99.00'],
  ])
  const higher = await review({ from: 15, prices: { I1: '100' }, tax: '7' })
  expect(await cutsOf(higher)).toEqual([])
  expect(await cutsOf(await review({ from: 20, prices: { I1: '95' }, tax: '7' }))).toEqual([['I1', '100.00', '95.00']])
})
