import { productNow } from '#kernel/base/clock/clock.ts'
import { columnPanel } from '#kernel/web/console/list/views/column-panel.en.ts'
import { listDesk as desk } from '#kernel/web/console/list/locale/list-desk.en.ts'
import { listDesk as deskZh } from '#kernel/web/console/list/locale/list-desk.zh.ts'
import { expect } from '@playwright/test'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { field, pick } from './support/desk.ts'
import { APPLICATIONS, heads, query, rows, settled } from './support/list.ts'
import { arrive, expectToast, type Person } from './support/person.ts'
import { filled } from './support/texts.ts'
import { test } from './support/test.ts'

interface View {
  readonly id: string
  readonly version: number
  readonly isMine: boolean
}

/** The list as it was made, whatever an earlier run on this installation left behind. */
async function forget(origin: string, account: string): Promise<void> {
  const list = 'countryBudget'
  await companyAt(origin).call(account, '/api/v1/admin/user/preference', { key: `list.${list}`, value: null })
  const { views } = await companyAt(origin).call<{ views: View[] }>(account, '/api/v1/admin/view/list', { list })
  for (const { id, version, isMine } of views)
    if (isMine) await companyAt(origin).call(account, '/api/v1/admin/view/delete', { id, version })
}

async function viewMenu({ page }: Person, entry: string): Promise<void> {
  await page.locator('.view-button:visible').click()
  await page.locator('.view-menu').getByText(entry, { exact: true }).click()
}

async function saveViewAs(person: Person, name: string): Promise<void> {
  await viewMenu(person, desk.saveAs)
  const dialog = person.page.getByRole('dialog', { name: desk.saveAs })
  await dialog.getByLabel(desk.name).fill(name)
  await dialog.getByRole('button', { name: desk.save }).click()
  await expect(person.page.locator('.view-name:visible')).toHaveText(name)
}

test('a saved view keeps filters, columns and density, becomes the default, and is shared within India', async ({
  browser,
  origin,
}) => {
  await forget(origin, 'in.manager')
  const person = await arrive(browser, 'in.manager', APPLICATIONS)
  const { page, texts } = person
  const { list } = texts.page
  const fields = texts.budget.documents.countryBudget.fields
  const name = `Approved ${productNow().getTime().toString(36)}`
  await settled(page)
  await pick(page, field(page, fields.state), texts.budget.documents.countryBudget.states.approved)
  await saveViewAs(person, name)
  expect(query(page).get('v')).toMatch(/^\d+$/)
  await expect(page.locator('.view-modified')).toHaveCount(0)

  await page.getByRole('button', { name: list.columns, exact: true }).click()
  await page.getByRole('checkbox', { name: fields.projectPoolCode, exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: desk.densityCosy }).click()
  await expect(page.locator('.view-modified')).toBeVisible()
  await viewMenu(person, desk.save)
  await expectToast(page, filled(desk.saved, { view: name }))
  await expect(page.locator('.view-modified')).toHaveCount(0)
  const kept = page.waitForResponse((response) => response.request().postData()?.includes('defaultView') ?? false)
  await viewMenu(person, desk.makeDefault)
  await kept
  await viewMenu(person, desk.share)
  await expect.poll(() => query(page).get('state')).toBeNull()
  const shared = page.url()

  // A person who opens the list anew begins with it; the standard view is one click away and stays.
  await page.goto(APPLICATIONS)
  await expect(page.locator('.view-name:visible')).toHaveText(name)
  await expect(page.locator('.table-cosy')).toBeVisible()
  await expect(heads(page).filter({ hasText: fields.projectPoolCode })).toHaveCount(0)
  await viewMenu(person, desk.standard)
  await expect(page.locator('.table-compact')).toBeVisible()
  await expect(heads(page).filter({ hasText: fields.projectPoolCode })).toHaveCount(1)

  // The link shows a colleague the same list; they cannot change the view, and their own changes stay private.
  const colleague = await arrive(browser, 'in.rsd', shared.replace(/^https?:\/\/[^/]+/, ''), { language: 'zh' })
  await expect(colleague.page.locator('.view-name:visible')).toHaveText(name)
  await settled(colleague.page)
  const states = colleague.texts.budget.documents.countryBudget.states
  await expect(rows(colleague.page).filter({ hasText: states.approved })).not.toHaveCount(0)
  await expect(rows(colleague.page).filter({ hasText: states.underApproval })).toHaveCount(0)
  await colleague.page.locator('.view-button:visible').click()
  await expect(colleague.page.getByRole('button', { name: deskZh.rename })).toHaveCount(0)
  await colleague.page.keyboard.press('Escape')

  const stranger = await arrive(browser, 'id.manager', shared.replace(/^https?:\/\/[^/]+/, ''))
  await expect(stranger.page.locator('.view-name:visible')).toHaveText(desk.standard)

  await viewMenu(person, name)
  await viewMenu(person, desk.delete)
  const question = page.getByRole('dialog', { name: desk.delete })
  await expect(question).toContainText(list.deleteAsk)
  await question.getByRole('button', { name: desk.delete }).click()
  await expectToast(page, list.success)
  await expect(page.locator('.view-name:visible')).toHaveText(desk.standard)
})

