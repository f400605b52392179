import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { productNow } from '#kernel/base/clock/clock.ts'
import { yearPlan as planEn } from '#areas/budget/year-plan/year-plan.en.ts'
import { yearPlan as planZh } from '#areas/budget/year-plan/year-plan.zh.ts'
import { arrive, type Person } from './support/person.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'
import { applicationOf, type Line, shown } from './support/application.ts'
import { fillHeader, startGrant } from './support/desk.ts'
import { fillTemplate } from './support/workbook.ts'
import { planFile } from './support/planned.ts'

// Customer channels of India; each test has its own codes, because other tests run beside it in the same company.

const KIND = 'Customer channels'
const [CODE, ZH, NAME, AREA] = ['Code', 'Chinese name', 'English name', 'Area']

type Rows = readonly (readonly string[])[]

function csvOf(rows: Rows): Buffer {
  return Buffer.from([[CODE, ZH, NAME, AREA], ...rows].map((row) => row.join(',')).join('\r\n'))
}

const newPrefix = (): string => `T${randomUUID().slice(0, 8).toUpperCase()}`

/** From the page of one's imports to the dialog that takes a file. */
async function begin({ page, texts: { imports } }: Person): Promise<Locator> {
  // The button is in the toolbar; an empty list shows it a second time.
  await page.getByRole('button', { name: imports.runs.begin, exact: true }).first().click()
  await page.getByRole('menuitem', { name: KIND }).click()
  return page.getByRole('dialog', { name: imports.upload.title })
}

async function handIn(dialog: Locator, name: string, buffer: Buffer): Promise<void> {
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

async function upload(person: Person, name: string, buffer: Buffer): Promise<void> {
  await handIn(await begin(person), name, buffer)
}

/** The template as it comes, its example row left as it is, rows below it. */
async function templateWith({ page, texts: { imports } }: Person, dialog: Locator, rows: Rows): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: imports.upload.template }).click(),
  ])
  const workbook = await openXlsx(await readFile(await download.path()))
  const [sheet] = workbook.sheets
  if (!sheet) throw new Error('the template has no sheet')
  sheet.rows.splice(2, 0, ...rows.map((row) => [...row]))
  return Buffer.from(await saveXlsx(workbook))
}

const figure = ({ page }: Person, kind: string) =>
  page.locator('.import-filters').getByRole('button', { name: kind }).locator('.import-figure')

