import { expect } from '@playwright/test'
import { priceApplication } from '#areas/price/application/price-application.doc.ts'
import { priceApplication as applicationTexts } from '#areas/price/application/price-application.en.ts'
import { priceReview } from '#areas/price/review/price-review.doc.ts'
import { priceReview as reviewTexts } from '#areas/price/review/price-review.en.ts'
import { priceAddSpu } from '#areas/price/review/add-spu.en.ts'
import { priceProtection } from '#areas/scheme/price-protection/proposal.en.ts'
import { flow } from '#kernel/base/i18n/locale/flow.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { cell, submitButton } from '../support/desk.ts'
import { anyOf, filled } from '../support/texts.ts'
import { arrive, expectToast, type Person } from '../support/person.ts'
import { choose, writeLine } from '../support/scheme-desk.ts'
import { test } from '../support/test.ts'

// Prices from the request to what follows from them, as the people do it who ask for them.

interface Listed {
  readonly skuCode: string
  readonly spuCode: string
  readonly classificationCode: string | null
  readonly tradeTermCode: string
  readonly price: string
}

/** Prices in force of a product, for a classification. */
async function listed(origin: string, asked: object): Promise<readonly Listed[]> {
  const path = '/aps/gs/price/queryByPage'
  const filters = { page: 1, limit: 200, state: 'effective', currency: 'INR', ...asked }
  const { records } = await companyAt(origin).call<{ records: readonly Listed[] }>('in.channel', path, filters)
  return records.filter(({ classificationCode }) => classificationCode !== null)
}

/** A price of a product that customers of India have in stock: one that the demonstration protected already. */
async function priceOfStock(origin: string): Promise<Listed> {
  const company = companyAt(origin)
  const asked = { page: 1, limit: 20, schemeType: 'priceProtection', state: 'approved' }
  const { records } = await company.call<{ records: readonly { no: string }[] }>(
    'in.channel',
    '/aps/scheme/application/queryByPage',
    asked,
  )
  for (const { no } of records) {
    const { document } = await company.call<{
      document: { lines: readonly { skuCode: string; stockUnits: number | null }[] }
    }>('in.channel', '/aps/scheme/application/detail', { no })
    for (const { skuCode, stockUnits } of document.lines) {
      const [found] = (stockUnits ?? 0) > 0 ? await listed(origin, { skuCode }) : []
      if (found) return found
    }
  }
  throw new Error('no product in stock has a price')
}

async function submitted(person: Person): Promise<string> {
  const { page, texts } = person
  await submitButton(person).click()
  await expectToast(page, anyOf(texts.page.form.submitted))
  await page.waitForURL(/formInstanceId=/)
  return new URL(page.url()).searchParams.get('formInstanceId') ?? ''
}

