import { expect } from '@playwright/test'
import { arrive } from './support/person.ts'
import { planFile } from './support/planned.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { yearPlan as en } from '#areas/budget/year-plan/year-plan.en.ts'
import { yearPlan as zh } from '#areas/budget/year-plan/year-plan.zh.ts'

for (const language of ['en', 'zh'] as const) {
  test(`the plan of a year becomes an application for each month and pool: ${language}`, async ({ browser }) => {
    const texts = { en, zh }[language]
    const person = await arrive(browser, 'in.channel', '/budget/pc/plan/import', { language })
    const { page } = person
    const { choose, documents, upload } = person.texts.imports
    await page.getByRole('button', { name: texts.choose }).click()
    const mark = `${language} ${productNow().getTime()}`
    await page
      .getByRole('dialog')
      .locator(`input[type=file][aria-label="${upload.choose}"]`)
      .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(planFile(mark)) })

    // Two pools and three months; three rows are wrong, and stay where they are.
    await expect(page).toHaveURL(/\/imports\/run\?id=/)
    await expect(page.getByText(filled(documents.planned, { count: 6, label: '' })).first()).toBeVisible()
    await page.getByRole('button', { name: filled(choose.run, { count: 36 }) }).click()
    await expect(page.getByRole('button', { name: filled(documents.submit, { count: 6 }) })).toBeVisible()
    const made = page.locator('.import-made a')
    await expect(made).toHaveCount(6)
    const no = await made.first().innerText()
    await expect(page.locator('.import-line').getByText(no, { exact: true }).first()).toBeVisible()

    // By its number a link finds it, in whatever area it is.
    await page.goto(`/budget/pc/country/list?applyNo=${no}`)
    await expect(page.getByRole('link', { name: no })).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(1)
  })
}
