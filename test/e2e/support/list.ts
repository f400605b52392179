import { expect, type Locator, type Page } from '@playwright/test'
import type { Person } from './person.ts'
import { filled } from './texts.ts'

export const LINES = '/budget/pc/country/list'
export const APPLICATIONS = `${LINES}?view=applications`

export const rows = (page: Page): Locator => page.locator('tbody tr[data-row]:visible')
export const query = (page: Page): URLSearchParams => new URL(page.url()).searchParams
export const heads = (page: Page): Locator => page.locator('thead th[data-column]:visible')

/** Rows of a page of the list in sight. */
export async function choosePageSize({ page, texts }: Person, size: number): Promise<void> {
  const { list } = texts.page
  await page
    .getByRole('button', { name: new RegExp(`^${list.pageSize}`) })
    .locator('visible=true')
    .click()
  await page.getByRole('menuitem', { name: filled(list.perPage, { size }), exact: true }).click()
}

/** The rows are shown, and no others are loading. */
export async function settled(page: Page): Promise<void> {
  await expect(rows(page).first()).toBeVisible()
  await expect(page.locator('.table[aria-busy=true]:visible')).toHaveCount(0)
}
