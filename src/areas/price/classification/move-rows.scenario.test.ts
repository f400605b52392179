import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INDIA, OTHER_MODEL, PHONE, SAME_MODEL, TERM } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceReview } from '../review/price-review.doc.ts'

// Prices that go to another classification of their area.

/** Classifications that the demonstration gives no prices for this trade term, so that a test sees its own alone. */
const [FROM, TO] = ['PC-IN-04', 'PC-IN-05'] as const
const ACCOUNT = 'in.finance'
const EDIT = '/aps/gs/price/edit-classification'
const UPDATE = '/aps/gs/price/update/classification'

interface Put {
  readonly sku: string
  readonly price: number
  readonly from: number
  readonly to?: number
  readonly classification?: string
  readonly customer?: string
  readonly no?: string
}

interface OpenRow {
  readonly price: string
  readonly from: string
  readonly to: string | null
}

let company: TestCompany
beforeAll(async () => {
  company = await testCompany()
  await company.query(
    `insert into price_classification (code, name_en, name_zh, area_id, scope_id)
     select c, c, c, a.id, a.organisation_id from area a, unnest($2::text[]) c where a.id = $1 on conflict do nothing`,
    [INDIA.areaId, [FROM, TO]],
  )
})
afterAll(() => company?.close())

/** Writes a price, from a day on that is so many days from today, and answers its id. */
async function put({
  sku,
  price,
  from,
  to,
  classification = FROM,
  customer,
  no = 'PA2601000009',
}: Put): Promise<string> {
  const key = [INDIA.areaId, customer ? null : classification, customer ?? null, sku, TERM, INDIA.currency]
  await company.query(
    `insert into price_key (scope_id, area_id, classification_code, customer_code, sku_code, trade_term_code, currency)
     select organisation_id, id, $2, $3, $4, $5, $6 from area where id = $1 on conflict do nothing`,
    key,
  )
  await company.query(
    `select price_row_put(array[row(null, null, null, k.id, day_begin($7::date, o.timezone), day_begin($8::date, o.timezone), null, null, null, k.scope_id,
       $9::numeric, 'exclusive', 0, 90, 50, 25, null, 'promotion', null, 'Manager', 'priceReview', null, $10::text, 1, null)::price_row], array['temporary'],
       array['put'], array[1], product_now(), 1, 'priceReview', null, $10, 'Spring')
     from price_key k join organisation o on o.id = k.scope_id
     where k.area_id = $1 and k.classification_code is not distinct from $2 and k.customer_code is not distinct from $3 and k.sku_code = $4
       and k.trade_term_code = $5 and k.currency = $6`,
    [...key, testDay(from), to === undefined ? null : testDay(to), price, no],
  )
  const [row] = await company.query<{ id: string }>('select max(id)::text as id from price_row where source_no = $1', [
    no,
  ])
  return row!.id
}

const standing = (sku: string, classification: string) =>
  company.query<OpenRow & { cost: string | null; margin: string | null; no: string }>(
    `select r.price::text as price, ((r.valid_from at time zone 'UTC') + interval '05:30')::date::text as "from",
       ((r.valid_to at time zone 'UTC') + interval '05:30')::date::text as "to", r.cost_basis::text as cost, r.margin::text as margin, r.source_no as no
     from price_row r join price_key k on k.id = r.key_id
     where k.sku_code = $1 and k.classification_code = $2 and k.trade_term_code = $3 and k.currency = $4 and r.known_until is null order by r.valid_from`,
    [sku, classification, TERM, INDIA.currency],
  )
const days = async (sku: string, classification: string) =>
  (await standing(sku, classification)).map(({ price, from, to }) => [price, from, to])

interface Refusal {
  readonly key: string
  readonly row: number | null
}
const edit = (ids: readonly string[], more: object = {}, account: string = ACCOUNT) =>
  company.server.call<{ rows: object[]; refusals: Refusal[]; choices: { code: string }[] }>(account, EDIT, {
    ids,
    classificationCode: TO,
    ...more,
  })
const update = (ids: readonly string[], more: object = {}, account: string = ACCOUNT) =>
  company.server.call<{ no: string; ids: string[] }>(account, UPDATE, {
    ids,
    classificationCode: TO,
    reason: 'The group was renamed',
    ...more,
  })

