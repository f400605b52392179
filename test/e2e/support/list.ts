import { expect, type Locator, type Page } from '@playwright/test'

export const LINES = '/budget/pc/country/list'
export const APPLICATIONS = `${LINES}?view=applications`

export const rows = (page: Page): Locator => page.locator('tbody tr[data-row]:visible')
export const query = (page: Page): URLSearchParams => new URL(page.url()).searchParams
export const heads = (page: Page): Locator => page.locator('thead th[data-column]:visible')

/** The rows are shown, and no others are loading. */
export async function settled(page: Page): Promise<void> {
  await expect(rows(page).first()).toBeVisible()
  await expect(page.locator('.table[aria-busy=true]:visible')).toHaveCount(0)
}
