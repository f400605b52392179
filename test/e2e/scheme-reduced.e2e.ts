import { expect } from '@playwright/test'
import { schemeExecute as execute } from '#areas/scheme/execution/scheme-execute.doc.ts'
import { schemeExecute as claimEn } from '#areas/scheme/execution/execute.en.ts'
import { schemeExecute as claimZh } from '#areas/scheme/execution/execute.zh.ts'
import { reduce as en } from '#kernel/web/console/partial-approval/locale/partial-approval.en.ts'
import { reduce as zh } from '#kernel/web/console/partial-approval/locale/partial-approval.zh.ts'
import type { Acted } from '#test/helpers/company/actor.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { arrive } from './support/person.ts'
import { noSidewaysScroll } from './support/scheme-desk.ts'
import { claimedIn, placeOf, schemeIn } from './support/schemes.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'

/** A claim of 600 and 150, decided on by all before business finance. */
async function claimAtFinance(origin: string): Promise<Acted> {
  const place = await placeOf(origin)
  const customer = place.customers[0] ?? ''
  const scheme = await schemeIn(origin, { ...place, customers: [customer, customer, customer] }, ['1000.00', '400.00'])
  const claim = await claimedIn(origin, place, scheme, '600.00', '150.00')
  const company = companyAt(origin)
  for (let step = 0; step < 10; step += 1) {
    if ((await company.asked(execute, claim.formInstanceId)) === 'in.finance') return claim
    await company.decideNext(execute, claim.formInstanceId)
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

    // Finance was the last to decide: what is left, and why, is read on the page, and that amount is paid.
    expect(await companyAt(origin).asked(execute, claim.formInstanceId)).toBeUndefined()
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
