import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { area as priceArea } from '#areas/price/locale/area.en.ts'
import { priceOwn } from '#areas/price/own/own-prices.en.ts'
import { readSheet } from '#kernel/platform/excel/read/read-workbook.ts'
import { call, signIn } from '#kernel/testing/browser.ts'
import { pdfPages } from '#test/helpers/laws/file-parts.ts'
import { applicationOf, type Line, savedDraft, shown, tsvOf } from './support/application.ts'
import * as desk from './support/desk.ts'
import { arrive, type Person } from './support/person.ts'
import { test } from './support/test.ts'
import { anyOf, filled } from './support/texts.ts'
import { downloadTemplate, fillTemplate, withFormula } from './support/workbook.ts'

const FORM = '/budget/pc/country/apply?type=new&applyType=grant&idcCode=IN'

/** The server's refusals of these applications; the browser logs them. */
const REFUSED = /^400 .*(\/gs\/IN\/oversea)?\/aps\/budget\/country\//

function line(amount: string, businessType = 'S0801', productLine = 'PH30'): Line {
  return { project: 'PJ-IN-01', businessType, productLine, amount }
}

const application = applicationOf({
  department: 'BD10',
  pool: 'PP02',
  reason: 'Refused on purpose',
  lines: [line('100')],
})

async function openForm(person: Person, wanted = application): Promise<void> {
  await expect(
    person.page.getByRole('heading', { name: person.texts.budget.documents.countryBudget.titles.grant }),
  ).toBeVisible()
  await desk.fillHeader(person, wanted)
}

function amountCell(person: Person, row: number) {
  return desk.cell(person, person.texts.budget.documents.countryBudget.lineFields.amount, row)
}

