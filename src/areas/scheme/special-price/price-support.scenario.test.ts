import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { schemeAdjust } from '#areas/scheme/adjustment/scheme-adjust.doc.ts'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { schemeSpecialPrice } from '#areas/scheme/special-price/scheme-special-price.doc.ts'
import { grantedBudget, INDIA, TERM_SHARER } from '#test/helpers/company/fixtures.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { CURRENCY } from '#test/helpers/scheme/funds-world.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'
import { testDay } from '#test/helpers/test-clock.ts'
import { type SpecialPriceStory, specialPriceStory } from '#test/helpers/scheme/claim-story.ts'

// The same units are never paid by both a special price and a price support (decision 071).

let server: DemoServer
let story: SchemeStory
let special: SpecialPriceStory

beforeAll(async () => {
  server = await demoServer(await demoDatabase())
  story = await schemeStory(server)
  special = await specialPriceStory(server, story)
})

beforeEach(() => special.next())

afterAll(() => server?.close())

describe('a special price and a price support for the same units', () => {
  /** A customer without a special price. */
  let customerCode = ''

  /** A budget of the customer's own country and of the month. */
  const budgetFor = async (day: string = testDay(0)) => {
    const [of] = await server.query<{ country: string }>(
      'select country_code as country from customer where code = $1',
      [customerCode],
    )
    const [year, month] = day.split('-').map(Number)
    return grantedBudget(story.company, INDIA, of!.country, { year: year!, month: month! })
  }

  const ask = async (header: { readonly validFrom?: string; readonly [field: string]: unknown }) =>
    special.ask([special.line({ budgetCode: await budgetFor(header.validFrom) })], header)

  const support = async (
    header: { readonly startDate?: string; readonly [field: string]: unknown } = {},
    beneficiary: object = { customerCode },
  ) => {
    const [product] = await server.query<{ spu: string }>('select spu_code as spu from sku where code = $1', [
      special.skus()[0]!.code,
    ])
    const budgetCode = await budgetFor(header.startDate)
    const line = { ...beneficiary, budgetCode, amount: '50.00', skuCode: null, spuCode: product!.spu, basis: 'sellOut' }
    return story.apply([line], {
      schemeType: 'priceSupport',
      currency: CURRENCY,
      startDate: testDay(0),
      endDate: testDay(5),
      ...header,
    })
  }

  it('a special price and a price support for the same units never meet, whichever is first, unless the support allows it', async () => {
    customerCode = TERM_SHARER
    const of = { customerCode, stackable: 'yes' }
    const supported = await support()
    const refused = await ask(of)
    expect([refused.error?.key, refused.msg]).toEqual([
      'scheme.alsoSupported',
      expect.stringContaining(supported.data.no),
    ])
    await story.agree(schemeApplication, supported.data.formInstanceId)
    expect((await ask(of)).error?.key).toBe('scheme.alsoSupported')
    const later = { validFrom: testDay(6), validTo: testDay(8) }
    expect((await ask({ ...of, ...later })).data.state).toBe('underApproval')

    // Nor by days that are added afterwards.
    const longer = await story.hand(schemeAdjust, 'in.channel', supported.data.no, {
      newEndDate: testDay(7),
      lines: [],
    })
    expect(longer.error?.key).toBe('scheme.specialBefore')

    // The amounts that it paid stay paid, also after its end.
    const over = `update scheme set state = $2, start_date = $3, end_date = $4 where no = $1`
    await server.query(over, [supported.data.no, 'expired', testDay(0), testDay(5)])
    expect((await ask({ ...of, validTo: testDay(5) })).error?.key).toBe('scheme.alsoSupported')
    await server.query(over, [supported.data.no, 'terminated', testDay(-3), testDay(-1)])
    const { data } = await ask({ ...of, validTo: testDay(5) })
    expect((await support()).error).toMatchObject({ key: 'scheme.specialBefore', row: 0 })
    await story.agree(schemeSpecialPrice, data.formInstanceId)
    expect((await support()).error?.key).toBe('scheme.specialBefore')
    const ended = `update special_price set state = 'expired', used = $2 where document_no = $1`
    await server.query(ended, [data.no, 1])
    expect((await support()).error?.key).toBe('scheme.specialBefore')
    await server.query(ended, [data.no, 0])
    expect((await support()).data.state).toBe('underApproval')
    expect((await support({ schemeType: 'sellOutRebate' })).data.state).toBe('underApproval')
  })

  it('a special price and a price support may be combined where both are stackable', async () => {
    const days = { validFrom: testDay(9), validTo: testDay(10) }
    const at = { startDate: testDay(9), endDate: testDay(10), stackable: 'yes' }
    expect((await support(at)).data.state).toBe('underApproval')
    const refused = await ask({ customerCode, ...days })
    expect(refused.error?.key).toBe('scheme.alsoSupported')
    expect((await ask({ customerCode, stackable: 'yes', ...days })).data.state).toBe('underApproval')
    expect((await support({ ...at, stackable: 'no' })).error?.key).toBe('scheme.specialBefore')
    expect((await support(at)).data.state).toBe('underApproval')
  })

  it('a special price and a price support never meet when the customer is in the supported channel', async () => {
    const channel = 'CH-IN-SUPPORT'
    await server.query(
      `insert into customer_channel (code, name_zh, name_en, status, area_id, scope_id)
       select $1, '连锁', 'Chains', 1, id, organisation_id from area where id = $2`,
      [channel, story.budget.area],
    )
    await server.query('update customer set channel_code = $1 where code = $2', [channel, customerCode])
    const beneficiary = { customerCode: null, channelCode: channel }
    const [first, second, third] = [20, 22, 24].map((day) => ({
      days: { validFrom: testDay(day), validTo: testDay(day) },
      header: { startDate: testDay(day), endDate: testDay(day) },
    }))
    const supported = await support(first!.header, beneficiary)
    expect(supported.data?.state ?? supported.msg).toBe('underApproval')
    expect((await ask({ customerCode, ...first!.days })).error?.key).toBe('scheme.alsoSupported')
    await story.agree(schemeApplication, supported.data.formInstanceId)
    expect((await ask({ customerCode, ...first!.days })).error?.key).toBe('scheme.alsoSupported')

    expect((await ask({ customerCode, ...second!.days })).data.state).toBe('underApproval')
    expect((await support(second!.header, beneficiary)).error).toMatchObject({ key: 'scheme.specialBefore', row: 0 })
    const longer = await story.hand(schemeAdjust, 'in.channel', supported.data.no, {
      newEndDate: second!.days.validTo,
      lines: [],
    })
    expect(longer.error?.key).toBe('scheme.specialBefore')

    const both = await Promise.all([ask({ customerCode, ...third!.days }), support(third!.header, beneficiary)])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])

    // A device that comes into the channel with a special price is not paid by both.
    const claim = await story.hand(schemeExecute, 'in.channel', supported.data.no, {
      customerCode,
      claimPeriod: first!.days.validFrom.slice(0, 7),
      payoutType: 'standard',
      postingDate: testDay(0),
      lines: [{ fundingNo: 1, amount: '1.00', remark: 'As reported' }],
    })
    expect(claim.error?.key).not.toBe('scheme.specialBefore')
    await server.query(
      'update special_price set valid_from = $3, valid_to = $3 where customer_code = $1 and valid_from = $2',
      [customerCode, second!.days.validFrom, first!.days.validFrom],
    )
    const met = await story.hand(schemeExecute, 'in.channel', supported.data.no, {
      customerCode,
      claimPeriod: first!.days.validFrom.slice(0, 7),
      payoutType: 'standard',
      postingDate: testDay(0),
      lines: [{ fundingNo: 1, amount: '1.00', remark: 'As reported' }],
    })
    expect(met.error?.key).toBe('scheme.specialBefore')
    await server.query('update customer set channel_code = null where code = $1', [customerCode])
  })

  it('a special price and a price support submitted at the same moment never meet: one is refused', async () => {
    for (let day = 11; day < 17; day += 1) {
      const days = { validFrom: testDay(day), validTo: testDay(day) }
      const both = await Promise.all([
        ask({ customerCode, ...days }),
        support({ startDate: testDay(day), endDate: testDay(day) }),
      ])
      expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
      const refused = both.find(({ status }) => status === 400)
      expect(['scheme.alsoSupported', 'scheme.specialBefore']).toContain(refused?.error?.key)
    }
  })
})