test('the link of a private view carries its filters and columns', async ({ browser, origin }) => {
  await forget(origin, 'in.regfinance')
  const person = await arrive(browser, 'in.regfinance', APPLICATIONS)
  const { page, texts } = person
  await settled(page)
  await pick(page, field(page, texts.budget.documents.countryBudget.fields.applyType), 'Grant')
  await saveViewAs(person, `Grants ${productNow().getTime().toString(36)}`)
  await expect.poll(() => query(page).get('applyType')).toBe('grant')
  await page.getByRole('button', { name: texts.page.list.reset, exact: true }).click()
  await expect(page.locator('.view-modified')).toHaveCount(0)
  await viewMenu(person, desk.standard)
  await expect.poll(() => query(page).get('applyType')).toBeNull()
})

test('columns are ordered, resized and pinned by keyboard and pointer and stay so on the next visit', async ({
  browser,
  origin,
}) => {
  await forget(origin, 'in.rcsm')
  const person = await arrive(browser, 'in.rcsm', APPLICATIONS)
  const { page, texts } = person
  const { list } = texts.page
  const fields = texts.budget.documents.countryBudget.fields
  await settled(page)
  await page.getByRole('button', { name: list.columns, exact: true }).click()
  const handle = page.getByRole('button', { name: filled(columnPanel.move, { column: fields.totalAmount }) })
  await handle.focus()
  // Moves it up until it is the second, however many columns stand before it.
  await expect(async () => {
    await page.keyboard.press('ArrowUp')
    await expect(handle).toBeFocused()
    await expect(heads(page).nth(1)).toContainText(fields.totalAmount, { timeout: 300 })
  }).toPass()
  await page.getByRole('button', { name: filled(columnPanel.pinOne, { column: fields.totalAmount }) }).click()
  await page.keyboard.press('Escape')

  const type = heads(page).filter({ hasText: fields.applyType })
  const before = (await type.boundingBox())!
  await page.mouse.move(before.x + before.width - 3, before.y + 15)
  await page.mouse.down()
  await page.mouse.move(before.x + before.width + 77, before.y + 15, { steps: 4 })
  const stored = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/user/preference') &&
      /"widths":\{"\w/.test(answer.request().postData() ?? '') &&
      answer.ok(),
  )
  await page.mouse.up()
  await expect.poll(async () => Math.round((await type.boundingBox())!.width - before.width)).toBe(80)
  await stored
  await page.reload()
  await settled(page)
  await expect(heads(page).nth(1)).toContainText(fields.totalAmount)
  await expect(heads(page).nth(1)).toHaveClass(/cell-frozen/)
  expect(Math.round((await type.boundingBox())!.width - before.width)).toBe(80)
})
