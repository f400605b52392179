import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { creditRebate } from '#areas/funds/funds.facade.ts'
import { amount } from '#kernel/base/money/money.ts'
import { schemeReceivablesAdjustment } from '#areas/scheme/receivables-adjustment/scheme-receivables-adjustment.doc.ts'
import { OTHER_CUSTOMER } from '#test/helpers/company/fixtures.ts'
import { claimStory } from '#test/helpers/scheme/claim-story.ts'
import { demoDatabase, type DemoServer, demoServer } from '#test/helpers/servers/demo-server.ts'
import { CURRENCY, type FundsWorld, fundsWorld, postedInvoice, UNIT } from '#test/helpers/scheme/funds-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { schemeStory, type SchemeStory } from '#test/helpers/scheme/scheme-story.ts'

// Receivables are adjusted: by the customer's rebate, by a scheme, as a loss, or moved to another customer (domain.md
// 2.11).

let server: DemoServer
let story: SchemeStory
let world: FundsWorld
let invoices = 0
let item = ''

beforeAll(async () => {
  const database = await demoDatabase()
  server = await demoServer(database)
  story = await schemeStory(server)
  world = await fundsWorld(database)
})

beforeEach(async () => {
  item = `RA-${(invoices += 1)}`
  // 1,180.00 with tax.
  await postedInvoice(world, {
    no: item,
    customer: story.customer,
    issuedOn: story.day(1),
    lines: [{ quantity: 10, price: '100.00' }],
  })
})

afterAll(async () => {
  await world?.close()
  await server?.close()
})

const line = (amountOf: string, more: object = {}) => ({
  itemNo: item,
  direction: 'decrease',
  amount: amountOf,
  ...more,
})

/** By country finance, for the default customer. */
const adjust = (lines: readonly object[], header: object = {}, schemeNo = '', account = 'in.finance') =>
  story.hand(schemeReceivablesAdjustment, account, schemeNo, {
    customerCode: story.customer,
    operatingUnitCode: UNIT,
    currency: CURRENCY,
    adjustReason: 'shortPayment',
    costBearing: 'no',
    taxDocument: 'none',
    postingDate: story.day(20),
    reason: 'As agreed with the customer',
    lines,
    ...header,
  })

const agree = (acted: Acted) => story.agree(schemeReceivablesAdjustment, acted.formInstanceId)

async function stands(customer = story.customer) {
  const all = await world.accounts(customer)
  const of = (kind: string) => all.find((each) => each.kind === kind && each.customerCode === customer)
  const text = (value: { toFixed(digits: number): string } | undefined) => value?.toFixed(2) ?? '0.00'
  return { owes: text(of('RECEIVABLE')?.rcv), rebate: text(of('REBATE')?.avl), frozen: text(of('REBATE')?.occ) }
}

async function open(no = item) {
  const [row] = await world.query<{ open: string; locked: string }>(
    `select sum(open)::text as open, sum(locked)::text as locked from receivable_item where no = $1`,
    [no],
  )
  return row
}

const less = (before: string, by: number) => (Number(before) - by).toFixed(2)

const sound = async () => [
  ...(await brokenInvariants((text, values) => server.query(text, values))),
  ...(await world.broken()),
]

async function credited(value: string) {
  const by = world.by('approve')
  await world.act(by, async () =>
    creditRebate(by, await world.accounts(story.customer), [
      {
        customerCode: story.customer,
        operatingUnitCode: UNIT,
        currency: CURRENCY,
        amount: amount(value),
        line: 1,
        schemeNo: null,
        creditedOn: story.day(1),
        expiresOn: null,
        productClass: null,
        taxMode: 'none',
      },
    ]),
  )
}