/** Pastes as from a spreadsheet: a test may not set the browser's clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((block) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', block)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}

test('an import template is filled in, corrected in the grid, written and undone', async ({ browser }) => {
  const person = await arrive(browser, 'admin', '/imports')
  const { page, texts } = person
  const { choose, rows, run } = texts.imports
  const prefix = newPrefix()
  const dialog = await begin(person)
  const file = await templateWith(person, dialog, [
    [`${prefix}-1`, '渠道一', 'Channel one', 'IN'],
    [`${prefix}-2`, '渠道二', 'Channel two', 'NOWHERE'],
    [`${prefix}-3`, '渠道三', '', 'IN'],
  ])
  await handIn(dialog, `${prefix}.xlsx`, file)
  // Rows that need work come first: the invalid rows, each with its reason under it.
  await expect(page.locator('.import-line')).toHaveCount(2)
  await expect(page.locator('.import-problems')).toHaveCount(2)
  await expect(page.getByRole('radio', { name: choose.all })).toBeDisabled()
  await expect(page.getByRole('button', { name: filled(choose.run, { count: 1 }) })).toBeEnabled()
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('main').analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])

  const cell = (column: string, row: number) =>
    page.getByRole('gridcell', { name: new RegExp(`^${filled(rows.cell, { column, row })}`) })
  await cell(AREA, 4).click()
  await page.keyboard.type('IN')
  // Enter moves down into the next row's cell; Escape leaves the cell unchanged, and Home goes where the arrows lead.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowLeft')
  await paste(page, 'Channel three\tIN')
  await expect(cell(NAME, 5)).toContainText('Channel three')
  // What names a row stays in sight while the others are scrolled to.
  await expect(page.getByRole('columnheader', { name: CODE }).first()).toHaveCSS('position', 'sticky')
  await expect(cell(CODE, 5)).toHaveCSS('position', 'sticky')
  await page.getByRole('button', { name: filled(rows.save, { count: 2 }) }).click()
  await expect(figure(person, rows.filters.create)).toHaveText('3')
  await expect(figure(person, rows.filters.all)).toHaveText('3')

  await page.getByRole('radio', { name: choose.all }).check()
  await page.getByRole('button', { name: filled(choose.run, { count: 3 }) }).click()
  await expect(page.getByText(filled(run.done, { count: 3 }))).toBeVisible()

  await page.getByRole('button', { name: run.undo, exact: true }).click()
  await page.getByRole('dialog', { name: run.undoTitle }).getByRole('button', { name: run.undo, exact: true }).click()
  await expect(page.getByText(filled(run.undone, { count: 3 }))).toBeVisible()
})

test('an import shows changes before it writes, notices a repeated file, and is reached from the download centre', async ({
  browser,
}) => {
  const person = await arrive(browser, 'admin', '/imports')
  const { page, texts } = person
  const { choose, rows, run, upload: words } = texts.imports
  const { imports: frame, downloads } = texts.page
  const prefix = newPrefix()
  await upload(person, `${prefix} first.csv`, csvOf([[`${prefix}-1`, '渠道一', 'Channel one', 'IN']]))
  await page.getByRole('button', { name: filled(choose.run, { count: 1 }) }).click()
  await expect(page.getByText(filled(run.done, { count: 1 }))).toBeVisible()

  await page.goto('/imports')
  const changed = csvOf([[`${prefix}-1`, '渠道一', 'Channel 1', 'IN']])
  await upload(person, `${prefix} second.csv`, changed)
  await expect(figure(person, rows.filters.update)).toHaveText('1')
  const name = page.getByRole('gridcell', { name: filled(rows.cell, { column: NAME, row: 2 }) })
  await expect(name.locator('del')).toHaveText('Channel one')
  await expect(name.locator('ins')).toHaveText('Channel 1')

  await page.locator('.download-button').click()
  const center = page.getByRole('dialog', { name: downloads.title })
  const card = center.getByRole('row').filter({ hasText: `${prefix} second` })
  await expect(card).toContainText(frame.states.checked)
  await center.getByRole('link', { name: frame.mine }).click()

  await upload(person, `${prefix} again.csv`, changed)
  await expect(page.getByText(words.sameTitle)).toBeVisible()
  await page.getByRole('button', { name: words.openEarlier }).click()
  await page.getByRole('button', { name: filled(choose.run, { count: 1 }) }).click()
  await expect(page.getByText(filled(run.done, { count: 1 }))).toBeVisible()

  // A file that is no workbook is refused before anything else is asked.
  await page.goto('/imports')
  await upload(person, 'notes.txt', Buffer.from('no'))
  await expect(page.getByText(words.wrongType)).toBeVisible()
})

test('an import row is corrected as a card on a phone and then written', async ({ browser }) => {
  const prefix = newPrefix()
  const desk = await arrive(browser, 'admin', '/imports')
  const file = csvOf([
    [`${prefix}-1`, '渠道一', 'Channel one', 'NOWHERE'],
    [`${prefix}-2`, '渠道二', 'Channel two', 'IN'],
  ])
  await upload(desk, `${prefix}.csv`, file)
  await expect(figure(desk, desk.texts.imports.rows.filters.bad)).toHaveText('1')
  const address = new URL(desk.page.url())

  const person = await arrive(browser, 'admin', address.pathname + address.search, { width: 'phone', language: 'zh' })
  const { page, texts } = person
  const { choose, rows, run } = texts.imports
  const field = page.getByRole('textbox').first()
  await expect(field).toHaveValue('NOWHERE')
  await field.fill('IN')
  await page.getByRole('button', { name: filled(rows.save, { count: 1 }) }).click()
  await page.getByRole('button', { name: filled(choose.run, { count: 2 }) }).click()
  await expect(page.getByText(filled(run.done, { count: 2 }))).toBeVisible()
})

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** No two files of the tests have the same content: the second would be noticed. */
function lines(): Line[] {
  const line = { project: 'PJ-IN-01', productLine: 'PH20', remark: `=file ${productNow().getTime()}` }
  return [
    { ...line, businessType: 'S0101', amount: '1250.5' },
    { ...line, businessType: 'S0102', amount: '12.345' },
  ]
}

