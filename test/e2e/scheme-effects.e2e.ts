import { randomInt } from 'node:crypto'
import { expect } from '@playwright/test'
import { schemeAnnualCarryover as carryover } from '#areas/scheme/carryover/scheme-annual-carryover.doc.ts'
import { schemeClawback as clawback } from '#areas/scheme/clawback/scheme-clawback.doc.ts'
import { schemeAdjustInvoice as invoiceAdjustment } from '#areas/scheme/invoice-adjustment/scheme-adjust-invoice.doc.ts'
import { schemeExecute as execute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { schemeReceivablesAdjustment as receivablesAdjustment } from '#areas/scheme/receivables-adjustment/scheme-receivables-adjustment.doc.ts'
import { schemeSpecialPrice as specialPrice } from '#areas/scheme/special-price/scheme-special-price.doc.ts'
import { schemeAdjustInvoice } from '#areas/scheme/invoice-adjustment/adjust-invoice.en.ts'
import { schemeAnnualCarryover } from '#areas/scheme/carryover/annual-carryover.en.ts'
import { schemeApplication } from '#areas/scheme/application/application.en.ts'
import { schemeClawback } from '#areas/scheme/clawback/clawback.en.ts'
import { schemeReceivablesAdjustment } from '#areas/scheme/receivables-adjustment/receivables-adjustment.en.ts'
import { schemeSpecialPrice } from '#areas/scheme/special-price/special-price.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { arrive } from './support/person.ts'
import { attach, choose, decideOnPhone, submitAtDesk, writeLine } from './support/scheme-desk.ts'
import { YEAR } from './support/application.ts'
import { type Arranged, claimedIn, type Place, placeOf, schemeIn, thisMonth } from './support/schemes.ts'
import { test } from './support/test.ts'

// Effects of schemes besides their own money: customers' funds, invoices, prices, the next year.

interface Owed {
  readonly itemNo: string
  readonly operatingUnitCode: string
  readonly free: string
}

test('a receivables adjustment is submitted with its reason and reduces an open item', async ({ browser, origin }) => {
  const place = await placeOf(origin)
  const customerCode = place.customers.find((code) => code.startsWith('C-IN'))!
  const owed = await companyAt(origin).call<{ records: readonly Owed[] }>('in.finance', '/aps/scheme/receivable/list', {
    page: 1,
    limit: 10,
    customerCode,
  })
  const item = owed.records.find(({ free }) => Number(free) > 100)!
  const person = await arrive(browser, 'in.finance', '/scheme/receivablesAdjustment/pc?type=new')
  const { page } = person
  const { fields, lineFields, options, titles } = schemeReceivablesAdjustment
  await choose(person, fields.adjustReason, options.adjustReason.shortPayment)
  await expect(page.getByRole('heading', { name: titles.shortPayment })).toBeVisible()
  await choose(person, fields.customerCode, customerCode)
  await choose(person, fields.operatingUnitCode, item.operatingUnitCode)
  await page.getByRole('textbox', { name: new RegExp(`^${fields.reason}`) }).fill('The bank took its fee')
  await writeLine(person, 1, [
    { column: lineFields.itemNo, value: item.itemNo, isChoice: true },
    { column: lineFields.direction, value: options.direction.decrease, isChoice: true },
    { column: lineFields.amount, value: '12.5' },
  ])
  const acted = await submitAtDesk(person, receivablesAdjustment)
  await decideOnPhone({
    browser,
    origin,
    document: receivablesAdjustment,
    acted,
    amount: '12.50',
  })
})

interface Invoiced {
  readonly invoiceLine: string
  readonly operatingUnitCode: string
  readonly legalEntityCode: string
}

test('an invoice adjustment returns a line of the invoice', async ({ browser, origin }) => {
  const place = await placeOf(origin)
  const customerCode = place.customers.filter((code) => code.startsWith('C-IN'))[1]!
  const invoiced = await companyAt(origin).call<{ records: readonly Invoiced[] }>(
    'in.finance',
    '/aps/scheme/invoice/list',
    {
      page: 1,
      limit: 10,
      customerCode,
    },
  )
  const line = invoiced.records[0]!
  const person = await arrive(browser, 'in.finance', '/scheme/adjustInvoice/pc?type=new')
  const { page } = person
  const { fields, lineFields, options, titles } = schemeAdjustInvoice
  await choose(person, fields.adjustType, options.adjustType.rebill)
  await expect(page.getByRole('heading', { name: titles.rebill })).toBeVisible()
  await choose(person, fields.adjustType, options.adjustType.creditNote)
  await choose(person, fields.customerCode, customerCode)
  await choose(person, fields.operatingUnitCode, line.operatingUnitCode)
  // Legal entity and tax come with the unit.
  await expect(page.locator('.field').filter({ hasText: fields.legalEntityCode })).toContainText(line.legalEntityCode)
  await page.getByRole('textbox', { name: new RegExp(`^${fields.reason}`) }).fill('The goods never left')
  await writeLine(person, 1, [
    { column: lineFields.invoiceLine, value: line.invoiceLine, isChoice: true },
    { column: lineFields.afterQuantity, value: '0' },
  ])
  const acted = await submitAtDesk(person, invoiceAdjustment)
  await decideOnPhone({ browser, origin, document: invoiceAdjustment, acted, amount: /[\d,]+\.\d\d/ })
})

test('a negative redemption recovers a part of a claim with evidence', async ({ browser, origin }) => {
  const place = await placeOf(origin)
  const scheme = await schemeIn(origin, place, ['3000.00'])
  const claim = await claimedIn(origin, place, scheme, '300.00')
  await companyAt(origin).agreeAll(execute, claim.formInstanceId)
  const person = await arrive(browser, 'in.channel', `/scheme/negativeRedemption/pc?type=new&schemeNo=${scheme.no}`)
  const { page } = person
  const { fields, lineFields, options, titles } = schemeClawback
  await choose(person, fields.customerCode, place.customers[0]!)
  await choose(person, fields.recovery, options.recovery.receivable)
  await expect(page.getByRole('heading', { name: titles.receivable })).toBeVisible()
  await choose(person, fields.recovery, options.recovery.rebate)
  await page.getByLabel(fields.reason).fill('Units came back')
  await attach(person)
  await writeLine(person, 1, [
    { column: lineFields.settledLine, value: `${claim.no}/1`, isChoice: true },
    { column: lineFields.amount, value: '120' },
    { column: lineFields.recoveryReason, value: options.recoveryReason.overCalculation, isChoice: true },
  ])
  await expect(page.getByRole('gridcell', { name: /^300\.00\s*[A-Z]{3}$/ })).toBeVisible()
  const acted = await submitAtDesk(person, clawback)
  await decideOnPhone({ browser, origin, document: clawback, acted, amount: '120.00' })
})

/** A customer of the place, a trade term of theirs, and the products with a list price there. */
async function pricedIn(origin: string, { drafter, idc, budget, customers, skus }: Place) {
  const base = `/gs/${idc}/oversea/aps`
  const customer = customers.find((code) => code.startsWith(`C-${idc}`))!
  const at = { curTopAreaId: budget.areaId, distributorCode: customer }
  const company = companyAt(origin)
  for (const term of await company.call<readonly string[]>(drafter, `${base}/trade-term/list`, at)) {
    const found = await company.call<readonly { skuCode: string; price: string | null }[]>(
      drafter,
      `${base}/price/check`,
      { ...at, tradeTermCode: term, currency: 'INR', lines: skus.slice(0, 500).map((skuCode) => ({ skuCode })) },
    )
    const priced = found.filter(({ price }) => price !== null).map(({ skuCode }) => skuCode)
    if (priced.length > 0) return { customer, term, skus: priced }
  }
  throw new Error(`no product has a price for ${customer}`)
}

test('a special price paid by its margin asks for no budget, and one with a budget is supported', async ({
  browser,
  origin,
}) => {
  const place = await placeOf(origin)
  const person = await arrive(browser, 'in.channel', '/scheme/specialPriceApprovalForm/pc?type=new')
  const { page } = person
  const { fields, lineFields, options, titles } = schemeSpecialPrice
  await choose(person, fields.funding, options.funding.margin)
  await expect(page.getByRole('heading', { name: titles.margin })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: lineFields.unitSupport })).toBeHidden()
  await choose(person, fields.funding, options.funding.budget)
  await expect(page.getByRole('columnheader', { name: lineFields.unitSupport })).toBeVisible()
  const { customer, term, skus } = await pricedIn(origin, place)
  await choose(person, fields.customerCode, customer)
  await choose(person, fields.tradeTermCode, term)
  await page.getByLabel(fields.reason).fill('A tender of a chain')
  // A price that is special already cannot become special twice: another run may have asked for one.
  await writeLine(person, 1, [
    { column: lineFields.skuCode, value: skus[randomInt(skus.length)]!, isChoice: true },
    { column: lineFields.specialPrice, value: '1000' },
    { column: lineFields.quantityCap, value: '10' },
    { column: lineFields.unitSupport, value: '4' },
    { column: lineFields.budgetCode, value: place.budget.budgetCode, isChoice: true },
  ])
  const acted = await submitAtDesk(person, specialPrice)
  await decideOnPhone({ browser, origin, document: specialPrice, acted, amount: '40.00' })
})

