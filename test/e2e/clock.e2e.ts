import { expect } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { absencePage as texts } from '#kernel/services/absence/locale/absence-page.en.ts'
import { arrive } from './support/person.ts'
import { test } from './support/test.ts'

// The date that a page calls today comes from the server and the person's organisation: a device may show any time.

const ZONE = 'UTC+05:30'

for (const [what, device] of [
  ['is years behind', { zone: 'America/New_York', time: '2022-11-06T05:30:00Z' }],
  ['is years ahead, in the hour that summer time skips', { zone: 'Europe/Berlin', time: '2031-03-30T01:30:00Z' }],
] as const) {
  test(`pages propose the day and the year of the product on a device whose clock ${what}`, async ({ browser }) => {
    const today = dayIn(ZONE, productNow())
    const { page } = await arrive(browser, 'in.regfinance', '/tasks/absence', { device })
    expect(await page.evaluate(() => new Date().getFullYear())).toBe(Number(device.time.slice(0, 4)))
    await page.getByRole('button', { name: texts.add }).click()
    const form = page.getByRole('dialog', { name: texts.form.title })
    const first = form.getByLabel(texts.form.firstDay)
    await expect(first).toHaveValue(today)
    await form.getByLabel(texts.form.lastDay).click()
    await expect(page.locator('.ant-picker-cell-today').first()).toHaveAttribute('title', today)

    const asked = page.waitForRequest((request) => request.url().endsWith('/country/use'))
    await page.goto('/index')
    expect((await asked).postDataJSON()).toMatchObject({ year: Number(today.slice(0, 4)) })
  })
}