async function templateOf({ page, texts }: Person): Promise<Uint8Array> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: texts.imports.upload.template }).click(),
  ])
  return await readFile(await download.path())
}

for (const language of variantsOfThisRun('imports', ['en', 'zh'] as const)) {
  test(`the lines of a file become one draft, and an undo removes it: ${language}`, async ({ browser }) => {
    const person = await arrive(browser, 'in.channel', '/index', { language })
    const { page, texts } = person
    const { run, rows, choose, upload } = texts.imports
    const { amount } = texts.budget.documents.countryBudget.lineFields
    await startGrant(person)
    await fillHeader(person, applicationOf({ reason: 'from a file', lines: [] }))
    await page.getByRole('button', { name: texts.page.form.importDraft }).click()
    const filledIn = await fillTemplate(await templateOf(person), lines())
    await page
      .getByRole('dialog')
      .locator(`input[type=file][aria-label="${upload.choose}"]`)
      .setInputFiles({ name: 'lines.xlsx', mimeType: XLSX, buffer: Buffer.from(filledIn) })

    // The example stays where it was, and is no row: the first one is row 3 of the file.
    await expect(page).toHaveURL(/\/imports\/run\?id=/)
    // The form had only a header, which the draft of the import has too: the form is gone with its tab.
    const tabs = page.getByRole('navigation', { name: texts.page.shell.tabs })
    await expect(tabs.getByText('lines.xlsx')).toBeVisible()
    await expect(tabs.getByText(texts.budget.documents.countryBudget.titles.grant)).toBeHidden()
    await expect(tabs.getByText(texts.page.form.edit, { exact: false })).toBeHidden()
    await expect(page.getByText(filled(run.rowCount, { count: 2 }))).toBeVisible()
    await expect(page.getByText(texts.kernel.errors.excel.cellDecimals).first()).toBeVisible()
    const bad = page.getByRole('gridcell', { name: filled(rows.cell, { column: amount, row: 4 }) })
    await bad.click()
    await page.keyboard.type('12.34')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: filled(rows.save, { count: 1 }) }).click()
    await page.getByRole('button', { name: filled(choose.run, { count: 2 }) }).click()

    const made = page.getByRole('link', { name: run.result })
    await made.click()
    await expect(page.getByText(shown(1262.84)).first()).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: run.undo }).click()
    await page.getByRole('dialog').getByRole('button', { name: run.undo }).click()
    await expect(page.getByText(filled(run.undone, { count: 2 }))).toBeVisible()
    await expect(made).toBeHidden()
  })
}

for (const language of variantsOfThisRun('year plan', ['en', 'zh'] as const)) {
  test(`the plan of a year becomes an application for each month and pool: ${language}`, async ({ browser }) => {
    const texts = { en: planEn, zh: planZh }[language]
    const person = await arrive(browser, 'in.channel', '/budget/pc/plan/import', { language })
    const { page } = person
    const { choose, documents, upload } = person.texts.imports
    await page.getByRole('button', { name: texts.choose }).click()
    const mark = `${language} ${productNow().getTime()}`
    await page
      .getByRole('dialog')
      .locator(`input[type=file][aria-label="${upload.choose}"]`)
      .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(planFile(mark)) })

    // Two pools and three months; three rows are wrong, and stay where they are.
    await expect(page).toHaveURL(/\/imports\/run\?id=/)
    await expect(page.getByText(filled(documents.planned, { count: 6, label: '' })).first()).toBeVisible()
    await page.getByRole('button', { name: filled(choose.run, { count: 36 }) }).click()
    await expect(page.getByRole('button', { name: filled(documents.submit, { count: 6 }) })).toBeVisible()
    const made = page.locator('.import-made a')
    await expect(made).toHaveCount(6)
    const no = await made.first().innerText()
    await expect(page.locator('.import-line').getByText(no, { exact: true }).first()).toBeVisible()

    // By its number a link finds it, in whatever area it is.
    await page.goto(`/budget/pc/country/list?applyNo=${no}`)
    await expect(page.getByRole('link', { name: no })).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(1)
  })
}
