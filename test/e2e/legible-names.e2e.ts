import { expect } from '@playwright/test'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'

/** Whether a text ends before the edge of its cell. */
const endOf = (element: Element) => {
  const cell = element.closest('[role=gridcell]')!.getBoundingClientRect()
  return element.getBoundingClientRect().right <= cell.right && element.scrollWidth <= element.clientWidth + 1
}

test('the end of a long business type stays legible in its cell, and the cell says the whole of it', async ({
  browser,
}) => {
  const { page } = await arrive(browser, 'in.channel', '/budget/pc/country/apply?type=edit&applyNo=CB20260900005', {
    language: 'en',
  })
  const cell = page.getByRole('gridcell', { name: /S0301/ }).first()
  await expect(cell).toHaveText(/^S0301 \/ .*Store fit-out$/)
  const end = cell.locator('.sheet-end')
  expect(await end.evaluate(endOf)).toBe(true)
  // Its beginning is what is cut.
  expect(await cell.locator('.sheet-text').evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(true)
})

test('the names of the menu are whole, and a running scheme has one primary next step', async ({ browser }) => {
  const { page } = await arrive(browser, 'in.channel', '/scheme/detail?schemeNo=SC20261100001', { language: 'en' })
  const acts = page.locator('.scheme-life-acts')
  await expect(acts.getByRole('button')).not.toHaveCount(0)
  await expect(acts.locator('.ant-btn-primary')).toHaveCount(1)
  const cut = await page
    .locator('.side-bar-title')
    .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent))
  expect(cut).toEqual([])
  // Columns beyond the edge of a table are noticed by its shade.
  const parts = page.locator('.more-aside', { has: page.locator('.figure-table') }).first()
  await expect(parts).toHaveAttribute('data-more-end', 'true')
})