for (const language of variantsOfThisRun('refusals', ['en', 'zh'] as const)) {
  test(`an amount beyond the pool is refused beside the available amount (${language})`, async ({ browser }) => {
    const drafter = await arrive(browser, 'in.channel', FORM, { language })
    const { page, texts } = drafter
    // A pool that no other test uses: what is available stays as it was read.
    await openForm(drafter, { ...application, pool: 'PP05' })
    const pool = page.locator('.field').filter({ hasText: texts.budget.documents.countryBudget.fields.projectPoolCode })
    const available = (await pool.locator('.field-aside').textContent()) ?? ''
    const amount = /[\d,]+\.\d{2}/.exec(available)?.[0] ?? 'no available amount beside the pool'
    await desk.typeLine(drafter, 1, line('99999999999.99'))
    await expect(page.getByRole('alert')).toContainText(anyOf(texts.budget.errors.exceedsPool))
    await desk.submitButton(drafter).click()
    const alert = page.getByRole('alert').filter({ hasText: anyOf(texts.budget.errors.exceedsPool) })
    await expect(alert).toContainText(new RegExp(`${amount}|${amount.replaceAll(',', '')}`))
    await expect(page).toHaveURL(/country\/apply/)
    await expect(amountCell(drafter, 1)).toContainText('99,999,999,999.99')
  })

  test(`51 pasted lines are refused (${language})`, async ({ browser, complaints }) => {
    complaints.expect(REFUSED)
    const drafter = await arrive(browser, 'in.channel', FORM, { language })
    const { page, texts } = drafter
    await openForm(drafter)
    await desk.pasteLines(drafter, tsvOf(Array.from({ length: 51 }, () => line('100'))))
    const tooMany = filled(texts.page.sheet.tooMany, { limit: 50, count: 51 })
    await expect(page.getByRole('alert')).toContainText(tooMany)
    await desk.submitButton(drafter).click()
    await expect(page.getByRole('alert')).toContainText(tooMany)
    await expect(page).toHaveURL(/country\/apply/)
    await expect(page.locator('.sheet-foot')).toContainText(shown(5100))
  })

  test(`a draft that is too large is refused naming what is too long, kept, and saved once it fits (${language})`, async ({
    browser,
    complaints,
  }) => {
    complaints.expect(REFUSED)
    complaints.expect(/^413 .*\/aps\/budget\/country\/(save|check)/)
    const drafter = await arrive(browser, 'in.channel', FORM, { language })
    const { page, texts } = drafter
    const { document, http } = texts.kernel.errors
    const { form, sheet } = texts.page
    const { countryCode, remark } = texts.budget.documents.countryBudget.lineFields
    const notSaved = (reason: string) => page.getByText(filled(form.saveFailed, { reason }))
    const first = desk.cell(drafter, countryCode, 1)
    const cell = desk.cell(drafter, remark, 2)
    await expect(desk.submitButton(drafter)).toBeVisible()
    // A field stops typing at its maximum length; a paste into the sheet brings the whole text.
    const long = 'x'.repeat(500)
    await desk.pasteLines(drafter, `${tsvOf([line('100'), line('200')])}\t${long}`)
    const tooLong = `${filled(form.row, { row: 2 })}: ${filled(document.tooLong, { field: remark, max: 200 })}`
    await expect(notSaved(tooLong)).toBeVisible()
    await page.reload()
    await expect(notSaved(tooLong)).toBeVisible()
    await expect(cell).toContainText(long)
    await cell.click()
    await page.locator('.sheet-cell-editing input').fill('Short enough')
    await page.keyboard.press('Tab')
    await expect(page.getByText(anyOf(form.saved))).toBeVisible()

    const many: readonly (readonly [number, string])[] = [
      [51, filled(document.tooManyLines, { limit: 50 })],
      // So many that the body has more values than the call takes.
      [20_000, http.tooLarge],
    ]
    for (const [count, reason] of many) {
      await first.click()
      // The click opened the cell's options; the paste goes into the cell itself.
      await page.keyboard.press('Escape')
      await desk.pasteInto(first, tsvOf(Array.from({ length: count }, () => line('100'))))
      await expect(notSaved(reason)).toBeVisible()
      await expect(page.locator('.error-summary')).toContainText(filled(sheet.tooMany, { limit: 50, count }))
      await expect(page.locator('.sheet-foot')).toContainText(shown(100 * count))
      await page.keyboard.press('Control+z')
      await expect(page.getByText(anyOf(form.saved))).toBeVisible()
    }
    await expect(cell).toContainText('Short enough')
  })

  test(`a text and three decimals in amount cells are refused there (${language})`, async ({ browser, complaints }) => {
    complaints.expect(REFUSED)
    const drafter = await arrive(browser, 'in.channel', FORM, { language })
    const { page, texts } = drafter
    await openForm(drafter)
    const lines = [line('100', 'S0101'), line('abc', 'S0102'), line('1.234', 'S0103')]
    await desk.pasteLines(drafter, tsvOf(lines))
    await desk.submitButton(drafter).click()
    const { amount } = texts.budget.documents.countryBudget.lineFields
    const { errors } = texts.kernel
    const notAmount = filled(errors.document.notAmount, { field: amount })
    await expect(amountCell(drafter, 2)).toHaveAttribute('title', notAmount)
    await expect(amountCell(drafter, 2)).toContainText('abc')
    await expect(amountCell(drafter, 3)).toHaveAttribute(
      'title',
      filled(errors.document.tooManyDecimals, { field: amount }),
    )
    await expect(amountCell(drafter, 3)).toContainText('1.234')
    await expect(amountCell(drafter, 1)).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('alert').getByRole('button').first()).toContainText(notAmount)
    await expect(amountCell(drafter, 2)).toBeFocused()
  })
}

test('a picture named as a workbook is refused without losing the lines', async ({ browser, complaints }) => {
  complaints.expect(REFUSED)
  const drafter = await arrive(browser, 'in.channel', FORM)
  const { page, texts } = drafter
  await openForm(drafter)
  await desk.typeLine(drafter, 1, line('100'))
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  await desk.upload(drafter, 'lines.xlsx', png)
  const reason = texts.kernel.errors.excel.notWorkbook
  await expect(page.locator('.toast, .banner-error').filter({ hasText: reason }).first()).toBeVisible()
  await expect(amountCell(drafter, 1)).toContainText(shown(100))
})

