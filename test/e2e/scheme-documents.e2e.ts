import { expect, type Page } from '@playwright/test'
import { schemeAdjust as adjustment } from '#areas/scheme/adjustment/scheme-adjust.doc.ts'
import { schemeApplication as application } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeExecute as execute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { schemeReversal as reversal } from '#areas/scheme/reversal/scheme-reversal.doc.ts'
import { schemeTermination as termination } from '#areas/scheme/termination/scheme-termination.doc.ts'
import { schemeWithhold as withhold } from '#areas/scheme/withhold/scheme-withhold.doc.ts'
import { schemeAdjust } from '#areas/scheme/adjustment/adjust.en.ts'
import { schemeApplication } from '#areas/scheme/application/application.en.ts'
import { schemeExecute } from '#areas/scheme/execution/execute.en.ts'
import { schemeReversal } from '#areas/scheme/reversal/reversal.en.ts'
import { schemeSpecialPrice } from '#areas/scheme/special-price/special-price.en.ts'
import { schemeTermination } from '#areas/scheme/termination/termination.en.ts'
import { en as schemes } from '#areas/scheme/locale/en.ts'
import { schemeWithhold } from '#areas/scheme/withhold/withhold.en.ts'
import { withholdRun } from '#areas/scheme/withhold-run/withhold-run.en.ts'
import { formatAmount } from '#kernel/base/money/money.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { arrive } from './support/person.ts'
import {
  attach,
  choose,
  decideOnPhone,
  fillDay,
  noSidewaysScroll,
  submitAtDesk,
  writeLine,
} from './support/scheme-desk.ts'
import { YEAR } from './support/application.ts'
import { placeOf, schemeIn, thisMonth, withheldIn, TODAY } from './support/schemes.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'

// The documents of a scheme's life, each written on the desktop by its drafter and decided on a phone by the first approver.

test('a policy application is filled in by the sheet and shows the available amount of its budget', async ({
  browser,
  origin,
}) => {
  const place = await placeOf(origin)
  const person = await arrive(browser, 'in.channel', '/scheme/application/pc?type=new')
  const { page } = person
  const { fields, lineFields, options } = schemeApplication
  // One of the two is enough, which a star on both would deny.
  for (const either of [lineFields.skuCode, lineFields.spuCode])
    await expect(page.getByRole('columnheader', { name: either })).toHaveText(`${either}${schemes.page.oneOfTwo}`)
  await page.getByLabel(fields.name).fill('Winter sell-in')
  await page.getByLabel(fields.reason).fill('The season begins')
  await fillDay(person, fields.startDate, TODAY)
  await fillDay(person, fields.claimDeadline, `${YEAR}-12-31`)
  await writeLine(person, 1, [
    { column: lineFields.customerCode, value: place.customers[3]!, isChoice: true },
    { column: lineFields.skuCode, value: place.skus[0]!, isChoice: true },
    { column: lineFields.basis, value: options.basis.sellIn, isChoice: true },
    { column: lineFields.ratePercent, value: '2.5' },
    { column: lineFields.amount, value: '1250.50' },
    { column: lineFields.budgetCode, value: place.budget.budgetCode, isChoice: true },
  ])
  await expect(page.getByRole('gridcell', { name: /^[\d,]+\.\d\d\s*[A-Z]{3}$/ }).first()).toBeVisible()
  const acted = await submitAtDesk(person, application)
  await decideOnPhone({ browser, origin, document: application, acted, amount: '1,250.50' })
})

test('another product class empties the products of the lines in the sheet as in the draft', async ({
  browser,
  origin,
}) => {
  const place = await placeOf(origin)
  const person = await arrive(browser, 'in.channel', '/scheme/application/pc?type=new')
  const { fields, lineFields, options } = schemeApplication
  await writeLine(person, 1, [{ column: lineFields.skuCode, value: place.skus[0]!, isChoice: true }])
  const sheet = person.page.locator('.sheet')
  await expect(sheet).toContainText(place.skus[0]!)
  await choose(person, fields.productClass, options.productClass.iot)
  await expect(sheet).not.toContainText(place.skus[0]!)
})

