import { conflict } from '#kernel/web/console/form/locale/conflict.en.ts'
import { expect } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { reserveStates } from '#kernel/base/i18n/locale/reserve.en.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import {
  applicationOf,
  contentOf,
  type Line,
  savedDraft,
  shown,
  submittedGrant,
  tsvOf,
  YEAR,
} from './support/application.ts'
import * as desk from './support/desk.ts'
import { choosePageSize } from './support/list.ts'
import { arrive, expectToast, type Person, signIn, sitDown } from './support/person.ts'
import { test } from './support/test.ts'
import { actedText, anyOf, filled } from './support/texts.ts'

const FORM = '/budget/pc/country/apply?type=new&applyType=grant&idcCode=IN'
/** The server computes the summary of errors; the browser logs its refusals. */
const REFUSED = /^400 .*\/aps\/budget\/country\//

function line(amount: string, businessType = 'S0801'): Line {
  return { project: 'PJ-IN-01', businessType, productLine: 'PH30', amount }
}

const application = applicationOf({ department: 'BD10', pool: 'PP02', reason: 'Kit', lines: [line('100')] })

function amountCell(person: Person, row: number) {
  return desk.cell(person, person.texts.budget.documents.countryBudget.lineFields.amount, row)
}

for (const language of variantsOfThisRun('document', ['en', 'zh'] as const)) {
  test(`a form with unsaved input asks before it is left and keeps the input (${language})`, async ({ browser }) => {
    const drafter = await arrive(browser, 'in.channel', '/index', { language })
    const { page, texts } = drafter
    const { shell, form } = texts.page
    await desk.startGrant(drafter)
    await page.getByLabel(texts.budget.documents.countryBudget.fields.reason).fill('Typed and not saved')
    await page
      .getByRole('button', {
        name: filled(shell.closeTab, { title: texts.budget.documents.countryBudget.titles.grant }),
      })
      .click()
    const dialog = page.getByRole('dialog', { name: shell.leaveTitle })
    await dialog.getByRole('button', { name: shell.leaveStay }).click()
    await expect(page.getByLabel(texts.budget.documents.countryBudget.fields.reason)).toHaveValue('Typed and not saved')
    await expect(page.getByText(anyOf(form.saved))).toBeVisible()
  })

  test(`a submit with missing fields counts them, jumps to each, and focuses the first (${language})`, async ({
    browser,
    complaints,
  }) => {
    complaints.expect(REFUSED)
    const drafter = await arrive(browser, 'in.channel', FORM, { language })
    const { page, texts } = drafter
    const { fields, lineFields } = texts.budget.documents.countryBudget
    await desk.submitButton(drafter).click()
    const summary = page.getByRole('alert')
    // Without a line, the way to add one.
    await summary.getByRole('button', { name: texts.kernel.errors.document.noLines }).click()
    const add = page.locator('.field-error').getByRole('button', { name: texts.page.sheet.addLine })
    await expect(add).toBeFocused()
    await add.press('Enter')
    await expect(desk.cell(drafter, lineFields.countryCode, 1)).toBeFocused()
    await desk.pasteInto(desk.cell(drafter, lineFields.countryCode, 1), tsvOf([line('100'), line('x', 'S0802')]))
    await expect(add).toBeHidden()
    await desk.submitButton(drafter).click()
    await expect(summary).toContainText(anyOf(texts.page.form.summary))
    await expect(desk.field(page, fields.budgetDeptCode)).toBeFocused()
    const required = filled(texts.kernel.errors.document.required, { field: fields.reason })
    await summary.getByRole('button', { name: required }).click()
    await expect(page.getByLabel(fields.reason)).toBeFocused()
    await expect(page.getByLabel(fields.reason)).toHaveAccessibleDescription(required)
    // A cell's reason is read where the keyboard is, not only as a tooltip.
    const notAmount = filled(texts.kernel.errors.document.notAmount, { field: lineFields.amount })
    await summary.getByRole('button', { name: notAmount }).click()
    await expect(amountCell(drafter, 2)).toBeFocused()
    const place = filled(texts.page.form.row, { row: 2 })
    await expect(amountCell(drafter, 2)).toHaveAccessibleDescription(new RegExp(`${place}: ${notAmount}$`))
  })
}

