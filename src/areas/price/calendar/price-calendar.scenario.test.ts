import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INDIA, SAME_MODEL, TERM } from '#test/helpers/company/fixtures.ts'
import { testCompany, type TestCompany } from '#test/helpers/company/test-company.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import type { PriceRow } from '../list/price-row.list.ts'

// The prices of one key between two days.

const CALENDAR = '/aps/price/calendar'
/** A classification without prices of this trade term, so that the test sees its own alone. */
const PARTY = 'PC-IN-06'

let company: TestCompany
beforeAll(async () => {
  company = await testCompany()
  await company.query(
    `insert into price_classification (code, name_en, name_zh, area_id, scope_id) select $2, $2, $2, id, organisation_id from area where id = $1 on conflict do nothing`,
    [INDIA.areaId, PARTY],
  )
  await company.query(
    `insert into price_key (scope_id, area_id, classification_code, sku_code, trade_term_code, currency)
     select organisation_id, id, $2, $3, $4, $5 from area where id = $1 on conflict do nothing`,
    [INDIA.areaId, PARTY, SAME_MODEL, TERM, INDIA.currency],
  )
})
afterAll(() => company?.close())

/** Writes a price for days from today, or takes what stands then away as revoked. */
async function put(price: number, from: number, to: number | null, mode: string, act = 'put'): Promise<void> {
  await company.query(
    `select price_row_put(array[row(null, null, null, k.id, day_begin($3::date, o.timezone), day_begin($4::date, o.timezone), null, null, null, k.scope_id, $5::numeric,
       'exclusive', 0, null, null, null, null, 'promotion', null, null, 'demonstration', null, null, null, null)::price_row], array[$6], array[$7], array[1],
       product_now(), 1, 'demonstration', null, null, null)
     from price_key k join organisation o on o.id = k.scope_id where k.classification_code = $1 and k.sku_code = $2`,
    [PARTY, SAME_MODEL, testDay(from), to === null ? null : testDay(to + 1), price, mode, act],
  )
}

interface Dated {
  readonly row: PriceRow
  readonly isTemporary: boolean
}
const calendar = (body: object, account = 'in.channel') => company.server.call<Dated[]>(account, CALENDAR, body)

describe('the calendar of a key', () => {
  it('shows what was, is and comes, which price is temporary, and what was revoked', async () => {
    await put(100, -40, null, 'replace')
    await put(90, -5, 4, 'temporary')
    await put(80, 30, null, 'replace')
    await put(80, 30, null, 'clear', 'revoke')
    await put(85, 40, null, 'replace')
    const [any] = await company.query<{ id: string }>(
      `select max(r.id)::text as id from price_row r join price_key k on k.id = r.key_id where k.classification_code = $1 and k.sku_code = $2`,
      [PARTY, SAME_MODEL],
    )
    const { id } = any!
    const asked = { id, from: testDay(-60), to: testDay(60) }
    const { data, msg } = await calendar(asked)
    const said = data.map(({ row, isTemporary }) => [
      row.price,
      row.effectiveFrom,
      row.effectiveTo,
      row.state,
      isTemporary,
    ])
    expect(said, msg).toEqual([
      ['100.00', testDay(-40), testDay(-6), 'expired', false],
      ['90.00', testDay(-5), testDay(4), 'effective', true],
      ['100.00', testDay(5), testDay(29), 'pending', false],
      ['85.00', testDay(40), null, 'pending', false],
      ['80.00', testDay(30), null, 'inactivated', false],
    ])
    const week = await calendar({ id, from: testDay(-10), to: testDay(-6) })
    expect(week.data.map(({ row }) => row.effectiveFrom)).toEqual([testDay(-40)])
    expect(data.every(({ row }) => row.costBasis === null && row.margin === null)).toBe(true)

    const refused = async (more: object) => {
      const { status, error } = await calendar({ ...asked, ...more })
      return [status, error?.field]
    }
    expect(await refused({ from: '2026-02-30' })).toEqual([400, 'from'])
    expect(await refused({ to: testDay(-61) })).toEqual([400, 'to'])
    expect(await refused({ to: testDay(400) })).toEqual([400, 'to'])
    expect((await calendar({ ...asked, id: '999999999999' })).status).toBe(404)
    expect((await calendar(asked, 'id.channel')).status).toBe(404)
    expect((await calendar(asked, 'in.dist')).status).toBe(403)
  })
})
