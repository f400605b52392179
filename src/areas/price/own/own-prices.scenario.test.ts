import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { INDIA, OTHER_MODEL, PHONE, SAME_MODEL, TERM, TERM_SHARER } from '#test/helpers/company/fixtures.ts'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'
import { type Notice, ownPricesWorld } from '#test/helpers/prices/own-prices-world.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { priceFeed } from '../feed/price-feed.doc.ts'
import { priceReview } from '../review/price-review.doc.ts'
import type { OwnPrice } from './own-price.list.ts'

// What the staff of a distributor are told of their prices, and which of them they see.

let world: Awaited<ReturnType<typeof ownPricesWorld>>
beforeAll(async () => {
  world = await ownPricesWorld()
})
afterAll(() => world?.close())

describe('notices of own prices', () => {
  it('staff of a customer are told once of prices of theirs when these are approved, not before, and of each later change of them', async () => {
    const { told, own, ask, agree, act } = world
    const asked = await ask({ [PHONE]: '45000.00', [SAME_MODEL]: '50000.00' })
    expect(await told()).toEqual([])
    await agree(asked)
    const [first, ...others] = await told()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      documentNo: asked.no,
      title: 'New prices',
      text: 'Announced to your company',
      opinion: `2 prices, from ${testDay(5)}`,
      url: `/process/price/pc/own?announcement=${asked.no}`,
    })
    // Nothing of who, why, for whom else and at which cost.
    expect(JSON.stringify(first)).not.toMatch(/margin|cost|floor|rival|C-IN-0002|PC-IN|"(actor|drafter)Name":"/i)
    expect((await told('in.dist', 'zh')).map(({ title, text }) => [title, text])).toEqual([
      ['新价格', '已向贵公司公布'],
    ])
    const announced = await own({ announcement: asked.no, state: 'pending' })
    expect(announced.map(({ skuCode, price }) => [skuCode, price])).toEqual(
      expect.arrayContaining([
        [PHONE, '45000.00'],
        [SAME_MODEL, '50000.00'],
      ]),
    )
    await act('extend', asked, { day: testDay(30), skuCodes: PHONE })
    await act('endEarly', asked, { day: testDay(10) })
    await act('revoke', asked, { skuCodes: SAME_MODEL })
    expect((await told()).toReversed().map(({ title, opinion }) => `${title}: ${opinion}`)).toEqual([
      `New prices: 2 prices, from ${testDay(5)}`,
      `Prices that hold longer: 1 price, until ${testDay(30)}`,
      `Prices that end early: 2 prices, until ${testDay(10)}`,
      `Announced prices that will not come: 1 price, announced from ${testDay(5)}`,
    ])
    expect(await told('in.channel')).toEqual([])
  })

  it('staff of a customer are told of prices that came by a feed, and once more when the feed is taken back', async () => {
    const { classification, told } = world
    const before = (await told()).length
    const line = {
      sourceRow: 1,
      classificationCode: classification,
      tradeTermCode: TERM,
      currency: INDIA.currency,
      taxMode: 'exclusive' as const,
      effectiveFrom: testDay(60),
    }
    const { data, msg } = await world.company.as('hq.pricing').submit(priceFeed, {
      idcCode: INDIA.idcCode,
      areaId: INDIA.areaId,
      source: 'file',
      reference: 'Prices of the spring',
      lines: [
        { ...line, skuCode: PHONE, price: '44000.00' },
        { ...line, sourceRow: 2, skuCode: SAME_MODEL, price: '49000.00', effectiveFrom: testDay(70) },
      ],
    })
    expect([msg, data?.state]).toEqual([msg, 'applied'])
    const lasting = (notices: readonly Notice[]) =>
      notices.slice(0, notices.length - before).map(({ documentNo, title, opinion }) => [documentNo, title, opinion])
    const news = [data.no, 'New prices', `2 prices, from ${testDay(60)}`]
    expect(lasting(await told())).toEqual([news])
    const undone = await world.company.server.call('hq.pricing', `${priceFeed.api}/undo`, {
      id: data.id,
      input: { reason: 'Sent by mistake' },
    })
    expect([undone.msg, undone.status]).toEqual([undone.msg, 200])
    const back = [data.no, 'Prices that were taken back', `2 prices, announced from ${testDay(60)}`]
    expect(lasting(await told())).toEqual([back, news])
    expect((await told('in.dist', 'zh'))[0]).toMatchObject({ documentNo: data.no, title: '价格已撤销' })
    expect(await told('in.channel')).toEqual([])
  })

  it('nobody is told of prices that were rejected or are for other customers, other terms or in other currencies', async () => {
    const { told, ask, agree } = world
    const before = (await told()).length
    const [{ other } = { other: '' }] = await world.company.query<{ other: string }>(
      `select min(customer_code) as other from customer_trade_term where enabled and trade_term_code = $1 and customer_code like 'C-IN-%' and customer_code <> $2`,
      [TERM, TERM_SHARER],
    )
    const rejected = await ask({ [OTHER_MODEL.sku]: '45000.00' })
    await world.company.decideNext(priceReview, rejected.formInstanceId, 'reject')
    const [{ term } = { term: '' }] = await world.company.query<{ term: string }>(
      `select min(code) as term from trade_term where enabled and code not in (select trade_term_code from customer_trade_term where customer_code = $1)`,
      [TERM_SHARER],
    )
    for (const header of [
      { classificationCode: 'PC-IN-04' },
      { classificationCode: null, customerCode: other },
      { tradeTermCode: term },
      { currency: 'USD' },
    ])
      await agree(await ask({ [OTHER_MODEL.sku]: '45000.00' }, header))
    expect((await told()).length).toBe(before)
  })
})