describe('prices that go to another classification', () => {
  it('a price in force ends on the day, goes on in the other classification, and comes back by the same call', async () => {
    const id = await put({ sku: PHONE, price: 20_000, from: -30 })
    const looked = await edit([id], { effectiveFrom: testDay(5) })
    expect(looked.data).toMatchObject({
      rows: [{ id, classificationCode: FROM, price: '20000.00', effectiveFrom: testDay(5), effectiveTo: null }],
      refusals: [],
      choices: expect.arrayContaining([expect.objectContaining({ code: TO })]),
    })
    expect(await days(PHONE, TO)).toEqual([])
    const moved = await update([id], { effectiveFrom: testDay(5) })
    expect(moved.status, moved.msg).toBe(200)
    expect(await days(PHONE, FROM)).toEqual([['20000.00', testDay(-30), testDay(5)]])
    const [now] = await standing(PHONE, TO)
    expect(now).toMatchObject({ price: '20000.00', from: testDay(5), to: null, no: 'PA2601000009' })
    const [cost] = await company.query<{ cost: string }>(
      `select c.unit_cost::text as cost from price_cost c join price_cost_key k on k.id = c.key_id
       where k.sku_code = $1 and k.area_id = $2 and k.currency = $3 and c.known_until is null`,
      [PHONE, INDIA.areaId, INDIA.currency],
    )
    expect(now!.cost).toBe(cost!.cost)
    expect(Number(now!.margin)).toBeCloseTo(((20_000 - Number(cost!.cost)) / 20_000) * 100, 2)
    const history = await company.query<{ act: string; reason: string; cause: string | null }>(
      `select c.act, c.reason, p.act as cause from price_change c left join price_change p on p.id = c.parent_id where c.document_no = $1 order by c.id`,
      [moved.data.no],
    )
    expect(history.map(({ act, cause }) => [act, cause])).toEqual([
      ['move', null],
      ['move', null],
      ['cut', 'move'],
    ])
    expect(new Set(history.map(({ reason }) => reason))).toEqual(new Set(['The group was renamed']))
    const back = await update(moved.data.ids, { classificationCode: FROM, effectiveFrom: testDay(5) })
    expect(back.status, back.msg).toBe(200)
    expect(await days(PHONE, TO)).toEqual([])
    expect(await days(PHONE, FROM)).toEqual([
      ['20000.00', testDay(-30), testDay(5)],
      ['20000.00', testDay(5), null],
    ])
  })

  it('a price that has not begun goes whole, and neighbours of one key go together', async () => {
    const ids = [
      await put({ sku: SAME_MODEL, price: 300, from: 3, to: 10, no: 'PA2601000010' }),
      await put({ sku: SAME_MODEL, price: 200, from: 10, no: 'PA2601000011' }),
    ]
    expect((await update(ids)).status).toBe(200)
    expect(await days(SAME_MODEL, FROM)).toEqual([])
    expect(await days(SAME_MODEL, TO)).toEqual([
      ['300.00', testDay(3), testDay(10)],
      ['200.00', testDay(10), null],
    ])
    const listed = await company.server.call<{ records: { state: string }[] }>(ACCOUNT, '/aps/gs/price/queryByPage', {
      no: 'PA2601000010',
    })
    expect(listed.data.records.map(({ state }) => state)).toEqual(['pending'])
  })

  it('a price that stands in the other classification is named, and of many prices none is moved', async () => {
    const { sku } = OTHER_MODEL
    const free = await put({ sku, price: 60, from: 40, to: 50, no: 'PA2601000012' })
    const met = await put({ sku, price: 61, from: 60, no: 'PA2601000013' })
    await put({ sku, price: 59, from: 70, to: 80, classification: TO, no: 'PA2601000014' })
    expect((await edit([free, met])).data.refusals).toMatchObject([{ key: 'price.standsThere', row: 1 }])
    for (const [language, text] of [
      ['en', /PC-IN-05 has a price of .*59\.00.*PA2601000014/],
      ['zh', /PC-IN-05 在该时段内已有 .*59\.00.*PA2601000014/],
    ] as const) {
      const body = { ids: [free, met], classificationCode: TO, reason: 'No' }
      const refused = await company.server.call(ACCOUNT, UPDATE, body, language)
      expect([refused.status, refused.error?.key]).toEqual([400, 'price.standsThere'])
      expect(refused.msg).toMatch(text)
    }
    expect(await days(sku, FROM)).toHaveLength(2)
    expect((await update([free])).status).toBe(200)
    expect(await days(sku, TO)).toEqual([
      ['60.00', testDay(40), testDay(50)],
      ['59.00', testDay(70), testDay(80)],
    ])
    const third = await put({ sku, price: 62, from: 65, to: 66, classification: 'PC-IN-01', no: 'PA2601000015' })
    const both = await edit([met, third], { classificationCode: 'PC-IN-02' })
    expect(both.data.refusals).toMatchObject([{ key: 'price.chosenTwice', row: 1 }])
  })

  it('prices that a person may not see, that ended, are over or are of a customer are refused, and so are days that are over', async () => {
    const { sku } = OTHER_MODEL
    const [foreign] = await company.query<{ id: string }>(
      `select min(r.id)::text as id from price_row r join price_key k on k.id = r.key_id
       where r.known_until is null and k.classification_code like 'PC-ID-%'`,
    )
    const over = await put({ sku, price: 10, from: -20, to: -10, no: 'PA2601000016' })
    const ofCustomer = await put({ sku, price: 10, from: 1, customer: 'C-IN-0001', no: 'PA2601000017' })
    const good = await put({ sku, price: 11, from: 200, to: 210, no: 'PA2601000018' })
    const key = async (ids: readonly string[], more: object = {}, account?: string) =>
      (await update(ids, more, account)).error?.key ?? null
    expect(await key([good, foreign!.id])).toBe(await key([good, '999999999999']))
    expect((await update([good, foreign!.id])).status).toBe(404)
    expect(await key([over])).toBe('price.rowOver')
    expect(await key([ofCustomer])).toBe('price.rowOfCustomer')
    expect(await key([good], { classificationCode: FROM })).toBe('price.classificationSame')
    expect(await key([good], { classificationCode: 'PC-ID-01' })).toBe('price.classificationUnknown')
    expect(await key([good], { classificationCode: "x'; drop table price_row; --" })).toBe(
      'price.classificationUnknown',
    )
    expect(await key([good], { effectiveFrom: testDay(-1) })).toBe('price.dayIsOver')
    expect((await update([good], { effectiveFrom: '2026-02-30' })).status).toBe(400)
    expect((await update([good, good])).status).toBe(400)
    expect((await update([])).status).toBe(400)
    expect((await update([good], { reason: '  ' })).status).toBe(400)
    for (const account of ['in.dist', 'in.channel', 'in.manager'])
      expect([account, (await update([good], {}, account)).status]).toEqual([account, 403])
    expect((await edit([good], {}, 'in.dist')).status).toBe(403)
    const unknown = await company.query(`select from price_key where classification_code like 'x''%'`)
    expect(unknown).toEqual([])
    expect(await days(sku, FROM)).toContainEqual(['11.00', testDay(200), testDay(210)])
  })

  it('a price that a document in approval asks for is refused with its number, on either side', async () => {
    const { sku } = OTHER_MODEL
    const id = await put({ sku, price: 12, from: 300, to: 310, no: 'PA2601000019' })
    for (const classificationCode of [FROM, TO]) {
      const asked = await company.server.call<{ no: string; formInstanceId: string }>(
        'in.channel',
        '/aps/gs/price/bpm/template-code',
        {
          title: 'Held',
          ...INDIA,
          classificationCode,
          tradeTermCode: TERM,
          basis: 'marketPrice',
          taxMode: 'exclusive',
          mode: 'temporary',
          effectiveFrom: testDay(305),
          effectiveTo: testDay(306),
          retro: 'no',
          reason: 'The market moved',
          lines: [{ skuCode: sku, price: '13.00' }],
        },
      )
      const refused = await update([id])
      expect([refused.error?.key, refused.msg]).toEqual([
        'price.held',
        `Document ${asked.data.no} is in approval for the same price`,
      ])
      await company.decideNext(priceReview, asked.data.formInstanceId, 'reject')
    }
    expect((await update([id])).status).toBe(200)
  })

  it('one of two people who move the same price at once does, and the other one reads who was faster', async () => {
    const id = await put({ sku: OTHER_MODEL.sku, price: 14, from: 400, to: 410, no: 'PA2601000020' })
    const answers = await Promise.all(
      [ACCOUNT, 'hq.pricing', ACCOUNT, 'hq.pricing'].map((account) => update([id], {}, account)),
    )
    const [done] = answers.filter(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, error, msg } of answers.filter((answer) => answer !== done)) {
      expect([status, error?.key]).toEqual([409, 'price.rowEnded'])
      expect(msg).toContain(done!.data.no)
    }
  })

  it('everything that a filter matches moves as it was looked at, and nothing where the list changed since', async () => {
    const { sku } = OTHER_MODEL
    for (const from of [500, 520]) await put({ sku, price: 15, from, to: from + 10, no: 'PA2601000021' })
    const filters = { no: 'PA2601000021', areaId: INDIA.areaId }
    const call = (path: string, more: object = {}) =>
      company.server.call<{ chosen: number; ids: string[]; refusals: Refusal[] }>(ACCOUNT, path, {
        filters,
        classificationCode: TO,
        effectiveFrom: testDay(500),
        ...more,
      })
    const looked = await call(EDIT)
    expect(looked.data, looked.msg).toMatchObject({ chosen: 2, refusals: [] })
    for (const chosen of [undefined, 1]) {
      const refused = await call(UPDATE, { reason: 'Renamed', chosen })
      expect([refused.status, refused.error?.key]).toEqual([409, 'price.chosenChanged'])
    }
    expect((await call(EDIT, { filters: { no: 'PA2601999999' } })).data).toMatchObject({ chosen: 0, refusals: [] })
    const moved = await call(UPDATE, { reason: 'Renamed', chosen: 2 })
    expect(moved.status, moved.msg).toBe(200)
    expect(moved.data.ids).toHaveLength(2)
    expect((await days(sku, TO)).filter(([price]) => price === '15.00')).toEqual([
      ['15.00', testDay(500), testDay(510)],
      ['15.00', testDay(520), testDay(530)],
    ])
    const all = await company.server.call('hq.pricing', EDIT, { filters: {}, classificationCode: TO })
    expect([all.status, all.error?.key]).toEqual([400, 'price.chosenTooMany'])
  })
})