test('a price cut for all products of a model leads from the sheet to a proposal of price protection, and that to an application', async ({
  browser,
  origin,
}) => {
  const found = await priceOfStock(origin)
  const person = await arrive(browser, 'in.channel', '/process/price/pc/info?type=new')
  const { page } = person
  const { fields, lineFields } = reviewTexts
  await page.getByLabel(fields.title).fill('Autumn prices')
  await choose(person, fields.classificationCode, found.classificationCode!)
  await choose(person, fields.tradeTermCode, found.tradeTermCode)
  await choose(person, fields.basis, reviewTexts.options.basis.marketPrice)
  await page.getByLabel(fields.reason).fill('The market moved')
  await page.getByRole('textbox', { name: priceAddSpu.spu }).fill(found.spuCode)
  await page.getByRole('button', { name: priceAddSpu.search, exact: true }).click()
  await page.getByRole('button', { name: new RegExp(`^${found.spuCode} / `) }).click()
  await expect(page.getByText(anyOf(priceAddSpu.added))).toBeVisible()
  await cell(person, lineFields.price, 1).click()
  await page.keyboard.type((Number(found.price) * 0.9).toFixed(2))
  await page.keyboard.press('Enter')
  await cell(person, lineFields.price, 1).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+End')
  await page.getByRole('button', { name: person.texts.page.sheet.fillDown }).click()
  const formInstanceId = await submitted(person)
  const no = (await page.locator('h1 .code:visible').textContent()) ?? ''
  const { last } = await companyAt(origin).agreeAll(priceReview, formInstanceId)
  expect(last.state).toBe('approved')
  const { validity } = reviewTexts.axes
  await page.reload()
  await expect(page.locator('.document-head:visible')).toContainText(validity.effective)
  await page.goto(`${priceReview.pages.list}?${new URLSearchParams({ no, validity: 'effective' })}`)
  await expect(page.getByRole('row').filter({ hasText: no })).toContainText(validity.effective)
  await page.goto(`${priceReview.pages.list}?${new URLSearchParams({ no, validity: 'expired' })}`)
  await expect(page.getByRole('row').filter({ hasText: no })).toHaveCount(0)

  // It is counted by a worker, a moment after the price is in force.
  await expect
    .poll(
      async () => {
        const path = '/aps/scheme/priceProtectionProposals/queryByPage'
        const { records } = await companyAt(origin).call<{ records: readonly { units: number }[] }>(
          'in.channel',
          path,
          { page: 1, limit: 20, sourceNo: no },
        )
        return records[0]?.units ?? 0
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
  await page.goto('/scheme/priceProtectionProposals/list')
  await page.getByRole('link', { name: filled(priceProtection.open, { no }) }).click()
  await page.getByRole('button', { name: priceProtection.apply }).click()
  await expectToast(page, anyOf(priceProtection.made))
})

interface ReviewOfList {
  readonly no: string
  readonly state: string
  readonly formInstanceId: string
}

/** The price reviews that an application became. */
const reviewsOf = async (origin: string, applicationNo: string) =>
  (
    await companyAt(origin).call<{ records: readonly ReviewOfList[] }>('in.channel', `${priceReview.api}/queryByPage`, {
      page: 1,
      limit: 20,
      applicationNo,
    })
  ).records

test('an application beyond the local authority waits for the price review that it becomes, and ends with it', async ({
  browser,
  origin,
}) => {
  const [found] = await listed(origin, {})
  const person = await arrive(browser, 'in.channel', '/priceApplication/pc?type=new')
  const { page } = person
  const { fields, lineFields, states } = applicationTexts
  await page.getByLabel(fields.title).fill('Match the market')
  await choose(person, fields.classificationCode, found!.classificationCode!)
  await choose(person, fields.tradeTermCode, found!.tradeTermCode)
  await choose(person, fields.basis, applicationTexts.options.basis.marketPrice)
  await page.getByLabel(fields.market).fill('Three shops in Delhi')
  await page.getByLabel(fields.reason).fill('The market went down')
  await writeLine(person, 1, [
    { column: lineFields.skuCode, value: found!.skuCode, isChoice: true },
    { column: lineFields.price, value: (Number(found!.price) * 0.8).toFixed(2) },
  ])
  const formInstanceId = await submitted(person)
  const { last } = await companyAt(origin).agreeAll(priceApplication, formInstanceId)
  const { no } = last
  expect(last.state).toBe('inReview')
  await page.reload()
  await expect(page.getByText(states.inReview, { exact: true }).first()).toBeVisible()
  // The product submits the review for the applicant, a moment after the last approval.
  const reviews = await expect
    .poll(async () => (await reviewsOf(origin, no)).map(({ state }) => state), { timeout: 30_000 })
    .toEqual(['underApproval'])
    .then(() => reviewsOf(origin, no))
  await page.reload()
  const outcome = { outcome: states.approved, state: states.inReview }
  await expect(page.getByText(filled(flow.endedSince, outcome))).toBeVisible()
  const [review] = reviews
  const link = filled(applicationTexts.review, { no: review!.no, state: reviewTexts.states.underApproval })
  await page.getByRole('link', { name: link }).click()
  await expect(page.locator('.document-head:visible')).toContainText(review!.no)
  await expect(page.locator('.document-head:visible')).toContainText(reviewTexts.states.underApproval)
  await companyAt(origin).agreeAll(priceReview, review!.formInstanceId)
  await expect
    .poll(async () => {
      const { document } = await companyAt(origin).call<{ document: { state: string } }>(
        'in.channel',
        `${priceApplication.api}/detail`,
        { formInstanceId },
      )
      return document.state
    })
    .toBe('approved')
})