describe('own prices', () => {
  it('own prices are those in the currency of the country of the customer, and what was agreed with the customer alone', async () => {
    const { told, own, ask, agree } = world
    const dollars = (await own()).filter(({ currency }) => currency !== INDIA.currency)
    expect(dollars).toEqual([])
    await agree(
      await ask({ [PHONE]: '500.00' }, { currency: 'USD', classificationCode: null, customerCode: TERM_SHARER }),
    )
    const found = (await own()).filter(({ currency }) => currency === 'USD')
    expect(found).toMatchObject([{ skuCode: PHONE, price: '500.00', source: 'customer' }])
    expect((await told())[0]).toMatchObject({ title: 'New prices', opinion: `1 price, from ${testDay(5)}` })
  })

  it('own prices are taken home as a paper in the language of the reader, a table for each trade term', async () => {
    const { own } = world
    const pdf = async (account: string, language: 'zh' | 'en', query = '') => {
      const { status, headers, bytes } = await world.company.server.fetch(
        account,
        `/aps/price/own/pdf${query}`,
        language,
      )
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
      return (await pdfPages(bytes)).map(({ text }) => text)
    }
    const [page = '', ...others] = await pdf('in.dist', 'en', `?skuCode=${PHONE}&sort=-price`)
    const rows = await own({ skuCode: PHONE })
    expect(rows.length).toBeGreaterThan(1)
    const [{ name } = { name: '' }] = await world.company.query<{ name: string }>(
      'select name_en as name from customer where code = $1',
      [TERM_SHARER],
    )
    for (const text of [
      'My prices',
      name,
      PHONE,
      'Effective from',
      'To Be Effective',
      testDay(5),
      'Without tax',
      '0 %',
    ])
      expect([text, [page, ...others].join('').includes(text.replaceAll(' ', ''))]).toEqual([text, true])
    for (const { tradeTermCode, price } of rows) {
      const amount = Number(price).toLocaleString('en', { minimumFractionDigits: 2 })
      expect([tradeTermCode, amount, page.includes(tradeTermCode), page.includes(amount)]).toEqual([
        tradeTermCode,
        amount,
        true,
        true,
      ])
    }
    expect(page).toContain('Page1of')
    expect(page).not.toMatch(/margin|cost|floor|previous|C-IN-0002|PA2/i)
    expect((await pdf('in.dist', 'zh')).join('')).toContain('待生效')
    expect((await world.company.server.fetch('in.channel', '/aps/price/own/pdf')).status).toBe(403)
    // Without a customer there is nothing to print.
    expect((await pdf('admin', 'en')).join('')).not.toContain(PHONE)
  })
  it('the box that finds everything finds own prices by the beginning of a product, for the people of a customer alone', async () => {
    const { own } = world
    const found = async (account: string, keyword: string) =>
      (
        await world.company.server.call<{ kind: string; found: { title: string; url: string }[] }[]>(
          account,
          '/aps/find',
          {
            keyword,
          },
        )
      ).data.flatMap(({ kind, found: things }) => (kind === 'ownPrices' ? things : []))
    const [{ skuCode }] = (await own()) as [OwnPrice]
    const things = await found('in.dist', skuCode.slice(0, -2).toLowerCase())
    expect(things).toContainEqual(
      expect.objectContaining({ title: skuCode, url: `/process/price/pc/own?skuCode=${encodeURIComponent(skuCode)}` }),
    )
    expect(new Set(things.map(({ title }) => title)).size).toBe(things.length)
    expect(await found('in.channel', skuCode)).toEqual([])
  })
})
