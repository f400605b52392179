import { productNow } from '#kernel/base/clock/clock.ts'
import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { applicationOf, type Line, shown } from './support/application.ts'
import { fillHeader, startGrant } from './support/desk.ts'
import { arrive, type Person } from './support/person.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'
import { fillTemplate } from './support/workbook.ts'

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

for (const language of ['en', 'zh'] as const) {
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