test('an annual carry-over proposes open amounts and shows no errors before anything is typed', async ({
  browser,
  origin,
}) => {
  // Books that no other test needs open.
  const place = await placeOf(origin, 'CIS', 'admin')
  const scheme = await schemeIn(origin, place, ['100.00'])
  const person = await arrive(browser, 'hq.finance', '/scheme/annualCarryover/pc?type=new&idcCode=CIS')
  const { page } = person
  const { fields, label } = schemeAnnualCarryover
  await expect(page.getByRole('heading', { name: label })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await companyAt(origin).call('hq.finance', '/gs/CIS/oversea/aps/budget/period/move', {
    year: thisMonth.year,
    months: Array.from({ length: 12 }, (_, index) => index + 1),
    to: 'closing',
  })
  await page.goto(`/scheme/annualCarryover/pc?type=new&idcCode=CIS&year=${YEAR}&id=2`)
  await expect(page.getByRole('gridcell', { name: new RegExp(`${scheme.no}/1`) })).toBeVisible()
  await page.getByLabel(fields.reason).fill('The year closes')
  const acted = await submitAtDesk(person, carryover)
  await decideOnPhone({ browser, origin, document: carryover, acted, amount: /[\d,]+\.\d\d/ })
})

test('the frozen stock of a price protection is listed unit by unit in the registry', async ({ browser, origin }) => {
  const asked = { page: 1, limit: 20, schemeType: 'priceProtection', state: 'approved' }
  const list = '/aps/scheme/application/queryByPage'
  const { records } = await companyAt(origin).call<{ records: readonly Arranged[] }>('in.channel', list, asked)
  const [found] = records
  if (!found) throw new Error('the demonstration has no price protection')
  const { no, formInstanceId } = found
  const detail = await companyAt(origin).call<{ document: { lines: readonly { stockUnits: number | null }[] } }>(
    'in.channel',
    '/aps/scheme/application/detail',
    { no },
  )
  const line = detail.document.lines.findIndex(({ stockUnits }) => (stockUnits ?? 0) > 0)
  const units = detail.document.lines[line]?.stockUnits ?? 0
  for (const width of ['desktop', 'phone'] as const) {
    const device = width === 'phone' ? 'mobile' : 'pc'
    const address = `/scheme/application/${device}?type=view&formInstanceId=${formInstanceId}`
    const { page } = await arrive(browser, 'in.channel', address, { width })
    await page.getByRole('link', { name: schemeApplication.frozen.open }).first().click()
    await expect(page).toHaveURL(new RegExp(`frozenBy=${no}&frozenLine=${line + 1}`))
    const rows = width === 'phone' ? page.locator('.card') : page.locator('.list-view tbody tr')
    await expect(rows).toHaveCount(Math.min(units, 20))
  }
})
