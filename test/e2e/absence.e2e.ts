import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { absencePage as en } from '#kernel/services/absence/locale/absence-page.en.ts'
import { absencePage as zh } from '#kernel/services/absence/locale/absence-page.zh.ts'
import { formatTime } from '#kernel/web/ui/time.ts'
import { arrive, expectToast } from './support/person.ts'
import { test } from './support/test.ts'
import { anyOf } from './support/texts.ts'

const TEXTS = { en, zh }

/** A week years ahead that no other run has taken: these absences never begin. */
function someWeek(): { first: string; last: string } {
  const ahead = 1000 + Math.floor(Math.random() * 20_000)
  const day = (days: number) =>
    formatTime(new Date(productNow().getTime() + days * 86_400_000).toISOString()).slice(0, 10)
  return { first: day(ahead), last: day(ahead + 6) }
}

async function fillDay(page: Page, label: string, day: string): Promise<void> {
  const field = page.getByLabel(label)
  await field.fill(day)
  await field.press('Enter')
}

async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help }) => `${id}: ${help}`)
}

for (const [language, width] of [
  ['en', 'desktop'],
  ['zh', 'phone'],
] as const) {
  test(`a person sets an absence with a substitute and ends it again: ${language}, ${width}`, async ({
    browser,
    complaints,
  }) => {
    const text = TEXTS[language]
    const { first, last } = someWeek()
    const { page, texts } = await arrive(browser, 'id.regfinance', '/tasks', { language, width })
    // As if there were more of them than a page holds.
    await page.route('**/absence/queryPage', async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { readonly data: object }
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, recordTotal: 45 } } })
    })
    await page.goto('/tasks/absence')
    await expect(page.getByRole('heading', { name: text.title })).toBeVisible()
    await expect(page.getByRole('button', { name: new RegExp(`^${texts.page.list.pageSize}`) })).toBeVisible()
    await page.getByRole('button', { name: text.add }).click()
    const form = page.getByRole('dialog', { name: text.form.title })

    // A missing value is reported at its field, and so is what the server refuses.
    await form.getByRole('button', { name: text.form.save }).click()
    await expect(form.getByText(text.form.missing).first()).toBeVisible()
    const substitute = form.getByRole('combobox', { name: text.form.substitute })
    const pick = async (account: string): Promise<void> => {
      await substitute.fill(account)
      await form.getByRole('option').filter({ hasText: account }).first().click()
    }
    await pick('in.rsd')
    await fillDay(page, text.form.firstDay, first)
    await fillDay(page, text.form.lastDay, last)
    complaints.expect(/^400 .*\/absence\/save/)
    await form.getByRole('button', { name: text.form.save }).click()
    await expect(form.locator('.people .field-error')).not.toBeEmpty()

    await substitute.press('Backspace')
    await pick('id.finance')
    await form.getByRole('button', { name: text.form.save }).click()
    await expectToast(page, anyOf(text.form.saved))
    const row = page.locator(width === 'phone' ? '.absence-cards li' : 'main tbody tr').filter({ hasText: first })
    await expect(row).toContainText(text.states.planned)
    expect(await seriousFaults(page)).toEqual([])

    await row.getByRole('button', { name: text.end }).click()
    await page.getByRole('dialog', { name: text.endTitle }).getByRole('button', { name: text.end }).click()
    await expectToast(page, text.ended)
    await expect(row).toContainText(text.states.revoked)
  })
}
