import { expect } from '@playwright/test'
import { schemeExecute as claimEn } from '#areas/scheme/execution/execute.en.ts'
import { schemeExecute as claimZh } from '#areas/scheme/execution/execute.zh.ts'
import { reduce as en } from '#kernel/web/console/partial-approval/locale/partial-approval.en.ts'
import { reduce as zh } from '#kernel/web/console/partial-approval/locale/partial-approval.zh.ts'
import { type Arranged, callAs } from './support/arranged.ts'
import { arrive } from './support/person.ts'
import { noSidewaysScroll } from './support/scheme-desk.ts'
import { agreed, holderOf, placeOf, schemeIn, submitted, thisMonth } from './support/schemes.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'

/** A claim of 600 and 150, decided on by all before business finance. */
async function claimAtFinance(origin: string): Promise<Arranged> {
  const place = await placeOf(origin)
  const customer = place.customers[0] ?? ''
  const scheme = await schemeIn(origin, { ...place, customers: [customer, customer, customer] }, ['1000.00', '400.00'])
  const claim = await submitted(origin, 'in.channel', 'execute', {
    schemeNo: scheme.no,
    idcCode: place.idc,
    areaId: Number(place.budget.areaId),
    currency: place.budget.currency,
    reason: 'As agreed',
    customerCode: customer,
    claimPeriod: thisMonth.today.slice(0, 7),
    payoutType: 'standard',
    postingDate: thisMonth.today,
    lines: [
      { fundingNo: 1, amount: '600.00', remark: 'As the distributor reported' },
      { fundingNo: 2, amount: '150.00', remark: 'As the distributor reported' },
    ],
  })
  for (let step = 0; step < 10; step += 1) {
    const asked = await holderOf(origin, 'in.channel', 'execute', claim)
    if (!asked) throw new Error(`${claim.no} does not come to finance`)
    if (asked.account === 'in.finance') return claim
    const { account, taskId, contentHash } = asked
    const decision = { formInstanceId: claim.formInstanceId, taskId, contentHash, opinion: 'Read' }
    await callAs(origin, account, '/aps/scheme/execute/approve', decision)
  }
  throw new Error(`${claim.no} does not come to finance`)
}

for (const width of ['desktop', 'phone'] as const) {
  test(`finance partially approves a claim line by line: ${width}`, async ({ browser, origin }) => {
    const isPhone = width === 'phone'
    const [less, claimTexts] = isPhone ? [zh, claimZh] : [en, claimEn]
    const claim = await claimAtFinance(origin)
    const address = `/scheme/execute/${isPhone ? 'mobile' : 'pc'}?type=view&formInstanceId=${claim.formInstanceId}`
    const person = await arrive(browser, 'in.finance', address, { width, language: isPhone ? 'zh' : 'en' })
    const { page, texts } = person
    const { agree } = texts.page.approval
    if (isPhone) await page.getByRole('contentinfo').getByRole('button', { name: agree, exact: true }).click()
    else await page.getByRole('button', { name: less.open }).click()
    const dialog = page.getByRole('dialog')
    const first = dialog.getByLabel(filled(less.line, { line: 1 }))

    await first.fill('600.01')
    await expect(first).toHaveAttribute('aria-invalid', 'true')
    await first.fill('450')
    await expect(first).toHaveAttribute('aria-invalid', 'false')
    await expect(dialog.locator('.reduce-total')).toContainText('600.00')
    await expect(dialog.locator('.reduce-total')).toContainText('150.00')
    await dialog.getByRole('textbox').last().fill('Read and weighed')
    const confirm = dialog.getByRole('button', { name: agree, exact: true })
    await confirm.click()
    // A reduction needs a reason.
    await expect(dialog.getByRole('alert').filter({ hasText: less.gaps.reason })).toBeVisible()
    await dialog.getByLabel(less.reason).fill('Units counted twice')
    if (isPhone) await noSidewaysScroll(person)
    await page.screenshot({ path: `test-results/reduce-${width}.png` })
    await confirm.click()
    await expect(dialog).toBeHidden()

    // The next approver reads what is left and why; in the end that amount is paid.
    await agreed(origin, 'in.channel', 'execute', claim)
    await page.goto(address)
    await expect(page.getByText('Units counted twice').filter({ visible: true }).first()).toBeVisible()
    if (isPhone)
      await page.locator('details').filter({ hasText: claimTexts.fields.lines }).last().locator('summary').click()
    await expect(page.getByText('450.00').filter({ visible: true }).first()).toBeVisible()
    // The approved amount is the amount of the document; the requested amount is shown beside it.
    const head = page.locator(isPhone ? '.summary' : '.document-head')
    await expect(head.locator(isPhone ? '.summary-amount' : '.document-head-amount')).toContainText('600.00')
    await expect(head).toContainText(new RegExp(`${texts.page.document.askedFor}\\s*750\\.00`))
    await page.screenshot({ path: `test-results/reduced-${width}.png`, fullPage: true })
  })
}