test('a formula in a workbook is marked and corrected, and the other rows are kept', async ({ browser }) => {
  const drafter = await arrive(browser, 'in.channel', FORM)
  const { page, texts } = drafter
  await openForm(drafter)
  const lines = [line('100', 'S0101'), line('200', 'S0102'), line('300', 'S0103')]
  const template = await downloadTemplate(drafter)
  await desk.upload(drafter, 'lines.xlsx', await withFormula(template, lines, 1))
  const result = filled(texts.page.form.parsedBad, { good: 2, bad: 1, file: 'lines.xlsx' })
  await expect(page.getByText(result)).toBeVisible()
  await expect(amountCell(drafter, 1)).toContainText(shown(100))
  await expect(amountCell(drafter, 3)).toContainText(shown(300))
  const bad = amountCell(drafter, 2)
  await expect(bad).toHaveAttribute('title', texts.kernel.errors.excel.cellFormula)
  await bad.click()
  await page.locator('.sheet-cell-editing input').fill('250')
  await page.keyboard.press('Tab')
  await expect(amountCell(drafter, 2)).toContainText(shown(250))
  await expect(amountCell(drafter, 2)).not.toHaveAttribute('aria-invalid', 'true')
  await desk.submit(drafter)
  await expect(page.locator('.document-head-amount')).toContainText(shown(650))
})

test('a correct workbook is read completely and may have more than 50 lines', async ({ browser }) => {
  const drafter = await arrive(browser, 'in.channel', FORM, { language: 'zh' })
  const { page, texts } = drafter
  await openForm(drafter)
  const lines = ['PH10', 'PH20', 'PH30'].flatMap((productLine) =>
    [
      'S0101',
      'S0102',
      'S0103',
      'S0201',
      'S0202',
      'S0301',
      'S0302',
      'S0303',
      'S0401',
      'S0402',
      'S0403',
      'S0501',
      'S0502',
      'S0503',
      'S0601',
      'S0602',
      'S0603',
      'S0701',
    ].map((businessType) => line('10', businessType, productLine)),
  )
  await desk.upload(drafter, 'many.xlsx', await fillTemplate(await downloadTemplate(drafter), lines))
  await expect(
    page.getByText(filled(texts.page.form.parsedGood, { count: lines.length, file: 'many.xlsx' })),
  ).toBeVisible()
  await expect(page.locator('.sheet-foot')).toContainText(shown(540))
  await expect(page.getByText(anyOf(texts.page.sheet.tooMany))).toBeHidden()
})

test("a save over somebody else's changes shows who saved and keeps the typed input", async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^409 /)
  const { no } = await savedDraft(origin, application)
  const address = `/budget/pc/country/apply?type=edit&idcCode=IN&applyNo=${no}`
  const drafter = await arrive(browser, 'in.channel', address)
  const { texts, page, context } = drafter
  const reasonLabel = texts.budget.documents.countryBudget.fields.reason
  await expect(page.getByLabel(reasonLabel)).toHaveValue(application.reason)

  const other = { ...drafter, page: await context.newPage() }
  await other.page.goto(address)
  await other.page.getByLabel(reasonLabel).fill('Typed in the other tab')
  await other.page.getByRole('button', { name: texts.page.form.saveDraft }).click()
  await expect(other.page.getByText(anyOf(texts.page.form.saved))).toBeVisible()

  await page.bringToFront()
  await page.getByLabel(reasonLabel).fill('Typed here')
  await page.getByRole('button', { name: texts.page.form.saveDraft }).click()
  const dialog = page.getByRole('dialog', { name: texts.page.form.conflictTitle })
  await expect(dialog).toContainText('Changed by Channel Manager, India')
  await expect(dialog.getByRole('row').filter({ hasText: 'Typed here' })).toContainText('Typed in the other tab')
  await dialog.getByRole('button', { name: texts.page.form.conflictMine }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel(reasonLabel)).toHaveValue('Typed here')
  await page.getByRole('button', { name: texts.page.form.saveDraft }).click()
  await expect(page.getByText(anyOf(texts.page.form.saved))).toBeVisible()
  await other.page.reload()
  await expect(page.getByLabel(reasonLabel)).toHaveValue('Typed here')
})