test('the form of a withhold shows the withholdable amount beside the typed one', async ({ browser, origin }) => {
  const place = await placeOf(origin)
  const scheme = await schemeIn(origin, place, ['5000.00'])
  const person = await arrive(browser, 'in.finance', `/scheme/withhold/pc?type=new&schemeNo=${scheme.no}`)
  const { page } = person
  const { fields, lineFields } = schemeWithhold
  await page.getByLabel(fields.reason).fill('Sold as planned')
  await writeLine(person, 1, [
    { column: lineFields.fundingNo, value: '1', isChoice: true },
    { column: lineFields.amount, value: '5000.01' },
  ])
  await expect(page.getByRole('gridcell', { name: /^5,000\.00\s*INR$/ })).toBeVisible()
  const amount = page.getByRole('gridcell', { name: new RegExp(`^${lineFields.amount}`) })
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await amount.click()
  await expect(page.getByText(/accumulated withholding cannot exceed the withholdable amount/i).first()).toBeVisible()
  await page.keyboard.type('1000')
  await page.keyboard.press('Tab')
  await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
  const acted = await submitAtDesk(person, withhold)
  await decideOnPhone({ browser, origin, document: withhold, acted, amount: '1,000.00' })
})

test('the form of a withhold proposes what the month lacks and keeps typed amounts', async ({ browser, origin }) => {
  const place = await placeOf(origin)
  const line = { ratePercent: null, basis: 'fixed' }
  const scheme = await schemeIn(origin, place, ['4000.00'], { schemeType: 'display' }, line)
  const { year, month } = thisMonth
  const asked = { idcCode: place.idc, year, month, schemeNo: scheme.no, show: 'all', page: 1, limit: 10 }
  const run = await companyAt(origin).call<{ records: readonly { amount: string }[] }>(
    'in.finance',
    '/aps/scheme/withholdRun/queryByPage',
    asked,
  )
  const proposed = formatAmount(run.records[0]?.amount ?? '')
  expect(proposed).not.toBe('0.00')
  for (const width of ['desktop', 'phone'] as const) {
    const device = width === 'phone' ? 'mobile' : 'pc'
    const address = `/scheme/withhold/${device}?type=new&schemeNo=${scheme.no}`
    const person = await arrive(browser, 'in.finance', address, { width })
    const { page } = person
    const advice = page.locator('.withhold-proposal')
    await expect(advice.locator('.withhold-proposal-head')).toContainText(proposed)
    await expect(advice).toContainText(withholdRun.byDays)
    await expect(page.getByText(/^4,000\.00\s?INR$/).first()).toBeVisible()
    const { amount } = schemeWithhold.lineFields
    if (width === 'phone')
      await expect(page.getByRole('article').first().getByLabel(amount)).toHaveValue(run.records[0]?.amount ?? '')
    else await expect(page.getByRole('gridcell', { name: new RegExp(`^${amount}.*${proposed}`) })).toBeVisible()
    await noSidewaysScroll(person)
  }
})

/** The unfiltered list does not show it, as if many newer ones came first; the server answers a search for a word. */
async function buried(
  page: Page,
  call: string,
  words: readonly string[],
  count: number,
  newer: (at: number) => object,
): Promise<void> {
  await page.route(call, async (route) => {
    const asked = route.request().postDataJSON() as Readonly<Record<string, unknown>>
    if (words.some((word) => asked[word])) return route.continue()
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { records: readonly object[] } }
    const [one] = answer.data.records
    const records = Array.from({ length: count }, (_, at) => ({ ...one, ...newer(at) }))
    return route.fulfill({ response, json: { ...answer, data: { ...answer.data, records } } })
  })
}

test('an older scheme is found by typing its number', async ({ browser, origin }) => {
  const place = await placeOf(origin)
  const scheme = await schemeIn(origin, place, ['5000.00'])
  const person = await arrive(browser, 'in.finance', '/inbox')
  const { page } = person
  await buried(page, '**/aps/scheme/list', ['keyword', 'schemeNo'], 200, (at) => ({
    schemeNo: `SA-NEWER-${at}`,
    name: 'Newer',
  }))
  await page.goto(`${origin}/scheme/withhold/pc?type=new`)
  await choose(person, schemeWithhold.fields.schemeNo, scheme.no)
  await expect(page.locator('.field').filter({ hasText: schemeWithhold.fields.schemeNo })).toContainText(scheme.no)
})

test('a budget beyond the first five hundred is found by typing its code', async ({ browser, origin }) => {
  const { budget } = await placeOf(origin)
  const person = await arrive(browser, 'in.channel', '/inbox')
  const { page } = person
  const words = ['budgetCode', 'projectCode']
  await buried(page, '**/aps/budget/country/page', words, 500, (at) => ({ budgetCode: `BL-NEWER-${at}` }))
  await page.goto(`${origin}/scheme/application/pc?type=new`)
  await fillDay(person, schemeApplication.fields.startDate, TODAY)
  await writeLine(person, 1, [
    { column: schemeApplication.lineFields.budgetCode, value: budget.budgetCode, isChoice: true },
  ])
  await expect(page.locator('.sheet')).toContainText(budget.budgetCode)
})

