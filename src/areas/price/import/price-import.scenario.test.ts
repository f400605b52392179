import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priceReview } from '#areas/price/review/price-review.doc.ts'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { CUSTOMER, INDIA, TERM } from '#test/helpers/company/fixtures.ts'
import { companyOn, type TestCompany } from '#test/helpers/company/test-company.ts'
import { type ImportWorld, importWorld, problemsOf } from '#test/helpers/import-world.ts'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { costImport } from './cost-import.ts'
import { priceImport } from './price-import.ts'

const PRICES =
  'Area,Price classification,Customer,SKU ID,Trade term,Currency,Price,Tax,Tax rate,Effective from,Effective to,Application basis'.split(
    ',',
  )
const COSTS = ['Area', 'SKU ID', 'Currency', 'Unit cost', 'Least margin (%)', 'Effective from']

/** Prices that are far from those before are written only with a reason. */
const WHY = 'New year, new prices'

/** Three phones that India sells. */
const [PHONE, SAME_MODEL, OTHER_MODEL] = ['BZ5-BK-4128', 'BZ5-BK-464', 'BZ4S-BK-464'] as const

const TERMS = { tradeTermCode: TERM, taxMode: 'exclusive', mode: 'replace', retro: 'no', basis: 'marketPrice' } as const

let world: ImportWorld
let company: TestCompany
/** Area, classification and currency of the customer that the rows are for. */
let at: { area: string; classification: string; currency: string }

beforeAll(async () => {
  world = await importWorld(await demoDatabase(), [priceImport, costImport], 'hq.pricing')
  company = companyOn(world.server)
  const [found] = await company.query<typeof at>(
    `select a.area_code as area, m.classification_code as classification, y.currency from customer m join country y on y.code = m.country_code
     join area a on a.id = y.area_id where m.code = $1`,
    [CUSTOMER],
  )
  at = found!
})

afterAll(() => world?.close())

interface PriceCells {
  readonly sku?: string
  readonly customer?: string
  readonly price: string
  readonly from: string
  readonly to?: string
  readonly more?: Readonly<Record<number, string>>
}

function priceRow({ sku = PHONE, customer = '', price, from, to = '', more = {} }: PriceCells): string[] {
  const classification = customer === '' ? at.classification : ''
  const row = [
    at.area,
    classification,
    customer,
    sku,
    TERM,
    at.currency,
    price,
    'exclusive',
    '',
    from,
    to,
    'newProduct',
  ]
  return row.map((cell, index) => more[index] ?? cell)
}

const read = (kind: string, header: readonly string[], rows: readonly (readonly string[])[]) =>
  world.read([header, ...rows], { kind, account: 'hq.pricing' })

async function imported(rows: readonly (readonly string[])[], mode: 'all' | 'good' = 'all'): Promise<ImportRunView> {
  const run = await read('prices', PRICES, rows)
  expect((await world.act('run', run, { mode, reason: WHY })).status).toBe(200)
  await world.work()
  return world.detail(run.importId)
}

async function takenBack(run: ImportRunView): Promise<ImportRunView> {
  const answer = await world.act('undo', run)
  expect(answer.msg).toBe('success')
  await world.work()
  return world.detail(run.importId)
}

/** The feeds that the rows of a run became. */
const feedsOf = ({ importId }: Pick<ImportRunView, 'importId'>) =>
  company.query<{ id: string; no: string; state: string; line_count: number }>(
    'select id::text, no, state, line_count from price_feed where reference = $1 order by id',
    [`PI${importId.padStart(8, '0')}`],
  )

/** `price from to` of what stands for a product and the classification or a customer, by days of the area. */
async function standing(sku: string, customer: string | null = null): Promise<string[]> {
  const rows = await company.query<{ shown: string }>(
    `select r.price::int || ' ' || (r.valid_from at time zone 'UTC' + substr(o.timezone, 4)::interval)::date || ' '
       || coalesce(((r.valid_to at time zone 'UTC' + substr(o.timezone, 4)::interval)::date - 1)::text, '') as shown
     from price_row r join price_key k on k.id = r.key_id join organisation o on o.id = r.scope_id
     where r.known_until is null and k.sku_code = $1 and k.customer_code is not distinct from $2
       and ($2::text is not null or k.classification_code = $3) and k.trade_term_code = $4 and k.currency = $5 and k.area_id = $6 order by r.valid_from`,
    [sku, customer, at.classification, TERM, at.currency, INDIA.areaId],
  )
  return rows.map(({ shown }) => shown)
}

