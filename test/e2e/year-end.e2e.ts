import { expect } from '@playwright/test'
import { productNow } from '#kernel/base/clock/clock.ts'
import { budgetYearEnd as yearEndEn } from '#areas/budget/year-end/year-end.en.ts'
import { budgetYearEnd as yearEndZh } from '#areas/budget/year-end/year-end.zh.ts'
import { page as en } from '#areas/budget/year-end-cockpit/year-end-page.en.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import { arrive } from './support/person.ts'
import * as phone from './support/phone.ts'
import { filled } from './support/texts.ts'
import { test } from './support/test.ts'

const YEAR = productNow().getUTCFullYear() - 1

interface Cockpit {
  readonly pools: readonly {
    readonly projectPoolCode: string
    readonly projectPoolName: string
    readonly left: string
  }[]
}

test('the rest of a year is proposed in the cockpit and approved on a phone', async ({ browser, origin }) => {
  const base = '/gs/SEA/oversea/aps/budget'
  // Its books may have been begun by an earlier attempt.
  await companyAt(origin)
    .call('hq.finance', `${base}/period/move`, {
      year: YEAR,
      months: Array.from({ length: 12 }, (_, index) => index + 1),
      to: 'closing',
    })
    .catch(() => undefined)
  const { pools } = await companyAt(origin).call<Cockpit>('hq.finance', `${base}/yearEnd/cockpit`, { year: YEAR })
  const pool = pools.find(({ left }) => Number(left) > 0)!

  const { page } = await arrive(browser, 'hq.budget', `/budget/pc/year-end?idcCode=SEA&year=${YEAR}`)
  const row = page.getByRole('row').filter({ hasText: pool.projectPoolCode })
  await row.getByRole('checkbox', { name: filled(en.choosePool, { name: pool.projectPoolName }) }).check()
  await page.getByRole('button', { name: en.propose }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(en.reason).fill('What is left is needed next year')
  await dialog.getByRole('button', { name: en.submitted }).click()
  const made = dialog.getByRole('link', { name: /^BY\d+$/ })
  await expect(made).toBeVisible()
  const formInstanceId = new URL((await made.getAttribute('href'))!, origin).searchParams.get('formInstanceId')
  await made.click()
  await expect(page.getByRole('heading', { name: yearEndEn.titles.carryOver })).toBeVisible()

  const address = `/budget/mobile/year-end/apply?type=view&formInstanceId=${formInstanceId}`
  const finance = await arrive(browser, 'hq.finance', address, { width: 'phone', language: 'zh' })
  await expect(finance.page.getByText(yearEndZh.titles.carryOver).first()).toBeVisible()
  await phone.decide(finance, 'agree', '同意结转')
})