test('a reversal of a part of a chosen withhold is submitted', async ({ browser, origin }) => {
  const place = await placeOf(origin)
  const scheme = await schemeIn(origin, place, ['5000.00'])
  const withheld = await withheldIn(origin, place, scheme, '900.00')
  const person = await arrive(browser, 'in.finance', `/scheme/reversal/pc?type=new&schemeNo=${scheme.no}`)
  const { fields, lineFields, options } = schemeReversal
  await choose(person, fields.withholdNo, withheld.no)
  await expect(person.page.getByText(options.mode.reopen)).toBeVisible()
  const reason = person.page.getByLabel(fields.reason)
  // The day does not stand alone in its row: the reason fills the rest of it.
  const [day, rest] = await Promise.all([
    person.page.getByLabel(fields.postingDate).boundingBox(),
    reason.boundingBox(),
  ])
  expect(Math.abs(rest!.y - day!.y)).toBeLessThan(8)
  expect(rest!.width).toBeGreaterThan(2 * day!.width)
  await reason.fill('Fewer were sold')
  await writeLine(person, 1, [
    { column: lineFields.fundingNo, value: '1', isChoice: true },
    { column: lineFields.amount, value: '250' },
  ])
  const acted = await submitAtDesk(person, reversal)
  await decideOnPhone({ browser, origin, document: reversal, acted, amount: '250.00' })
})

for (const rebateType of ['standard', 'reduce'] as const) {
  test(`a claim of a scheme that pays ${rebateType} is submitted and paid as the scheme says`, async ({
    browser,
    origin,
  }) => {
    const place = await placeOf(origin)
    const scheme = await schemeIn(origin, place, ['5000.00'], { rebateType })
    const isChosenInForm = rebateType === 'reduce'
    const named = isChosenInForm ? '' : `&schemeNo=${scheme.no}`
    const person = await arrive(browser, 'in.channel', `/scheme/execute/pc?type=new${named}`)
    const { page } = person
    const { fields, lineFields, titles } = schemeExecute
    if (isChosenInForm) await choose(person, fields.schemeNo, scheme.no)
    await expect(page.getByRole('heading', { name: titles[rebateType] })).toBeVisible()
    // The only customer of the scheme is filled in, wherever the scheme was chosen.
    await expect(page.getByText(/^C-IN-\d+ \/ /).first()).toBeVisible()
    await choose(person, fields.claimPeriod, `${YEAR}-${String(thisMonth.month).padStart(2, '0')}`)
    await page.getByLabel(fields.reason).fill('As the distributor reported')
    await writeLine(person, 1, [
      { column: lineFields.fundingNo, value: '1', isChoice: true },
      { column: lineFields.claimedAmount, value: '400' },
      { column: lineFields.amount, value: '400' },
      { column: lineFields.remark, value: 'Sold before the registry began' },
    ])
    const acted = await submitAtDesk(person, execute)
    await decideOnPhone({ browser, origin, document: execute, acted, amount: '400.00' })
    await companyAt(origin).agreeAll(execute, acted.formInstanceId)
    await page.reload()
    const settled = page.locator('.settlement-payment')
    await expect(settled).toContainText(`${acted.no}${schemeExecute.settlement.payment.settled}`)
  })
}

test('the form of a claim shows what its line allows and what would remain while the amount is typed', async ({
  browser,
  origin,
}) => {
  const place = await placeOf(origin)
  const scheme = await schemeIn(origin, place, ['5000.00'])
  await withheldIn(origin, place, scheme, '900.00')
  const address = (device: 'pc' | 'mobile') => `/scheme/execute/${device}?type=new&schemeNo=${scheme.no}`
  const person = await arrive(browser, 'in.channel', address('pc'))
  const { page, texts } = person
  const { lineFields } = schemeExecute
  await writeLine(person, 1, [
    { column: lineFields.fundingNo, value: '1', isChoice: true },
    { column: lineFields.amount, value: '100' },
  ])
  await expect(page.getByRole('gridcell', { name: /^900\.00\s*INR$/ })).toBeVisible()
  await page.getByRole('gridcell', { name: new RegExp(`^${lineFields.amount}`) }).click()
  const limit = page.locator('.sheet-limit').filter({ hasText: schemes.page.claimable })
  const left = `${texts.page.form.leftAfter} 4,900.00INR`
  await expect(limit).toContainText(left)
  await page.keyboard.type('250.5')
  await expect(limit).toContainText(`${texts.page.form.leftAfter} 4,749.50INR`)
  await page.close()
})