describe('an adjustment of receivables', () => {
  it('a receivable is locked while its adjustment is in approval and reduced at the last approval; no invoice is changed', async () => {
    const before = await stands()
    const invoices = () =>
      server.query(`select md5(string_agg(i::text || l::text, '' order by i.id, l.line_no)) as all from customer_invoice i
        join customer_invoice_line l on l.invoice_id = i.id`)
    const invoiced = await invoices()
    const { data } = await adjust([line('100.00')])
    expect(data.state).toBe('underApproval')
    expect(await open()).toEqual({ open: '1180.00', locked: '100.00' })
    expect(await stands()).toEqual(before)

    expect((await agree(data)).data.state).toBe('approved')
    expect(await open()).toEqual({ open: '1080.00', locked: '0.00' })
    expect(await stands()).toEqual({ ...before, owes: less(before.owes, 100) })
    expect(await invoices()).toEqual(invoiced)
    expect(await sound()).toEqual([])
  })

  it('a rejected adjustment restores the receivable and releases its lock', async () => {
    const { data } = await adjust([line('100.00')])
    await story.decide(schemeReceivablesAdjustment, data.formInstanceId, 'reject')
    expect(await open()).toEqual({ open: '1180.00', locked: '0.00' })
  })

  it("a receivable is paid by the customer's rebate, which is frozen at the submit", async () => {
    await credited('500.00')
    const before = await stands()
    const { data } = await adjust([line('500.00')], { adjustReason: 'rebateOffset' })
    expect(await stands()).toEqual({ ...before, rebate: less(before.rebate, 500), frozen: '500.00' })
    expect((await adjust([line('0.01')], { adjustReason: 'rebateOffset' })).error?.key).toBe('funds.exceedsRebate')

    await agree(data)
    expect(await stands()).toEqual({ owes: less(before.owes, 500), rebate: less(before.rebate, 500), frozen: '0.00' })
    expect(await sound()).toEqual([])
  })

  it("a withdrawn rebate offset releases the customer's rebate", async () => {
    await credited('80.00')
    const before = await stands()
    const { data } = await adjust([line('80.00')], { adjustReason: 'rebateOffset' })
    await story.withdraw(schemeReceivablesAdjustment, 'in.finance', data)
    expect(await stands()).toEqual(before)
    expect(await open()).toEqual({ open: '1180.00', locked: '0.00' })
  })

  it('an adjustment is borne by a scheme, which gets the amount back when the receivable increases again', async () => {
    const scheme = await story.scheme([{ amount: '600.00' }])
    const before = await story.buckets()
    const down = await adjust(
      [line('400.00', { fundingNo: 1 })],
      { adjustReason: 'priceDifference', costBearing: 'yes' },
      scheme.no,
    )
    expect(await story.parts(scheme.no)).toMatchObject([{ committed: '600.00', freeCommitted: '200.00' }])
    await agree(down.data)
    expect(await story.parts(scheme.no)).toMatchObject([{ committed: '200.00', executed: '400.00' }])
    expect(await story.state(scheme.no)).toBe('partialExecution')
    const paid = await story.buckets()
    expect(Number(paid.exe) - Number(before.exe)).toBe(400)
    expect(paid.avl).toBe(before.avl)
    expect((await open())?.open).toBe('780.00')

    const up = await adjust(
      [line('150.00', { fundingNo: 1, direction: 'increase' })],
      { adjustReason: 'priceDifference', costBearing: 'yes' },
      scheme.no,
    )
    await agree(up.data)
    expect(await story.parts(scheme.no)).toMatchObject([{ committed: '350.00', executed: '250.00' }])
    expect((await open())?.open).toBe('930.00')
    expect(await sound()).toEqual([])
  })

  it('a receivable moves to another customer with its age', async () => {
    const to = OTHER_CUSTOMER
    const [from, before] = [await stands(), await stands(to)]
    const { data } = await adjust([line('1180.00', { direction: 'move', toCustomerCode: to })])
    await agree(data)
    expect((await stands()).owes).toBe(less(from.owes, 1180))
    expect((await stands(to)).owes).toBe(less(before.owes, -1180))
    expect(await open(`${data.no}/1`)).toEqual({ open: '1180.00', locked: '0.00' })
    expect(await sound()).toEqual([])
  })

  it('a receivable is written off only as bad debt, by headquarters whatever the amount', async () => {
    const { data } = await adjust([line('1180.00')], { adjustReason: 'badDebt' })
    const steps = await server.query<{ key: string }>(
      `select s->>'key' as key from approval_instance i, jsonb_array_elements(i.steps) s where i.document_id = $1`,
      [data.id],
    )
    expect(steps.map(({ key }) => key)).toEqual(expect.arrayContaining(['hqOwner', 'hqFinance']))
    await agree(data)
    expect((await open())?.open).toBe('0.00')
    expect(await sound()).toEqual([])
  })

  it('a receivable loses no more than a difference without being called bad debt, in one or several steps', async () => {
    expect((await adjust([line('118.01')])).error?.key).toBe('scheme.hiddenWriteOff')
    expect((await adjust([line('11.81')], { adjustReason: 'smallBalance' })).error?.key).toBe('scheme.hiddenWriteOff')
    expect((await adjust([line('60.00')])).data.state).toBe('underApproval')
    expect((await adjust([line('60.00')])).error?.key).toBe('scheme.hiddenWriteOff')
  })
})