describe('prices from a workbook', () => {
  it('hostile rows are refused at their cells: wrong SKU, no party and two, unknown codes, days, rates and prices that cannot be', async () => {
    const good = { price: '100', from: '2031-01-01' }
    const run = await read('prices', PRICES, [
      priceRow({ ...good, more: { 3: 'NO-SUCH' } }),
      priceRow({ ...good, more: { 1: '' } }),
      priceRow({ ...good, more: { 2: CUSTOMER } }),
      priceRow({ ...good, more: { 1: "PC'; drop table price_row; --" } }),
      priceRow({ ...good, more: { 0: 'XX' } }),
      priceRow({ ...good, more: { 4: 'EXW-9' } }),
      priceRow({ ...good, more: { 5: 'EUR' } }),
      priceRow({ ...good, to: '2030-12-31' }),
      priceRow({ ...good, more: { 7: 'inclusive' } }),
      priceRow({ ...good, more: { 7: 'inclusive', 8: '100.01' } }),
      priceRow({ ...good, price: '0' }),
      priceRow({ ...good, price: '1,5' }),
      priceRow({ ...good, customer: 'C-ID-0001' }),
      priceRow({ ...good, sku: SAME_MODEL, price: '１,２34.50' }),
      priceRow({ ...good, sku: SAME_MODEL, price: '9' }),
      priceRow({ ...good, price: '=1+1' }),
      // A rate has four decimals, as in the form.
      priceRow({ ...good, sku: SAME_MODEL, from: '2031-02-01', more: { 7: 'inclusive', 8: '18.1255' } }),
      priceRow({ ...good, sku: SAME_MODEL, from: '2031-03-01', more: { 7: 'inclusive', 8: '18.12555' } }),
      priceRow({ ...good, price: '1000000000.01' }),
    ])
    expect(problemsOf(await world.rows(run.importId))).toEqual([
      [2, 'sku price.wrongSku'],
      [3, 'classification price.partyMissing'],
      [4, 'customer price.partyTwice'],
      [5, 'classification price.classificationUnknown'],
      [6, 'area price.areaUnknown'],
      [7, 'term price.tradeTermUnknown'],
      [8, 'currency price.currencyUnknown'],
      [9, 'to price.datesReversed'],
      [10, 'taxRate price.taxRateMissing'],
      [11, 'taxRate price.taxRateTooHigh'],
      [12, 'price excel.cellNotPositive'],
      [13, 'price excel.cellNotNumber'],
      [14, 'customer price.customerUnknown'],
      [15],
      expect.arrayContaining([16]),
      expect.arrayContaining([17]),
      [18],
      [19, 'taxRate excel.cellDecimalsOf'],
      [20, 'price price.priceTooHigh'],
    ])
    const [wrong] = await world.rows(run.importId, 'bad')
    expect(wrong?.errors[0]?.msg).toMatch(/^Wrong SKU: NO-SUCH/)
    expect(run.rows).toMatchObject({ good: 2, bad: 17 })
  })

  it('a dry run shows each price before and after, and taking back leaves what stood before, with its history', async () => {
    const before = await standing(PHONE)
    const run = await read('prices', PRICES, [
      priceRow({ price: '90', from: '2031-03-01', to: '2031-03-31' }),
      priceRow({ price: '80', from: '2031-06-01' }),
      priceRow({ price: '70', from: '2031-01-01', customer: CUSTOMER }),
    ])
    const rows = await world.rows(run.importId)
    expect(
      rows.map(({ action, before: old, after }) => [action, old?.['price'] === undefined, after?.['price']]),
    ).toEqual([
      ['update', false, '90.00'],
      ['update', false, '80.00'],
      [expect.any(String), expect.any(Boolean), '70.00'],
    ])
    await world.act('run', run, { mode: 'all', reason: WHY })
    await world.work()
    const open = before.at(-1)!.split(' ')[0]
    expect((await standing(PHONE)).slice(before.length - 1)).toEqual([
      expect.stringMatching(new RegExp(`^${open} .* 2031-02-28$`)),
      '90 2031-03-01 2031-03-31',
      `${open} 2031-04-01 2031-05-31`,
      '80 2031-06-01 ',
    ])
    const [feed] = await feedsOf(run)
    const [history] = await company.query<{ count: number; no: string }>(
      `select count(*)::int as count, min(document_no) as no from price_change where document_type = 'priceFeed' and document_id = $1`,
      [feed?.id],
    )
    expect(history?.count).toBeGreaterThanOrEqual(6)
    expect(history?.no).toBe(feed?.no)
    expect(feed).toMatchObject({ no: expect.stringMatching(/^PF2026/), state: 'applied', line_count: 3 })
    const back = await takenBack(await world.detail(run.importId))
    expect(await feedsOf(run)).toMatchObject([{ state: 'undone' }])
    expect(back).toMatchObject({ state: 'undone', rows: { undone: 3 } })
    expect(await standing(PHONE)).toEqual(before)
    const acts = await company.query<{ act: string }>(
      `select distinct act from price_change where document_type = 'priceFeed' and document_id = $1 and parent_id is null order by 1`,
      [feed?.id],
    )
    expect(acts.map(({ act }) => act)).toEqual(['put', 'restore', 'revoke'])
  })

  it('taking back is refused as a whole, with the import that changed a price since', async () => {
    const first = await imported([
      priceRow({ sku: SAME_MODEL, price: '55', from: '2032-01-01' }),
      priceRow({ price: '56', from: '2032-01-01' }),
    ])
    const second = await imported([priceRow({ sku: SAME_MODEL, price: '54', from: '2032-02-01' })])
    const stood = [await standing(PHONE), await standing(SAME_MODEL)]
    const kept = await takenBack(first)
    expect(kept).toMatchObject({ state: 'done', rows: { undone: 0, kept: 1 } })
    const [row] = await world.rows(first.importId, 'bad')
    expect(row?.errors[0]?.msg).toContain((await feedsOf(second))[0]?.no)
    expect([await standing(PHONE), await standing(SAME_MODEL)]).toEqual(stood)
    expect(await takenBack(second)).toMatchObject({ state: 'undone' })
  })

  it('a price that changed between check and run is refused and named, and with the good rows the others are written', async () => {
    const run = await read('prices', PRICES, [
      priceRow({ sku: SAME_MODEL, price: '45', from: '2033-01-01' }),
      priceRow({ price: '46', from: '2033-01-01' }),
    ])
    const other = await imported([priceRow({ sku: SAME_MODEL, price: '44', from: '2033-05-01' })])
    await world.act('run', run, { mode: 'all', reason: WHY })
    await world.work()
    const again = await world.detail(run.importId)
    expect(again).toMatchObject({ state: 'checked', rows: { bad: 1, applied: 0 } })
    await world.act('run', again, { mode: 'good', reason: WHY })
    await world.work()
    expect(await world.detail(run.importId)).toMatchObject({ state: 'done', rows: { applied: 1 } })
    expect((await world.rows(run.importId, 'bad'))[0]?.errors[0]?.msg).toContain((await feedsOf(other))[0]?.no)
    expect(await standing(PHONE)).toContain('46 2033-01-01 ')
  })

  it('a price that a document in approval holds is refused with the number of that document', async () => {
    const review = await company.as('in.channel').submit(priceReview, {
      title: 'A price in approval',
      ...INDIA,
      classificationCode: at.classification,
      ...TERMS,
      currency: at.currency,
      effectiveFrom: '2034-01-01',
      reason: 'The market',
      lines: [{ skuCode: OTHER_MODEL, price: '99.00' }],
    })
    expect(review.status, review.msg).toBe(200)
    const run = await read('prices', PRICES, [
      priceRow({ sku: OTHER_MODEL, price: '97', from: '2034-02-01' }),
      priceRow({ sku: OTHER_MODEL, price: '97', from: '2033-02-01', to: '2033-02-28' }),
    ])
    const rows = await world.rows(run.importId)
    expect(problemsOf(rows)).toEqual([[2, 'sku price.held'], [3]])
    expect(rows[0]?.errors[0]?.msg).toContain(review.data.no)
  })

  it('ten thousand rows, the later ones first, are written in parts as if they had come in order, and taken back', async () => {
    const skus = await company.query<{ code: string }>(
      `insert into sku (code, name_zh, name_en, spu_code, sell_in, life_cycle) select 'IMP-' || n, 'I', 'I', spu_code, sell_in, 'active'
       from sku, generate_series(1, 5000) n where code = $1 returning code`,
      [PHONE],
    )
    const rows = ['2035-06-01', '2035-01-01'].flatMap((from, turn) =>
      skus.map(({ code }) => priceRow({ sku: code, price: String(30 - turn), from })),
    )
    const begun = performance.now()
    const run = await read('prices', PRICES, rows)
    const checked = performance.now()
    expect(run.rows).toMatchObject({ total: 10_000, good: 10_000 })
    await world.act('run', run, { mode: 'good', reason: WHY })
    await world.work()
    const written = performance.now()
    expect(await standing('IMP-4999')).toEqual(['29 2035-01-01 2035-05-31', '30 2035-06-01 '])
    const result = await world.server.call<ImportRunView>('hq.pricing', '/aps/price/import/result', {
      importId: run.importId,
    })
    expect(result).toMatchObject({ status: 200, data: { state: 'done', rows: { applied: 10_000 } } })
    expect(await takenBack(result.data)).toMatchObject({ state: 'undone', rows: { undone: 10_000 } })
    expect(await standing('IMP-4999')).toEqual([])
    const undone = performance.now()
    const seconds = [checked - begun, written - checked, undone - written].map((ms) => Math.round(ms / 100) / 10)
    expect(Math.max(...seconds), `read, write, undo: ${seconds.join(' ')} s`).toBeLessThan(30)
  })

  it('people import with the right alone, and only for the areas of their organisations', async () => {
    const denied = await world.upload(
      { name: 'p.xlsx', bytes: new Uint8Array([1]) },
      { kind: 'prices', account: 'in.channel' },
    )
    expect(denied.status).toBe(403)
    const foreign = await world.read([PRICES, priceRow({ price: '1', from: '2031-01-01', more: { 0: 'ID' } })], {
      kind: 'prices',
      account: 'in.finance',
    })
    expect(foreign.rows).toMatchObject({ bad: 1 })
  })
})

