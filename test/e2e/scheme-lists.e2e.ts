import { expect } from '@playwright/test'
import { schemeSpecialPrice } from '#areas/scheme/special-price/special-price.en.ts'
import { arrive } from './support/person.ts'
import { writeLine } from './support/scheme-desk.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'

test('a list names customers and shows one total per currency', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.finance', '/scheme/receivablesAdjustment/list')
  await expect(page.locator('tbody tr').first()).toContainText(/C-[A-Z]{2}-\d+ \/ \S/)
  const sums = page.getByRole('group', { name: texts.page.list.totals })
  await expect(sums).toContainText('INR')
  await expect(sums.locator('.totals-row')).toHaveCount(1)
  await expect(sums).not.toContainText(filled(texts.page.list.rows, { count: '' }).trim())
})

test('a quantity in a sheet is right-aligned with separated thousands', async ({ browser }) => {
  const person = await arrive(browser, 'in.channel', '/scheme/specialPriceApprovalForm/pc?type=new')
  const { quantityCap } = schemeSpecialPrice.lineFields
  await writeLine(person, 1, [{ column: quantityCap, value: '12000' }])
  const cell = person.page.getByRole('gridcell', { name: new RegExp(`^${quantityCap}.*12,000`) })
  await expect(cell).toHaveClass(/cell-right/)
})
