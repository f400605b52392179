import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schemeAdjust } from '#areas/scheme/adjustment/scheme-adjust.doc.ts'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeExecute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import type { SchemeLine } from '#test/helpers/scheme/scheme-story.ts'
import { beneficiaryStory, type BeneficiaryStory, CHANNEL, keys } from '#test/helpers/scheme/claim-story.ts'

// Lines for one store of a customer, price protection for a channel, and changed lines (domain.md 2.4, decision 072).

let its: BeneficiaryStory
beforeAll(async () => {
  its = await beneficiaryStory()
})

afterAll(async () => {
  await its?.server.close()
})

describe('a scheme line for a store', () => {
  const line = (storeCode: string | null, more: object = {}): SchemeLine => ({
    amount: '400.00',
    basis: 'sellOut',
    ratePercent: null,
    unitAmount: '10.00',
    plannedQuantity: 40,
    storeCode,
    ...more,
  })
  const sellOut = { schemeType: 'sellOutRebate' }

  it('a line for a store counts the sales of that store and is claimed for it only', async () => {
    const [here, there] = its.stores
    const scheme = await its.claims.scheme([line(here)], sellOut)
    const sold = [await its.claims.soldIn(7101), await its.claims.soldIn(7102), await its.claims.soldIn(7103)]
    await its.claims.soldOut(sold[0]!, 5, here)
    await its.claims.soldOut(sold[1]!, 6, there)
    await its.claims.soldOut(sold[2]!, 7)
    expect(await its.counted(scheme, its.story.customer, { storeCode: here })).toBe(1)
    for (const storeCode of [null, there]) {
      const refused = await its.claims.claim(scheme, '10.00', {}, { storeCode })
      expect(refused.error).toMatchObject({ key: 'scheme.storeOfLine', params: { store: here }, field: 'storeCode' })
    }
    // A device sold elsewhere does not count.
    const elsewhere = await its.claims.claim(scheme, '10.00', {}, { storeCode: here, imeis: sold[1] })
    expect(elsewhere.error?.key).toBe('scheme.deviceNotCounted')
    await its.claims.paid(scheme, '10.00', {}, { storeCode: here, imeis: sold[0] })
    expect(await its.claims.broken()).toEqual([])
  })

  it('a line for a store is refused for stores of others and for bases that are not counted by store', async () => {
    const refusals = async (lines: readonly SchemeLine[], header: object = sellOut) =>
      (await its.check('application', its.story.content(lines, header))).refusals.map(
        ({ key, field }) => `${key} ${field}`,
      )
    expect(await refusals([line(its.stores[0]!)])).toEqual([])
    expect(await refusals([line('NOWHERE')])).toEqual(['scheme.storeUnknown storeCode'])
    expect(await refusals([line(its.stores[0]!, { customerCode: its.member })])).toEqual([
      'scheme.storeUnknown storeCode',
    ])
    expect(await refusals([line(its.stores[0]!, { basis: 'sellIn' })], {})).toEqual([
      'scheme.storeNotCounted storeCode',
    ])
    expect(await refusals([line(null, { customerCode: null })])).toEqual(['scheme.beneficiaryMissing customerCode'])
    expect(await refusals([line(null, { channelCode: CHANNEL })])).toEqual(['scheme.beneficiaryTwice channelCode'])
  })

  it('a line for a store does not overlap with a line for another store', async () => {
    const of = { skuCode: its.stock.otherSku }
    await its.claims.scheme([line(its.stores[0]!, of)], sellOut)
    const warned = async (storeCode: string | null) =>
      keys((await its.check('application', its.story.content([line(storeCode, of)], sellOut))).warnings).includes(
        'scheme.overlaps',
      )
    expect([await warned(its.stores[0]!), await warned(its.stores[1]!), await warned(null)]).toEqual([
      true,
      false,
      true,
    ])
  })
})

