import { expect, type Page } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { records } from '#areas/customer/records/records.en.ts'
import { palette } from '#kernel/web/console/palette/locale/palette.en.ts'
import { FIND_TEXTS } from '#kernel/services/find/find-texts.ts'
import { shortcutSheet } from '#kernel/web/console/shell/shortcuts/locale/shortcut-sheet.en.ts'
import { textsOf } from './support/texts.ts'
import { applicationOf, savedDraft, submittedGrant } from './support/application.ts'
import { arrive, type Person } from './support/person.ts'
import { test } from './support/test.ts'

const application = applicationOf({
  department: 'BD08',
  reason: 'Found by its number',
  lines: [{ project: 'PJ-IN-01', businessType: 'S0601', productLine: 'PH10', amount: '80' }],
})

async function openPalette({ page, texts }: Person): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: texts.page.palette.title })).toBeVisible()
}

const chosen = (page: Page) => page.locator('.palette [cmdk-item][data-selected=true]')

for (const language of variantsOfThisRun('palette', ['en', 'zh'] as const)) {
  test(`the command palette opens a document by number and a page by name with the keyboard, ${language}`, async ({
    browser,
    origin,
  }) => {
    const { no } = await submittedGrant(origin, application)
    const person = await arrive(browser, 'in.manager', '/index', { language })
    const { page, texts, context } = person
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await openPalette(person)
    await page.keyboard.type(no.toLowerCase())
    await expect(chosen(page)).toContainText(no)
    await expect(chosen(page)).toContainText(texts.budget.documents.countryBudget.states.underApproval)
    // It opens in a new tab of the browser; the palette stays open for the next.
    const [beside] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')])
    await beside.close()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: no })).toBeVisible()

    // By the name in the other language, too.
    const other = textsOf(language === 'en' ? 'zh' : 'en')
    for (const name of [texts.budget.menu.countryList, other.budget.menu.countryList]) {
      await openPalette(person)
      await page.keyboard.type(name)
      await expect(chosen(page)).toContainText(texts.budget.menu.countryList)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/budget\/pc\/country\/list/)
    }
    await openPalette(person)
    await page.keyboard.type('zzzz')
    await expect(page.locator('.palette-outcome')).toContainText('zzzz')
    await page.keyboard.press('Escape')
    await expect(page.locator('.palette')).toHaveCount(0)
  })
}

test('the first entry of the command palette stays chosen when documents arrive, unless the person moved', async ({
  browser,
  origin,
}) => {
  const { formInstanceId, no } = await submittedGrant(origin, application)
  await submittedGrant(origin, application)
  // It was opened, so that it stands under Recent, which is shown before any document is found.
  const person = await arrive(browser, 'in.manager', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  const { page } = person
  const entries = page.locator('.palette [cmdk-item]')
  const documents = page.locator('.palette [cmdk-group]').filter({ hasText: FIND_TEXTS.en.documents })
  await expect(page.getByRole('heading', { name: no })).toBeVisible()
  const gate = Promise.withResolvers<undefined>()
  // Only the first of many documents are answered: the opened one is not among them, and stays under Recent.
  await page.route('**/aps/find', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { found: { key: string }[] }[] }
    await gate.promise
    const data = answer.data.map((group) => ({ ...group, found: group.found.filter(({ key }) => key !== no) }))
    await route.fulfill({ response, json: { ...answer, data } })
  })
  await openPalette(person)
  await page.keyboard.type(no.slice(0, -2))
  await expect(chosen(page)).toContainText(no)
  gate.resolve(undefined)
  await expect(documents).toBeVisible()
  await expect(entries.first()).toHaveAttribute('data-selected', 'true')
  await expect(chosen(page)).toHaveCount(1)

  await page.keyboard.press('ArrowDown')
  await expect(entries.nth(1)).toHaveAttribute('data-selected', 'true')
  const second = await chosen(page).locator('.palette-entry').textContent()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(second ?? '')
})

