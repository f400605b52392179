import { expect } from '@playwright/test'
import { type Arranged, callAs } from './support/arranged.ts'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'

interface Detail {
  readonly document: Readonly<Record<string, unknown>> & {
    readonly lines: readonly Readonly<Record<string, unknown>>[]
  }
}

/** Submits a copy of an approved grant of LATAM, the region whose reserves finance confirms, with an amount of 100. */
async function raised(origin: string): Promise<Arranged> {
  const list = { idcCode: 'LATAM', applyType: 'grant', state: 'approved', limit: 10 }
  const { records } = await callAs<{ records: readonly { id: string }[] }>(
    origin,
    'admin',
    '/aps/budget/country/queryByPage',
    list,
  )
  const path = '/aps/budget/country/detail'
  const { document } = await callAs<Detail>(origin, 'admin', path, { id: records[0]?.id })
  const { areaId, year, month, budgetDeptCode, projectPoolCode, productClass, currency } = document
  const header = { areaId, year, month, budgetDeptCode, projectPoolCode, productClass, currency }
  const line = { ...document.lines[0], amount: '100.00', budgetCode: null, remark: null }
  return callAs(origin, 'admin', '/aps/budget/country/bpm/template-code', {
    ...header,
    applyType: 'grant',
    idcCode: 'LATAM',
    regionCode: null,
    reason: 'Held by finance as well',
    source: 'typed',
    lines: [line],
  })
}

test('finance confirms a submit while its page is open, on desktop and phone, and the board shows its history', async ({
  browser,
  origin,
}) => {
  const { no, formInstanceId } = await raised(origin)
  const { page, texts } = await arrive(browser, 'admin', `/budgetCountry/pc?formInstanceId=${formInstanceId}`)
  const { reserveStates } = texts.kernel
  await expect(page.locator('.document-head')).toContainText(reserveStates.occupied)
  await expect(page.locator('.timeline')).toContainText(/FR-\d+-1/)

  await page.goto(`/budget/pc/repair?state=occupied&no=${no}`)
  await page.locator('tbody').getByRole('button', { name: no }).click()
  const drawer = page.getByRole('dialog', { name: no })
  await expect(drawer.locator('.reserve-history li').first()).toContainText(reserveStates.occupied)
  await expect(drawer).toContainText(/FR-\d+-1/)

  const address = `/budgetCountry/mobile?formInstanceId=${formInstanceId}`
  const phone = await arrive(browser, 'hq.finance', address, { width: 'phone', language: 'zh' })
  await expect(phone.page.locator('.summary-head')).toContainText(phone.texts.kernel.reserveStates.occupied)
})

test('a retry on the reservation board needs a reason and leaves other reservations alone', async ({ browser }) => {
  const { page } = await arrive(browser, 'hq.finance', '/budget/pc/repair')
  const failed = page.getByRole('row').filter({ hasText: 'Fail To' }).first()
  await failed.getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Retry/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog).toContainText('Please give the reason')
  await page.keyboard.press('Escape')
  await expect(failed).toBeVisible()
})