describe('costs from a workbook', () => {
  it('costs are dated rows with a history, seen in the list by those with the right, and taken back', async () => {
    const costs = () =>
      company.query(
        `select c.unit_cost::text, c.floor_margin::text, c.valid_from, c.valid_to from price_cost c join price_cost_key k on k.id = c.key_id
         where c.known_until is null and k.sku_code = $1 and k.area_id = $2 and k.currency = $3 order by c.valid_from`,
        [PHONE, INDIA.areaId, at.currency],
      )
    const before = await costs()
    const row = (cost: string, floor: string, from: string, sku: string = PHONE) => [
      at.area,
      sku,
      at.currency,
      cost,
      floor,
      from,
    ]
    const run = await read('costs', COSTS, [
      row('77.50', '9', '2031-02-01'),
      row('78', '8.5', '2031-01-01'),
      row('78', '100', '2031-01-01', SAME_MODEL),
      row('78', '8', '2031-01-01', 'NO-SUCH'),
    ])
    expect(problemsOf(await world.rows(run.importId))).toEqual([
      [2],
      [3],
      [4, 'floor price.floorTooHigh'],
      [5, 'sku price.wrongSku'],
    ])
    await world.act('run', run, { mode: 'good', reason: WHY })
    await world.work()
    expect((await costs()).slice(before.length)).toMatchObject([
      { unit_cost: '78.00', floor_margin: '8.50' },
      { unit_cost: '77.50', floor_margin: '9.00', valid_to: null },
    ])
    const asked = { skuCode: PHONE, currency: at.currency, page: 1, limit: 10 }
    const list = await world.server.call<{ records: { cost: string }[] }>('hq.pricing', '/aps/price/cost/list', asked)
    expect(list.data.records.map(({ cost }) => cost)).toEqual(expect.arrayContaining(['78.00', '77.50']))
    expect((await world.server.call('in.channel', '/aps/price/cost/list', { page: 1, limit: 10 })).status).toBe(403)
    expect(await takenBack(await world.detail(run.importId))).toMatchObject({ state: 'undone' })
    expect(await costs()).toEqual(before)
  })
})
