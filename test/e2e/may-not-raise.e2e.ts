import { expect } from '@playwright/test'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { areas } from '#app/areas.ts'
import { SCHEME_SEGMENTS } from '#areas/scheme/scheme.documents.ts'
import { rightsOf } from '#areas/scheme/shared/scheme-document.ts'
import { raising as en } from '#kernel/web/console/form/locale/raising.en.ts'
import { raising as zh } from '#kernel/web/console/form/locale/raising.zh.ts'
import { arrive } from './support/person.ts'
import { noSidewaysScroll } from './support/scheme-desk.ts'
import { test } from './support/test.ts'
import { walkTo } from './support/walk.ts'

const { rights = {} } = areas.find(({ name }) => name === 'scheme') ?? {}

// A person who may read a document but not raise it is told so by its form, before anything can be typed.

for (const width of ['desktop', 'phone'] as const) {
  for (const language of variantsOfThisRun(`may not raise ${width}`, ['zh', 'en'] as const)) {
    test(`the form of a document that a person may not raise says so at once: ${width}, ${language}`, async ({
      browser,
    }) => {
      const addressOf = (route: string) => `/scheme/${route}/${width === 'phone' ? 'mobile' : 'pc'}?type=new`
      const person = await arrive(browser, 'hq.auditor', addressOf('application'), { width, language })
      const { page } = person
      const { title } = { zh, en }[language]
      for (const route of SCHEME_SEGMENTS) {
        if (route !== 'application') await walkTo(page, addressOf(route))
        // The pages before stay in their tabs, unseen.
        await expect(
          page.getByText(rights[rightsOf(route).submit]?.[language] ?? '').filter({ visible: true }),
        ).toBeVisible()
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
        await expect(page.locator('form, .field, .field-rows, [role=grid]')).toHaveCount(0)
        await noSidewaysScroll(person)
      }
    })
  }
}

test('the form of a document that a person may raise has its fields and buttons', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'in.finance', '/scheme/withhold/pc?type=new')
  await expect(page.getByRole('button', { name: texts.page.form.submit, exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: en.title })).toBeHidden()
})
