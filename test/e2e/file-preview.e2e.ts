import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { en } from '#kernel/web/console/preview/locale/en.ts'
import { zh } from '#kernel/web/console/preview/locale/zh.ts'
import { signIn } from '#kernel/testing/browser.ts'
import { arrive, expectToast } from './support/person.ts'
import { test } from './support/test.ts'
import { filled } from './support/texts.ts'

const LINES = '/budget/pc/country/list?idcCode=IN&productClass=phone'

for (const [language, own] of variantsOfThisRun('file preview', [
  ['en', en],
  ['zh', zh],
] as const)) {
  test(`an export is previewed in the page sheet by sheet: ${language}`, async ({ browser }) => {
    const person = await arrive(browser, 'in.channel', LINES, { language })
    const { page, texts } = person
    const { downloads } = texts.page
    await expect(page.locator('main tbody .code').first()).toBeVisible()
    const heads = await page.locator('main thead th').allTextContents()
    const code = await page.locator('main tbody tr').first().locator('.code').first().textContent()
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: downloads.export, exact: true }).click(),
    ])
    await expectToast(page, texts.page.message.pdfSuccess)
    await page.locator('.download-button').click()
    const center = page.getByRole('dialog', { name: downloads.title })
    const look = center
      .locator('tbody tr')
      .filter({ hasText: texts.budget.page.lines })
      .first()
      .getByRole('button', { name: new RegExp(`^${downloads.preview}`) })
    await look.click()

    const preview = page.getByRole('dialog', { name: new RegExp(`^${texts.budget.page.lines}.*xlsx$`) })
    await expect(preview.getByRole('cell', { name: code ?? '', exact: true })).toBeVisible()
    const shown = heads.map((head) => head.replace(/[↑↓↕]/g, '').trim()).filter(Boolean)
    expect(await preview.locator('thead th').allTextContents()).toEqual(['1', ...shown])
    // Figures are aligned right, below their titles.
    await expect(preview.locator('tbody tr').first().locator('.is-number').first()).toHaveCSS('text-align', 'end')
    const { violations } = await new AxeBuilder({ page }).include('dialog.preview').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])

    const tabs = preview.getByRole('tablist', { name: own.sheets }).getByRole('tab')
    await expect(tabs).toHaveCount(2)
    await tabs.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(preview.getByRole('rowheader').first()).toBeVisible()
    await expect(preview.getByText(texts.kernel.downloads.asOf)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()
    await expect(look).toBeFocused()
  })
}

test('the original file of an import is viewed and downloaded from the download centre, on desktop and phone', async ({
  browser,
  origin,
}) => {
  const name = `projects-${randomUUID().slice(0, 8)}.csv`
  const csv = 'Code,Chinese name,English name,Country,Project pool\r\nPJ-LOOK,项目,Looked at,IN,\r\n'
  for (const width of ['desktop', 'phone'] as const) {
    const person = await arrive(browser, 'admin', '/download/center', { width })
    const { page, texts } = person
    const { downloads } = texts.page
    const row = page.locator('.download-cards li, tbody tr').filter({ hasText: name })
    if (width === 'desktop') {
      await expect(page.getByRole('heading', { name: downloads.title })).toBeVisible()
      await uploaded(origin, name, csv)
      // The page updates by itself, and so does the badge that something waits.
      await expect(row).toContainText(texts.page.imports.states.checked)
      await expect(page.locator('.download-badge.is-waiting')).toBeVisible()
    }
    await expect(row).toContainText(downloads.types.import)
    const fetch = row.getByRole('button', { name: `${downloads.fetch}: ${name}` })
    await expect(fetch).toBeInViewport({ ratio: 1 })
    const [file] = await Promise.all([page.waitForEvent('download'), fetch.click()])
    expect(file.suggestedFilename()).toBe(name)
    expect(await readFile(await file.path(), 'utf8')).toBe(csv)
    await row.getByRole('button', { name: `${downloads.preview}: ${name}` }).click()
    const preview = page.getByRole('dialog', { name })
    await expect(preview.getByRole('cell', { name: 'PJ-LOOK', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await row.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(/\/imports\/run\?id=/)
    await expect(page.getByRole('button', { name: filled(texts.page.attachments.downloadOf, { name }) })).toBeVisible()
    await person.context.close()
  }
})

async function uploaded(origin: string, name: string, csv: string): Promise<void> {
  const session = await signIn(origin, 'admin')
  const form = new FormData()
  form.set('file', new Blob([csv]), name)
  const answer = await fetch(`${origin}/aps/import/upload/budget-project`, {
    method: 'POST',
    body: form,
    headers: {
      authorization: `Bearer ${session.token}`,
      'x-csrf-token': session.csrfToken,
      'idempotency-key': randomUUID(),
    },
  })
  expect(answer.status).toBe(200)
}