describe('a refused adjustment of receivables', () => {
  it.each([
    ['beyond what is open', () => adjust([line('1180.01')], { adjustReason: 'badDebt' }), 'funds.exceedsOpen'],
    ['of an item that he does not have', () => adjust([line('1.00', { itemNo: 'NONE' })]), 'scheme.itemUnknown'],
    ['of an item in another currency', () => adjust([line('1.00')], { currency: 'USD' }), 'scheme.itemUnknown'],
    ['without a note (Q14)', () => adjust([line('1.00')], { reason: '' }), 'document.required'],
    ['without a customer (Q1)', () => adjust([line('1.00')], { customerCode: '' }), 'document.required'],
    [
      'to the same customer (B6)',
      () => adjust([line('1.00', { direction: 'move', toCustomerCode: story.customer })]),
      'funds.sameCustomer',
    ],
    ['as a move to nobody', () => adjust([line('1.00', { direction: 'move' })]), 'scheme.receiverMissing'],
    [
      'as a decrease to somebody',
      () => adjust([line('1.00', { toCustomerCode: story.customer })]),
      'scheme.receiverOfMove',
    ],
    [
      'upwards as bad debt',
      () => adjust([line('1.00', { direction: 'increase' })], { adjustReason: 'badDebt' }),
      'scheme.onlyDecrease',
    ],
    [
      'with a tax document that the country has not',
      () => adjust([line('1.00')], { taxDocument: 'vatCreditNote' }),
      'scheme.taxDocumentDiffers',
    ],
    ['with tax and no tax document', () => adjust([line('10.00', { taxAmount: '1.52' })]), 'scheme.taxDocumentDiffers'],
    [
      'with more tax than amount',
      () => adjust([line('10.00', { taxAmount: '10.01' })], { taxDocument: 'gstCreditNote' }),
      'scheme.taxBeyondAmount',
    ],
    [
      'where a scheme is to bear it and none is named',
      () => adjust([line('1.00', { fundingNo: 1 })], { costBearing: 'yes' }),
      'scheme.bearerMissing',
    ],
    [
      'where no scheme bears it and a line names one',
      () => adjust([line('1.00', { fundingNo: 1 })]),
      'scheme.bearerNotAsked',
    ],
    [
      'by a rebate that is not there',
      () => adjust([line('900.00')], { adjustReason: 'rebateOffset' }),
      'funds.exceedsRebate',
    ],
  ])('an adjustment of receivables is refused: %s', async (_, act, key) => {
    expect((await act()).error?.key).toBe(key)
  })

  it('an adjustment is refused beyond the rest of its scheme, or beyond its accruals without direct execution', async () => {
    const borne = { adjustReason: 'priceDifference', costBearing: 'yes' }
    const free = await story.scheme([{ amount: '100.00' }])
    expect((await adjust([line('100.01', { fundingNo: 1 })], borne, free.no)).error?.key).toBe('budget.exceedsStage')
    const accrued = await story.scheme([{ amount: '100.00' }], { directExecution: 'no' })
    expect((await adjust([line('50.00', { fundingNo: 1 })], borne, accrued.no)).error?.key).toBe('scheme.notDirectly')
    await (await claimStory(server, story)).accrue(accrued, '50.00')
    const [first, second] = [line('30.00', { fundingNo: 1 }), line('20.01', { fundingNo: 1 })]
    expect((await adjust([first, second], borne, accrued.no)).error).toMatchObject({
      key: 'scheme.notDirectly',
      row: 1,
    })
    expect((await adjust([line('50.00', { fundingNo: 9 })], borne, free.no)).error?.key).toBe('scheme.fundingUnknown')
    const late = { ...borne, postingDate: story.day(121) }
    expect((await adjust([line('50.00', { fundingNo: 1 })], late, free.no)).error?.key).toBe(
      'scheme.borneAfterDeadline',
    )
  })

  it('an adjustment is refused when one line spends what another returns to the same funding line', async () => {
    const borne = { adjustReason: 'priceDifference', costBearing: 'yes' }
    const scheme = await story.scheme([{ amount: '100.00' }])
    const paid = await adjust([line('60.00', { fundingNo: 1 })], borne, scheme.no)
    await agree(paid.data)
    const up = line('50.00', { fundingNo: 1, direction: 'increase' })
    const { error } = await adjust([up, line('40.01', { fundingNo: 1 })], borne, scheme.no)
    expect(error).toMatchObject({ key: 'budget.exceedsStage', row: 1 })
    expect((await adjust([up, line('40.00', { fundingNo: 1 })], borne, scheme.no)).data.state).toBe('underApproval')
  })

  it('an adjustment is refused when a decrease and a move take more of one item than it has', async () => {
    const lines = [line('1000.00'), line('180.01', { direction: 'move', toCustomerCode: OTHER_CUSTOMER })]
    const content = {
      schemeNo: '',
      idcCode: 'IN',
      areaId: story.budget.area,
      customerCode: story.customer,
      operatingUnitCode: UNIT,
      currency: CURRENCY,
      adjustReason: 'badDebt',
      costBearing: 'no',
      taxDocument: 'none',
      postingDate: story.day(20),
      reason: 'x',
      lines,
    }
    const { data } = await server.call<{ refusals: { key: string; row?: number }[] }>(
      'in.finance',
      '/aps/scheme/receivablesAdjustment/check',
      content,
    )
    expect(data.refusals.map(({ key, row }) => `${key} ${row}`)).toContain('funds.exceedsOpen 1')
  })

  it('an adjustment by a person who does not see the customer is answered as not found', async () => {
    const { status } = await adjust([line('1.00')], {}, '', 'id.finance')
    expect(status).toBe(404)
  })

  it('twenty adjustments of all of one open item run at once, and exactly one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => adjust([line('1180.00')], { adjustReason: 'badDebt' })),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(new Set(answers.flatMap(({ error }) => (error ? [error.key] : [])))).toEqual(new Set(['funds.exceedsOpen']))
    expect(await open()).toEqual({ open: '1180.00', locked: '1180.00' })
    expect(await sound()).toEqual([])
  })
})