test('the command palette offers only what the person may do', async ({ browser }) => {
  const channel = await arrive(browser, 'in.channel', '/index')
  const { page, texts } = channel
  await page.getByRole('button', { name: texts.page.palette.hint }).click()
  await expect(page.getByRole('dialog', { name: texts.page.palette.title })).toBeVisible()
  await page.keyboard.type(texts.budget.page.newGrant)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: texts.budget.documents.countryBudget.titles.grant })).toBeVisible()
  await openPalette(channel)
  await page.keyboard.type(texts.page.shell.toDark)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  const auditor = await arrive(browser, 'hq.auditor', '/index')
  await expect(auditor.page.getByRole('heading', { level: 1 })).toBeVisible()
  // Letters that are typed while the box is loading appear in it.
  await auditor.page.keyboard.press('Control+k')
  await auditor.page.keyboard.type(texts.page.shell.signOut)
  const box = auditor.page.getByRole('dialog', { name: texts.page.palette.title }).getByRole('combobox')
  await expect(box).toHaveValue(texts.page.shell.signOut)
  await box.fill('')
  await expect(auditor.page.locator('.palette [cmdk-item]').filter({ hasText: texts.page.shell.signOut })).toBeVisible()
  await expect(
    auditor.page.locator('.palette [cmdk-item]').filter({ hasText: texts.budget.page.newGrant }),
  ).toHaveCount(0)
})

test('the question mark key lists the shortcuts of the page, types in a field, and can be switched off', async ({
  browser,
}) => {
  const { page, texts } = await arrive(browser, 'in.channel', '/budget/pc/country/list')
  await expect(page.locator('tbody .code').first()).toBeVisible()
  const sheet = page.getByRole('dialog', { name: texts.page.shortcuts.title })
  const search = page.getByRole('search').getByRole('textbox').first()
  await search.click()
  await page.keyboard.type('?')
  await expect(search).toHaveValue('?')
  await expect(sheet).toBeHidden()
  await search.fill('')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(sheet).toContainText(shortcutSheet.page)
  await expect(sheet).toContainText(texts.page.palette.title)
  await sheet.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(sheet).toBeHidden()
})

test('the command palette finds a customer by a word of the name, and forgets a draft that was deleted', async ({
  browser,
  origin,
}) => {
  const person = await arrive(browser, 'in.channel', '/index')
  const { page, texts } = person
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openPalette(person)
  await page.keyboard.type('harbour')
  const customers = page.locator('.palette [cmdk-group]').filter({ hasText: records.customer.many })
  const name = await customers.locator('.palette-entry').first().textContent()
  await customers.locator('[cmdk-item]').first().click()
  await expect(page).toHaveURL(/\/master\/pc\/customer\?record=\d+/)
  await expect(page.getByRole('dialog').or(page.getByRole('complementary'))).toContainText(name ?? '')

  const draft = await savedDraft(origin, application)
  await page.goto(`/budget/pc/country/apply?type=edit&applyNo=${draft.no}`)
  const remove = texts.page.list.deleteTitle
  const ask = page.locator('.action-bar').getByRole('button', { name: remove, exact: true })
  await expect(ask).toBeVisible()
  const recent = page.locator('.palette [cmdk-group]').filter({ hasText: palette.groups.recent })
  await openPalette(person)
  await expect(recent).toContainText(draft.no)
  await page.keyboard.press('Escape')

  await ask.click()
  await page.getByRole('dialog', { name: remove }).getByRole('button', { name: remove, exact: true }).click()
  await expect(page).toHaveURL(/master\/pc\/customer/)
  // The drawer of the customer stands open again.
  const drawer = page.getByRole('dialog', { name: name ?? '' })
  await drawer.getByRole('button', { name: texts.page.common.close }).first().click()
  await expect(drawer).toBeHidden()
  await openPalette(person)
  await expect(recent).toBeVisible()
  await expect(recent).not.toContainText(draft.no)
})