test('Discard deletes a draft that only autosave made, and restores one that was saved', async ({
  browser,
  origin,
}) => {
  const drafter = await arrive(browser, 'in.channel', '/index')
  const { page, texts } = drafter
  const { shell, form } = texts.page
  const { fields, titles } = texts.budget.documents.countryBudget
  const reason = page.getByLabel(fields.reason)
  const dialog = page.getByRole('dialog', { name: shell.leaveTitle })
  const no = (): Promise<string | null> => page.locator('h1 .code:visible').textContent()
  const stored = (number: string | null) =>
    companyAt(origin).call<{ document: { reason: string } }>('in.channel', '/aps/budget/country/detail', { no: number })
  await desk.startGrant(drafter)
  await reason.fill('First')
  await expect(page.getByText(anyOf(form.saved))).toBeVisible()
  const made = await no()
  await reason.fill('Second')
  await page
    .locator('.tab-strip')
    .getByRole('button', { name: anyOf(shell.closeTab) })
    .last()
    .click()
  await expect(dialog).toContainText(filled(shell.leaveDeletes, { no: made ?? '' }))
  await dialog.getByRole('button', { name: shell.leaveDiscard }).click()
  await expect(page.getByRole('heading', { name: titles.grant })).toBeHidden()
  await expect(stored(made)).rejects.toThrow()

  const { no: kept } = await savedDraft(origin, application)
  await page.goto(`/budget/pc/country/apply?type=edit&applyNo=${kept}`)
  await expect(reason).toHaveValue(application.reason)
  await reason.fill('Not wanted')
  await page
    .locator('.tab-strip')
    .getByRole('button', { name: anyOf(shell.closeTab) })
    .last()
    .click()
  await expect(dialog).toContainText(anyOf(shell.leaveStays))
  await dialog.getByRole('button', { name: shell.leaveDiscard }).click()
  await expect(reason).toBeHidden()
  expect((await stored(kept)).document.reason).toBe(application.reason)
})

test('a new form becomes a draft once something is typed, and no draft stays when it is taken out again', async ({
  browser,
}) => {
  const drafter = await sitDown(browser, 'in.channel')
  const { page, texts } = drafter
  await page.clock.install()
  await signIn(drafter, FORM)
  const saves: string[] = []
  page.on('request', (request) => {
    if (/\/aps\/budget\/country\/(?:save|delete)$/.test(request.url()))
      saves.push(request.url().split('/').at(-1) ?? '')
  })
  const reason = page.getByLabel(texts.budget.documents.countryBudget.fields.reason)
  await page.getByRole('button', { name: texts.page.sheet.addLine }).click()
  await expect(amountCell(drafter, 1)).toBeVisible()
  // Longer than a form waits before it saves itself.
  await page.clock.runFor(10_000)
  expect(saves).toEqual([])
  await reason.fill('Begun')
  await expect(page.getByText(anyOf(texts.page.form.saved))).toBeVisible()
  await reason.fill('')
  await expect.poll(() => saves.at(-1)).toBe('delete')
  await expect(page.locator('h1 .code')).toHaveCount(0)
  // The form goes on as a new one.
  await reason.fill('Begun again')
  await expect(page.locator('h1 .code')).toHaveCount(1)
})

test('the sheet takes a choice by keyboard, fills it down and undoes it', async ({ browser }) => {
  const drafter = await arrive(browser, 'in.channel', FORM)
  const { page, texts } = drafter
  const { lineFields } = texts.budget.documents.countryBudget
  await desk.pasteLines(drafter, tsvOf([line('100', 'S0101'), line('200', 'S0102'), line('300', 'S0103')]))
  await expect(amountCell(drafter, 3)).toContainText(shown(300))
  // The country is active after the paste; two cells to the right is the business type.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('S0301', { delay: 30 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  const type = (row: number) => desk.cell(drafter, lineFields.fscId, row)
  await expect(type(1)).toContainText('S0301')
  await type(1).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+d')
  await expect(type(3)).toContainText('S0301')
  await page.keyboard.press('Control+z')
  await expect(type(2)).toContainText('S0102')
  await expect(type(3)).toContainText('S0103')
  await expect(type(1)).toContainText('S0301')
})