describe('price protection for a channel', () => {
  it('price protection for a channel freezes the stock of each customer and pays each for their own', async () => {
    const sku = its.stock.otherSku
    const mine = await its.stock.unit({ sku })
    const his = [
      await its.stock.unit({ sku, customer: its.member }),
      await its.stock.unit({ sku, customer: its.member }),
    ]
    await its.stock.unit({ sku, customer: its.outsider })
    const lines = [its.stock.line('100.00', 3, { skuCode: sku, customerCode: null, channelCode: CHANNEL })]
    const soft = await its.check('application', its.story.content(lines, its.stock.header))
    expect([keys(soft.refusals), soft.lines[0]?.values['stockUnits']]).toEqual([[], 3])
    // The same stock in two lines would be paid twice.
    const twice = await its.check(
      'application',
      its.story.content([...lines, its.stock.line('100.00', 1, { skuCode: sku })], its.stock.header),
    )
    expect(keys(twice.refusals)).toContain('scheme.stockTwice')

    const scheme = await its.story.apply(lines, its.stock.header)
    await its.story.agree(schemeApplication, scheme.data.formInstanceId)
    const claim = (customerCode: string, amount: string, line: object = {}) =>
      its.claims.claim(
        scheme.data,
        amount,
        { customerCode, claimPeriod: its.stock.periods[0] },
        { remark: null, ...line },
      )
    const foreign = await claim(its.story.customer, '100.00', { imeis: his[0] })
    expect(foreign.error?.key).toBe('scheme.deviceNotFrozen')
    const beyond = await claim(its.story.customer, '200.00', { quantity: 2 })
    expect(beyond.error).toMatchObject({ key: 'scheme.beyondFrozen', params: { left: 1 } })
    const paid = await claim(its.member, '200.00')
    await its.story.agree(schemeExecute, paid.data.formInstanceId)
    expect((await its.stock.claimed(paid.data.id)).map(({ imei }) => imei)).toEqual(his.toSorted())
    // A customer who joined the channel later has no frozen stock.
    await its.moved(its.outsider, CHANNEL)
    const late = await its.stock.unit({ sku, customer: its.outsider })
    const joined = await claim(its.outsider, '100.00', { imeis: late })
    expect(joined.error?.key).toBe('scheme.deviceNotFrozen')
    await its.moved(its.outsider, null)
    const own = await claim(its.story.customer, '100.00')
    await its.story.agree(schemeExecute, own.data.formInstanceId)
    expect(await its.stock.claimed(own.data.id)).toMatchObject([{ imei: mine, state: 'paid', amount: '100.00' }])
    expect(await its.claims.broken()).toEqual([])
  })
})

describe('a changed beneficiary of a scheme line', () => {
  const lineOf = async ({ no }: Acted) =>
    (
      await its.server.query<object>(
        `select l.customer_code as customer, l.channel_code as channel, l.store_code as store from scheme s
         join scheme_line l on l.scheme_id = s.id where s.no = $1`,
        [no],
      )
    )[0]
  const adjust = (scheme: Acted, line: object) =>
    its.story.hand(schemeAdjust, 'in.channel', scheme.no, { lines: [{ kind: 'scope', fundingNo: 1, ...line }] })
  const changed = async (scheme: Acted, line: object) => {
    const { data, msg } = await adjust(scheme, line)
    if (!data) throw new Error(msg)
    await its.story.agree(schemeAdjust, data.formInstanceId)
    return lineOf(scheme)
  }

  it('the beneficiary of a scheme line changes from a customer to its store, its channel and another customer', async () => {
    const scheme = await its.claims.scheme(
      [{ amount: '40.00', basis: 'sellOut', ratePercent: null, unitAmount: '1.00', plannedQuantity: 40 }],
      { schemeType: 'sellOutRebate' },
    )
    const own = { customer: its.story.customer, channel: null, store: null }
    expect(await changed(scheme, { newStoreCode: its.stores[0] })).toEqual({ ...own, store: its.stores[0] })
    expect(await changed(scheme, { newChannelCode: CHANNEL })).toEqual({
      customer: null,
      channel: CHANNEL,
      store: null,
    })
    expect((await adjust(scheme, { newStoreCode: its.stores[0] })).error?.key).toBe('scheme.storeOfChannel')
    expect((await adjust(scheme, { newChannelCode: CHANNEL })).error?.key).toBe('scheme.scopeNothing')
    expect(await changed(scheme, { newCustomerCode: its.story.customer, newStoreCode: its.stores[1] })).toEqual({
      ...own,
      store: its.stores[1],
    })
    expect(await changed(scheme, { newCustomerCode: its.story.customer })).toEqual(own)
    expect((await adjust(scheme, { newCustomerCode: its.member, newStoreCode: its.stores[0] })).error?.key).toBe(
      'scheme.storeUnknown',
    )
  })
})
