import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTurn, relayOnce } from '#kernel/platform/outbox/relay.ts'
import { INDIA, OTHER_MODEL, TERM, TERM_SHARER } from '#test/helpers/company/fixtures.ts'
import { ownPricesWorld, takePrices } from '#test/helpers/prices/own-prices-world.ts'
import { testDay } from '#test/helpers/test-clock.ts'

// What the staff of a distributor are told where prices change for some customers of a classification and not for others.

let world: Awaited<ReturnType<typeof ownPricesWorld>>
beforeAll(async () => {
  world = await ownPricesWorld()
})
afterAll(() => world?.close())

describe('notices of prices that really change', () => {
  const OF_CUSTOMER = { classificationCode: null, customerCode: TERM_SHARER }
  /** Products of one kind that no other test of this file asks prices for. */
  const products = async () =>
    (
      await world.company.query<{ code: string }>(
        `select s.code from sku s where s.enabled and s.spu_code = (select spu_code from sku where code = $1) and s.code <> $1 order by s.code`,
        [OTHER_MODEL.sku],
      )
    ).map(({ code }) => code)

  it('staff of both classifications are told once of prices that go from one to the other, and from which day, also where a relay dies', async () => {
    const { classification, told, since, ask, agree } = world
    const [skuCode = ''] = await products()
    const other = 'PC-IN-05'
    await world.company.query(
      `insert into price_classification (code, name_en, name_zh, area_id, scope_id)
       select $2, $2, $2, a.id, a.organisation_id from area a where a.id = $1 on conflict do nothing`,
      [INDIA.areaId, other],
    )
    await agree(await ask({ [skuCode]: '61000.00' }, { mode: 'replace', effectiveTo: null }))
    const before = (await told()).length
    const move = async (ids: readonly string[], classificationCode: string) => {
      const { data, msg, status } = await world.company.server.call<{ ids: string[]; no: string }>(
        'in.finance',
        '/aps/gs/price/update/classification',
        { ids, classificationCode, effectiveFrom: testDay(30), reason: 'The group of the margin is split' },
      )
      expect([msg, status]).toEqual([msg, 200])
      return data
    }
    const rows = await world.company.query<{ id: string }>(
      `select r.id::text from price_row r join price_key k on k.id = r.key_id where k.sku_code = $1 and k.classification_code = $2 and r.known_until is null and r.price = 61000`,
      [skuCode, classification],
    )
    const left = await move(
      rows.map(({ id }) => id),
      other,
    )
    // This relay tells, and dies before its transaction ends.
    const dying = inTurn(takePrices, async () => Promise.reject(new Error('killed')))
    await expect(relayOnce(world.pool, dying)).rejects.toThrow('killed')
    const gone = `Prices that no longer hold: 1 price, from ${testDay(30)}`
    expect(await since(before)).toEqual([gone])
    expect(JSON.stringify((await told())[0])).not.toMatch(/margin|group|PC-IN|"(actor|drafter)Name":"/i)
    await world.company.query(`update app_user set language = 'zh' where account = 'in.dist'`)
    await move(left.ids, classification)
    expect(await since(before)).toEqual([gone, `New prices: 1 个价格，${testDay(30)} 起生效`])
    expect((await told('in.dist', 'zh')).slice(0, 2).map(({ title }) => title)).toEqual(['新价格', '不再适用的价格'])
    await world.company.query(`update app_user set language = 'en' where account = 'in.dist'`)
  })

  it('staff of a customer with a price of its own are told of that of the classification only for the days that are left', async () => {
    const { told, since, ask, agree, act } = world
    const [, skuCode = '', same = ''] = await products()
    await agree(await ask({ [skuCode]: '55000.00', [same]: '56000.00' }, { effectiveTo: testDay(9), ...OF_CUSTOMER }))
    const before = (await told()).length
    await agree(await ask({ [skuCode]: '57000.00' }, { effectiveTo: testDay(9) }))
    expect(await since(before)).toEqual([])
    const longer = await ask({ [skuCode]: '58000.00', [same]: '56000.00' }, { effectiveTo: testDay(20) })
    await agree(longer)
    const told10 = `New prices: 2 prices, from ${testDay(10)}`
    expect(await since(before)).toEqual([told10])
    // The price of the customer becomes what its classification pays: nothing changes.
    await agree(await ask({ [same]: '56000.00' }, { effectiveTo: testDay(20), ...OF_CUSTOMER }))
    await act('endEarly', longer, { day: testDay(8), skuCodes: same })
    expect(await since(before)).toEqual([told10])
    await act('extend', longer, { day: testDay(25), skuCodes: skuCode })
    expect(await since(before)).toEqual([told10, `Prices that hold longer: 1 price, until ${testDay(25)}`])
    // The same price once more.
    await agree(await ask({ [skuCode]: '58000.00' }, { effectiveFrom: testDay(12), effectiveTo: testDay(25) }))
    expect(await since(before)).toHaveLength(2)
  })

  it('a person who works for two customers gets a message for each, by its name, with what changes for it alone', async () => {
    const { classification, told, since, ask, agree } = world
    const [, , , skuCode = ''] = await products()
    const before = (await told()).length
    const [second] = await world.company.query<{ code: string; name: string }>(
      `update customer set classification_code = $1 where code = (select min(customer_code) from customer_trade_term
         where enabled and trade_term_code = $2 and customer_code like 'C-IN-%' and customer_code <> $3) returning code, name_en as name`,
      [classification, TERM, TERM_SHARER],
    )
    const [first] = await world.company.query<{ name: string }>(
      'select name_en as name from customer where code = $1',
      [TERM_SHARER],
    )
    const works = `user_id = (select id from app_user where account = 'in.dist') and customer_code = $1`
    await world.company.query(
      `insert into user_customer (user_id, customer_code) select id, $1 from app_user where account = 'in.dist'`,
      [second!.code],
    )
    await agree(await ask({ [skuCode]: '59000.00' }))
    const about = `1 price, from ${testDay(5)}`
    expect((await since(before)).toSorted()).toEqual(
      [first!.name, second!.name].map((name) => `New prices: ${name}: ${about}`).toSorted(),
    )
    await world.company.query(`delete from user_customer where ${works}`, [second!.code])
  })
})