test('a termination is submitted only with the notice to the customers', async ({ browser, origin, complaints }) => {
  complaints.expect(/^400 .*terminal\/submit/)
  const place = await placeOf(origin)
  const scheme = await schemeIn(origin, place, ['700.00'])
  const person = await arrive(browser, 'in.channel', `/scheme/terminal/pc?type=new&schemeNo=${scheme.no}`)
  const { page, texts } = person
  await page.getByLabel(schemeTermination.fields.reason).fill('The model is sold out')
  // The bar shows what would be released before the document is submitted.
  await expect(page.locator('.action-bar-facts:visible')).toContainText('700.00INR')
  await page.getByRole('button', { name: texts.page.form.submit, exact: true }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  // The form says which file it asks for.
  await expect(page.getByText(schemeTermination.attachments)).toBeVisible()
  const gate = Promise.withResolvers<undefined>()
  await page.route('**/terminal/save', async (route) => {
    await gate.promise
    await route.continue()
  })
  await attach(person)
  // A click while a save is under way waits for it, and counts.
  await expect(page.locator('.action-bar [role=status]')).toHaveText(texts.page.form.saving)
  const submitting = submitAtDesk(person, termination)
  await expect(page.getByRole('button', { name: texts.page.form.submit })).toHaveClass(/loading/)
  gate.resolve(undefined)
  const acted = await submitting
  await decideOnPhone({ browser, origin, document: termination, acted, amount: '700.00' })
})

test('an adjustment adds money to a scheme line from the same budget', async ({ browser, origin }) => {
  const place = await placeOf(origin)
  const scheme = await schemeIn(origin, place, ['2000.00'])
  const person = await arrive(browser, 'in.channel', `/scheme/adjust/pc?type=new&schemeNo=${scheme.no}`)
  const { fields, lineFields, options } = schemeAdjust
  await person.page.getByLabel(fields.reason).fill('It sells better than planned')
  await writeLine(person, 1, [
    { column: lineFields.kind, value: options.kind.up, isChoice: true },
    { column: lineFields.fundingNo, value: '1', isChoice: true },
    { column: lineFields.amount, value: '500' },
    { column: lineFields.newBudgetCode, value: place.budget.budgetCode, isChoice: true },
  ])
  const acted = await submitAtDesk(person, adjustment)
  await decideOnPhone({ browser, origin, document: adjustment, acted, amount: '2,500.00' })
})

test('the list of withholds shows its total and a button with its own name', async ({ browser, origin }) => {
  const place = await placeOf(origin)
  const scheme = await schemeIn(origin, place, ['800.00'])
  await withheldIn(origin, place, scheme, '123.45')
  const { page, texts } = await arrive(browser, 'in.finance', `/scheme/withhold/list?schemeNo=${scheme.no}`)
  const totals = page.getByRole('group', { name: texts.page.list.totals })
  await expect(totals.locator('.totals-row')).toHaveCount(1)
  await expect(totals).toContainText(place.budget.currency)
  await expect(totals).toContainText(`${schemeWithhold.fields.totalAmount}123.45`)
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const banner = page.getByRole('navigation', { name: texts.page.shell.tabs })
  await expect(banner).toContainText(filled(texts.page.form.fresh, { name: schemeWithhold.label }))
})

test('a list names customers and shows one total per currency', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.finance', '/scheme/receivablesAdjustment/list')
  await expect(page.locator('tbody tr').first()).toContainText(/C-[A-Z]{2}-\d+ \/ \S/)
  const sums = page.getByRole('group', { name: texts.page.list.totals })
  await expect(sums).toContainText('INR')
  await expect(sums.locator('.totals-row')).toHaveCount(1)
  await expect(sums).not.toContainText(filled(texts.page.list.rows, { count: '' }).trim())
})

test('a quantity in a sheet is right-aligned with separated thousands', async ({ browser }) => {
  const person = await arrive(browser, 'in.channel', '/scheme/specialPriceApprovalForm/pc?type=new')
  const { quantityCap } = schemeSpecialPrice.lineFields
  await writeLine(person, 1, [{ column: quantityCap, value: '12000' }])
  const cell = person.page.getByRole('gridcell', { name: new RegExp(`^${quantityCap}.*12,000`) })
  await expect(cell).toHaveClass(/cell-right/)
})