test('a tab that is killed leaves its draft on the server', async ({ browser, origin }) => {
  const drafter = await arrive(browser, 'in.channel', FORM)
  const { page, texts, context } = drafter
  const { fields } = texts.budget.documents.countryBudget
  await desk.pick(page, desk.field(page, fields.budgetDeptCode), application.department)
  await page.getByLabel(fields.reason).fill('Nobody pressed save')
  await desk.pasteLines(drafter, tsvOf([line('77')]))
  await expect(page.getByText(anyOf(texts.page.form.saved))).toBeVisible()
  const no = (await page.locator('h1 .code').textContent()) ?? ''
  await page.close({ runBeforeUnload: false })

  const again = { ...drafter, page: await context.newPage() }
  await again.page.goto(`/budget/pc/country/apply?type=edit&applyNo=${no}`)
  await expect(again.page.getByLabel(fields.reason)).toHaveValue('Nobody pressed save')
  await expect(amountCell(again, 1)).toContainText(shown(77))
  const stored = await companyAt(origin).call<{ document: { reason: string } }>(
    'in.channel',
    '/aps/budget/country/detail',
    {
      no,
    },
  )
  expect(stored.document.reason).toBe('Nobody pressed save')
})

test('an own unsubmitted draft is deleted from its form after a question, and its tab closes', async ({
  browser,
  origin,
}) => {
  const { id, no } = await savedDraft(origin, application)
  const drafter = await arrive(browser, 'in.channel', '/budget/pc/country/list?view=applications&idcCode=IN')
  const { page, texts } = drafter
  const { list } = texts.page
  await page.getByRole('link', { name: no }).click()
  await page.getByLabel(texts.budget.documents.countryBudget.fields.reason).fill('Not stored yet')
  const ask = page.locator('.action-bar').getByRole('button', { name: list.deleteTitle, exact: true })
  await ask.click()
  const dialog = page.getByRole('dialog', { name: list.deleteTitle })
  await expect(dialog).toContainText('Are you sure to delete the data?')
  await dialog.getByRole('button', { name: texts.page.common.cancel }).click()
  await expectToast(page, 'Cancelled')
  await ask.click()
  await dialog.getByRole('button', { name: list.deleteTitle, exact: true }).click()
  await expectToast(page, 'Success')
  await expect(page).toHaveURL(/country\/list/)
  await expect(page.getByRole('tab', { name: no })).toHaveCount(0)
  await expect(page.getByRole('link', { name: no })).toHaveCount(0)
  await expect(companyAt(origin).call('in.channel', '/aps/budget/country/detail', { id })).rejects.toThrow('404')

  // A new form has nothing to remove until it is stored.
  await page.goto(FORM)
  await expect(desk.submitButton(drafter)).toBeVisible()
  await expect(ask).toHaveCount(0)
})

test('two people editing one draft see who saved when and what differs', async ({ browser, origin, complaints }) => {
  complaints.expect(/^409 /)
  const saved = await savedDraft(origin, application)
  const drafter = await arrive(browser, 'in.channel', `/budget/pc/country/apply?type=edit&applyNo=${saved.no}`)
  const { page, texts } = drafter
  const { fields } = texts.budget.documents.countryBudget
  const { form } = texts.page
  await expect(page.getByLabel(fields.reason)).toHaveValue(application.reason)
  const changed = { ...contentOf(application), budgetDeptCode: 'BD01' }
  await companyAt(origin).as('in.channel').save(countryBudget, changed, { id: saved.id, version: saved.version })

  await page.getByLabel(fields.reason).fill('Typed here')
  await page.getByRole('button', { name: form.saveDraft }).click()
  const dialog = page.getByRole('dialog', { name: form.conflictTitle })
  const row = dialog.getByRole('row').filter({ hasText: fields.budgetDeptCode })
  await expect(row).toContainText(/BD10 \/ \w/)
  await expect(row).toContainText(/BD01 \/ \w/)
  await dialog.getByRole('button', { name: texts.page.common.close }).click()
  await expect(page.getByText(conflict.held)).toBeVisible()
  await page.getByRole('button', { name: conflict.compare }).click()
  await dialog.getByRole('button', { name: form.conflictTheirs }).click()
  await expect(page.getByLabel(fields.reason)).toHaveValue(application.reason)
  await expect(page.getByText(/BD01 \/ \w/)).toBeVisible()
})

