import { addOrReplace } from '#kernel/web/console/form/locale/add-or-replace.en.ts'
import { expect } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { schemeExecute } from '#areas/scheme/execution/execute.en.ts'
import { opened } from '#kernel/web/console/structured-field/locale/structured-field.en.ts'
import { applicationOf, fscOf, type Line } from './support/application.ts'
import { cell, fillHeader, pasteInto, pasteLines, startGrant } from './support/desk.ts'
import { arrive } from './support/person.ts'
import { placeOf, schemeIn } from './support/schemes.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'
import { asCsv, downloadTemplate, fillTemplate } from './support/workbook.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const LINE: Line = { project: 'PJ-IN-01', businessType: 'S0101', productLine: 'PH20', amount: '100', remark: 'typed' }

test('a row of the template is pasted into its columns, amounts as people write them, and a contradiction stays', async ({
  browser,
}) => {
  const person = await arrive(browser, 'in.channel', '/index')
  const { page, texts } = person
  const { lineFields } = texts.budget.documents.countryBudget
  await startGrant(person)
  const row = ['IN', LINE.project, fscOf(LINE), LINE.businessType, LINE.productLine, '2,50,000.00', 'as agreed']
  await pasteLines(person, row.join('\t'))
  await expect(cell(person, lineFields.amount, 1)).toHaveText('250,000.00')
  await expect(cell(person, lineFields.remark, 1)).toHaveText('as agreed')

  await pasteInto(cell(person, lineFields.countryCode, 1), ['IN', 'PJ-BD-01'].join('\t'))
  await expect(cell(person, lineFields.countryCode, 1)).toContainText('IN')
  await expect(cell(person, lineFields.projectCode, 1)).toContainText('PJ-BD-01')

  await cell(person, lineFields.amount, 1).click()
  await page.keyboard.press('Escape')
  await pasteInto(cell(person, lineFields.amount, 1), '₹ 75,000')
  await expect(cell(person, lineFields.amount, 1)).toHaveText('75,000.00')
  await cell(person, lineFields.amount, 1).click()
  await page.keyboard.type('1,5')
  await page.keyboard.press('Enter')
  await expect(cell(person, lineFields.amount, 1)).toHaveText('1,5')
})

test('a file asks whether its lines are added to those in the form or replace them', async ({ browser }) => {
  const person = await arrive(browser, 'in.channel', '/index')
  const { page, texts } = person
  const { form, sheet } = texts.page
  const { lineFields } = texts.budget.documents.countryBudget
  await startGrant(person)
  await fillHeader(person, applicationOf({ reason: 'added to', lines: [] }))
  const row = ['IN', LINE.project, fscOf(LINE), LINE.businessType, LINE.productLine, '100', 'typed']
  await pasteLines(person, row.join('\t'))
  const remark = `from a file ${productNow().getTime()}`
  const template = await downloadTemplate(person)
  const lines = [{ ...LINE, businessType: 'S0102', remark }]
  const bytes = await fillTemplate(template, lines)
  const input = page.locator(`input[type=file][aria-label="${form.upload}"]`)
  await expect(input).toHaveAttribute('accept', '.xlsx,.csv')
  const upload = () => input.setInputFiles({ name: 'more.xlsx', mimeType: XLSX, buffer: Buffer.from(bytes) })

  await upload()
  const dialog = page.getByRole('dialog', { name: addOrReplace.title })
  await dialog.getByRole('button', { name: texts.page.common.cancel }).click()
  await expect(cell(person, lineFields.remark, 1)).toHaveText('typed')
  await upload()
  await dialog.getByRole('button', { name: filled(addOrReplace.add, { count: 1 }) }).click()
  await expect(cell(person, lineFields.remark, 1)).toHaveText('typed')
  await expect(cell(person, lineFields.remark, 2)).toHaveText(remark)
  const csv = await asCsv(template, lines)
  await input.setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await dialog.getByRole('button', { name: filled(addOrReplace.replace, { count: 2 }) }).click()
  await expect(cell(person, lineFields.remark, 1)).toHaveText(remark)
  const said = page.getByText(filled(form.parsedGood, { count: 1, file: 'more.csv' }))
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: sheet.undo }).click()
  await expect(cell(person, lineFields.remark, 2)).toHaveText(remark)
  await expect(said).toBeHidden()
})

for (const delay of [0, 30, 120])
  test(`keys that are typed or scanned into a cell of device numbers are all there, ${delay} ms a key`, async ({
    browser,
    origin,
  }) => {
    const place = await placeOf(origin)
    const scheme = await schemeIn(origin, place, ['500.00'])
    const person = await arrive(browser, 'in.channel', `/scheme/execute/pc?type=new&schemeNo=${scheme.no}`)
    const { page, texts } = person
    const { lineFields } = schemeExecute
    await page.getByRole('button', { name: texts.page.sheet.addLine }).click()
    const name = filled(texts.page.sheet.cell, { column: lineFields.imeis, row: 1 })
    const target = page.getByRole('gridcell', { name: new RegExp(`^${name}`) })
    const first = page.getByRole('gridcell').first()
    await expect(first).toBeFocused()
    // To the cell by the keyboard, as a scanner finds it.
    while (!(await target.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowRight')
    await page.keyboard.type('864334830001283\n12345\n99999', { delay })
    const area = page.getByRole('dialog').getByRole('textbox')
    await expect(area).toBeFocused()
    await expect(area).toHaveValue('864334830001283\n12345\n99999')
    await page.getByRole('dialog').getByRole('button', { name: opened.done }).click()
    // Each wrong number is told before anything is submitted.
    await expect(target).toHaveAttribute('title', /12345[^]*99999/)
  })