/** Pages of prices that are not the own ones, with the calls behind them. */
const PRICE_PAGES = {
  '/process/price/pc/maintainList': ['/aps/gs/price/queryByPage', '/aps/gs/price/count', '/aps/gs/price/export'],
  '/process/price/pc/info?type=view&id=1': ['/aps/gs/price/detail', '/aps/price/detail/v2', '/aps/price/history/get'],
  '/process/price/pc/list': ['/aps/price/review/queryByPage', '/aps/price/review/detail', '/aps/price/review/export'],
  '/process/price/pc/compare': [
    '/aps/gs/price/compare/queryByPage',
    '/aps/gs/price/compare/export',
    '/aps/price/calendar',
  ],
  '/process/price/pc/rounding': ['/aps/price/rounding/detail', '/aps/gs/price/percent/check'],
  '/process/price/pc/costs': ['/aps/price/cost/list', '/aps/price/cost/export'],
  '/priceApplication/pc/list': ['/aps/price/application/queryByPage', '/aps/price/application/export'],
} as const
const SHEET = { maxBytes: 1e8, maxUncompressedBytes: 1e8, maxRows: 10_000, maxColumns: 60 }
const SECRET = /cost|margin|floor|previousPrice|changePercent/i

test('a distributor who looks for margins finds them neither on their own page, in its files, in the search, nor behind typed addresses', async ({
  browser,
  origin,
  complaints,
}) => {
  complaints.expect(/^403 /)
  const person = await arrive(browser, 'in.dist', '/process/price/pc/own')
  const { page, texts } = person
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    const isOfPrices = /\/aps\/(price|gs\/price)/.test(response.url())
    if (isOfPrices) answers.push(response.text().catch(() => ''))
  })
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await page.goto('/process/price/pc/own?state=effective')
  await expect(page.locator('tbody tr[data-row]').first()).toBeVisible()
  await expect(page.locator('thead')).not.toContainText(SECRET)

  await page.getByRole('button', { name: texts.exporting.more }).click()
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: texts.exporting.pdf, exact: true }).click(),
  ])
  expect(paper.suggestedFilename()).toMatch(new RegExp(`^${priceOwn.title} .*[.]pdf$`))
  const printed = (await pdfPages(await readFile(await paper.path()))).map(({ text }) => text).join('')
  expect(printed).toContain(priceOwn.columns.effectiveFrom.replaceAll(' ', ''))
  expect(printed).not.toMatch(SECRET)
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: texts.page.downloads.export, exact: true }).click(),
  ])
  const sheet = await readSheet(await readFile(await workbook.path()), SHEET)
  expect(JSON.stringify(sheet)).toContain(priceOwn.columns.effectiveFrom)
  expect(JSON.stringify(sheet)).not.toMatch(SECRET)

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: texts.page.palette.title })).toBeVisible()
  await page.keyboard.type('price')
  await expect(page.locator('.palette [cmdk-item]').filter({ hasText: priceArea.menu.own }).first()).toBeVisible()
  for (const name of [priceArea.menu.rows, priceArea.menu.costs])
    await expect(page.locator('.palette [cmdk-item]').filter({ hasText: name })).toHaveCount(0)
  await page.keyboard.press('Escape')

  const session = await signIn(origin, 'in.dist')
  for (const [address, calls] of Object.entries(PRICE_PAGES)) {
    await page.goto(address)
    await expect(page.locator('.message-page').filter({ visible: true })).toBeVisible()
    await expect(page.locator('tbody tr[data-row]')).toHaveCount(0)
    for (const path of calls) {
      const { status, body } = await call<{ data: unknown }>(origin, path, { session, body: {} })
      expect([path, status, body.data ?? null]).toEqual([path, 403, null])
    }
  }
  expect(answers.length).toBeGreaterThan(0)
  expect((await Promise.all(answers)).join('')).not.toMatch(SECRET)
})