test('an approver decides by keyboard, and a link to the finished task shows the outcome', async ({
  browser,
  origin,
}) => {
  const { no } = await submittedGrant(origin, application)
  const manager = await arrive(browser, 'in.manager', '/index')
  const { page, texts } = manager
  await page.goto('/tasks/pc')
  const { titles } = texts.budget.documents.countryBudget
  // It shows names, and no codes.
  await choosePageSize(manager, 200)
  await expect(desk.rowWith(page, [no])).toContainText(
    new RegExp(`${titles.grant}, India, [A-Z][A-Za-z ]+, ${YEAR}-12`),
  )
  await desk.openTask(manager, no)
  const link = page.url()
  await expect(page.getByRole('heading', { name: texts.budget.documents.countryBudget.titles.grant })).toBeVisible()
  const opinion = page.getByRole('textbox', { name: texts.page.approval.opinion })
  await page.keyboard.press('a')
  await expect(page.getByText(texts.page.approval.opinionRequired)).toBeVisible()
  await expect(opinion).toBeFocused()
  await opinion.fill('In order')
  await opinion.press('Control+Enter')
  await expectToast(page, actedText(texts, 'approve', no))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: no })).toBeVisible()
  await expect(page.getByText('In order')).toBeVisible()
  await expect(opinion).toBeHidden()
})

test('a finished document is copied as a new one of its type, with its content and without its number', async ({
  browser,
  origin,
}) => {
  const { no, formInstanceId } = await submittedGrant(origin, { ...application, reason: 'Copied from another' })
  const drafter = await arrive(browser, 'in.channel', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  const { page, texts } = drafter
  await page.getByRole('link', { name: texts.page.form.copy }).click()
  await expect(page.getByLabel(texts.budget.documents.countryBudget.fields.reason)).toHaveValue('Copied from another')
  await expect(amountCell(drafter, 1)).toContainText('100.00')
  await expect(page.locator('h1:visible')).not.toContainText(no)
  const copied = await desk.submit(drafter)
  expect(copied.no).not.toBe(no)
})

test('an approved grant leads on a phone to the lines that it made, and is copied as a new one from its menu', async ({
  browser,
  origin,
}) => {
  const { no, formInstanceId } = await submittedGrant(origin, { ...application, reason: 'Copied on a phone' })
  await companyAt(origin).agreeAll(countryBudget, formInstanceId)
  const address = `/budgetCountry/mobile?formInstanceId=${formInstanceId}`
  const { page, texts } = await arrive(browser, 'in.channel', address, { width: 'phone' })
  const made = page.getByRole('link', { name: filled(texts.budget.page.linesMade, { count: 1 }) })
  await expect(made).toHaveAttribute('href', /budgetCode=BL/)
  await page.getByRole('button', { name: texts.page.print.more }).click()
  await page.getByRole('button', { name: texts.page.form.copy }).click()
  await expect(page.getByLabel(texts.budget.documents.countryBudget.fields.reason)).toHaveValue('Copied on a phone')
  await expect(page.getByText(no)).toBeHidden()
  await expect(page.getByText('100.00').first()).toBeVisible()
})

test('an approved grant leads to the budget lines that it made, and says no longer that its money is held', async ({
  browser,
  origin,
}) => {
  const { formInstanceId } = await submittedGrant(origin, application)
  const { page, texts } = await arrive(browser, 'in.channel', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  const held = page.locator('.document-head').getByText(reserveStates.occupied, { exact: true })
  await expect(held).toBeVisible()
  await companyAt(origin).agreeAll(countryBudget, formInstanceId)
  await page.reload()
  const made = page.getByRole('link', { name: filled(texts.budget.page.linesMade, { count: 1 }) })
  await expect(made).toBeVisible()
  await expect(held).toBeHidden()
  await made.click()
  await expect(page.locator('tbody tr:visible')).toHaveCount(1)
})

test('a person who may not raise a type is not offered to copy its documents', async ({ browser, origin }) => {
  const { formInstanceId } = await submittedGrant(origin, application)
  const { page, texts } = await arrive(browser, 'in.manager', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  await expect(page.locator('.timeline')).toBeVisible()
  await expect(page.getByRole('button', { name: texts.page.approval.agree, exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: texts.page.form.copy })).toBeHidden()
})
