import { expect } from '@playwright/test'
import { schemeApplication } from '#areas/scheme/application/scheme-application.doc.ts'
import { schemeApplication as zh } from '#areas/scheme/application/application.zh.ts'
import { schemeWithhold as withholdZh } from '#areas/scheme/withhold/withhold.zh.ts'
import { arrive } from '../support/person.ts'
import * as phone from '../support/phone.ts'
import { decideOnPhone, noSidewaysScroll } from '../support/scheme-desk.ts'
import { appliedIn, placeOf, schemeIn } from '../support/schemes.ts'
import { anyOf } from '../support/texts.ts'
import { test } from '../support/test.ts'

const LINES = 50

test('a document of fifty lines on a phone shows its amount first, folds the lines and keeps the decision in reach', async ({
  browser,
  origin,
}) => {
  const place = await placeOf(origin)
  const amounts = Array.from({ length: LINES }, (_, line) => `${1000 + line}.00`)
  const header = { name: 'Launch in all cities', schemeType: 'sellOutRebate' }
  const acted = await appliedIn(origin, place, amounts, header, { basis: 'sellOut' })
  const total = '51,225.00'
  await decideOnPhone({
    browser,
    origin,
    document: schemeApplication,
    acted,
    amount: total,
    async look(person) {
      const { page, texts } = person
      const summary = page.locator('.summary')
      for (const shown of [zh.label, zh.options.schemeType.sellOutRebate, 'Launch in all cities', total])
        await expect(summary.getByText(shown).first()).toBeInViewport()
      await expect(
        page.getByRole('contentinfo').getByRole('button', { name: texts.page.approval.agree }),
      ).toBeInViewport()

      const fold = page.locator('details').filter({ hasText: zh.fields.lines }).last()
      const cards = fold.locator('.stack > li')
      await expect(cards.first()).toBeHidden()
      await fold.locator('summary').click()
      await expect(cards.first()).toBeVisible()
      expect(await cards.count()).toBeLessThan(LINES)
      const more = fold.getByRole('button', { name: anyOf(texts.page.phone.showMore) })
      while (await more.isVisible()) await more.click()
      await expect(cards).toHaveCount(LINES)
      await noSidewaysScroll(person)
      // No text of a card is cut off.
      const cut = await cards.evaluateAll((all) => all.filter((card) => card.scrollWidth > card.clientWidth + 1).length)
      expect(cut).toBe(0)
      await expect(
        page.getByRole('contentinfo').getByRole('button', { name: texts.page.approval.agree }),
      ).toBeInViewport()
    },
  })
})

test('a withhold on a phone shows the withholdable amount in the card of its line', async ({ browser, origin }) => {
  const place = await placeOf(origin)
  const scheme = await schemeIn(origin, place, ['4000.00'])
  const address = `/scheme/withhold/mobile?type=new&schemeNo=${scheme.no}`
  const person = await arrive(browser, 'in.finance', address, { width: 'phone', language: 'zh' })
  const { page, texts } = person
  const { fields, lineFields } = withholdZh
  await expect(page.getByText(scheme.no).first()).toBeVisible()
  await page.getByLabel(fields.reason).fill('按计划销售')
  const card = page.getByRole('article').first()
  await phone.pick(person, card, lineFields.fundingNo, '1')
  await card.getByLabel(lineFields.amount).fill('4000.01')
  await expect(card).toContainText('4,000.00')
  await expect(card).toContainText('累计预提金额不能超过可预提金额')
  await card.getByLabel(lineFields.amount).fill('600')
  await noSidewaysScroll(person)
  await page.getByRole('button', { name: texts.page.form.submit, exact: true }).click()
  await page.waitForURL(/\/scheme\/withhold\/mobile\?type=view&formInstanceId=/)
  await expect(page.locator('.summary-amount')).toContainText('600.00')
})
