import { expect } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { withholdRun as en } from '#areas/scheme/withhold-run/withhold-run.en.ts'
import { withholdRun as zh } from '#areas/scheme/withhold-run/withhold-run.zh.ts'
import { arrive } from './support/person.ts'
import { noSidewaysScroll } from './support/scheme-desk.ts'
import { YEAR } from './support/application.ts'
import { placeOf, schemeIn } from './support/schemes.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'

for (const language of variantsOfThisRun('withhold run', ['en', 'zh'] as const)) {
  test(`a month-end accrual run is reviewed, changed and completed: ${language}`, async ({ browser, origin }) => {
    const texts = { en, zh }[language]
    const place = await placeOf(origin)
    const scheme = await schemeIn(origin, place, ['800.00'])
    const [year, month] = [YEAR, productNow().getUTCMonth() + 1]
    const address = `/scheme/withhold/run?idcCode=IN&year=${year}&month=${month}&schemeNo=${scheme.no}&show=all`
    const person = await arrive(browser, 'in.finance', address, { language })
    const { page } = person
    const row = page.locator('tbody tr').filter({ hasText: scheme.no })
    await expect(row).toHaveCount(1)
    // The main action is there before any row is chosen.
    await expect(page.getByRole('button', { name: texts.createAll })).toBeEnabled()

    // A value beyond the limit is reported beside its field; within the limit the row follows.
    await row.getByRole('button', { name: filled(texts.editOf, { no: scheme.no }), exact: true }).click()
    const typed = page.getByLabel(filled(texts.amountOf, { no: 1 }))
    await typed.fill('800.01')
    await expect(typed).toHaveAttribute('aria-invalid', 'true')
    await typed.fill('123.45')
    await expect(typed).not.toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Escape')
    await expect(row).toContainText('123.45')

    await row.getByRole('checkbox').check()
    await page.locator('[data-action=create] button').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('123.45')
    await dialog.getByLabel(texts.atOnce).check()
    await dialog.getByRole('button', { name: texts.create }).click()
    await expect(page.getByText(filled(texts.handed, { count: 1 }))).toBeVisible({ timeout: 30_000 })
    const made = page.locator('.import-made a')
    await expect(made).toHaveCount(1)
    await expect(page.getByRole('button', { name: person.texts.imports.run.undoParts })).toBeHidden()
    await made.first().click()
    await expect(page).toHaveURL(/\/scheme\/withhold\/pc/)
    // The run stays in its own tab behind it.
    await expect(page.getByText('123.45').filter({ visible: true }).first()).toBeVisible()

    // A document in approval is not proposed again.
    await page.goto(address)
    await page.getByRole('button', { name: texts.back }).click()
    const proposals = page.getByRole('region', { name: texts.caption })
    await expect(proposals.locator('tbody tr').filter({ hasText: scheme.no })).toContainText('0.00')
    // The withhold that was made stands below.
    const withheld = page.getByRole('region', { name: texts.made })
    await expect(withheld.getByRole('link', { name: /^SW/ }).first()).toBeVisible()
  })
}

test('the proposal of an accrual run is cards on a phone, and changed amounts become documents', async ({
  browser,
  origin,
}) => {
  const place = await placeOf(origin)
  const scheme = await schemeIn(origin, place, ['800.00'])
  const [year, month] = [YEAR, productNow().getUTCMonth() + 1]
  const address = `/scheme/withhold/run?idcCode=IN&year=${year}&month=${month}&schemeNo=${scheme.no}&show=all`
  const person = await arrive(browser, 'in.finance', address, { width: 'phone', language: 'zh' })
  const { page } = person
  const card = page.locator('.withhold-run-cards > li')
  await expect(card).toHaveCount(1)
  await noSidewaysScroll(person)
  await card.getByRole('button').click()
  await page.getByLabel(filled(zh.amountOf, { no: 1 })).fill('123.45')
  await page.keyboard.press('Escape')
  await expect(card).toContainText('123.45')
  await card.getByRole('checkbox').check()
  await page.getByRole('button', { name: zh.create }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('123.45')
  await dialog.getByRole('button', { name: zh.create }).click()
  await expect(page.locator('.import-made a')).toHaveCount(1, { timeout: 30_000 })
})

test('a person without the right to withhold cannot open the accrual run', async ({ browser, complaints }) => {
  complaints.expect(/^403 .*/)
  const { page } = await arrive(browser, 'in.channel', '/scheme/withhold/run')
  await expect(page).toHaveURL(/\/403/)
})

test('the proposal of an accrual run is exported as a file', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.finance', '/scheme/withhold/run')
  await expect(page.locator('tbody a.code').first()).toBeVisible()
  const answer = page.waitForResponse(/withholdRun\/export$/)
  await page.getByRole('button', { name: texts.page.downloads.export, exact: true }).click()
  expect((await answer).status()).toBe(200)
})
