import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, expect, type Page } from '@playwright/test'
import type { Language } from '#kernel/i18n/language.ts'
import { applicationOf } from './support/application.ts'
import { submittedGrant } from './support/arranged.ts'
import { arrive, type Person, sitDown, type Theme } from './support/person.ts'
import { test } from './support/test.ts'

const application = applicationOf({
  department: 'BD06',
  reason: 'Read by everyone',
  lines: [
    { project: 'PJ-IN-01', businessType: 'S0601', productLine: 'PH10', amount: '500' },
    { project: 'PJ-IN-02', businessType: 'S0602', productLine: 'PH20', amount: '700' },
  ],
})

async function expectNothingSerious(page: Page, where: string): Promise<void> {
  // Tall enough that the bar at the bottom covers nothing: a link under it would count as too small to hit.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1440, height: 2400 })
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.slice(0, 5).map((node) => `${id}: ${help}: ${node.target.join(' ')}`))
  expect(serious, where).toEqual([])
}

interface Looked {
  readonly address: (formInstanceId: string) => string
  /** Shown once everything is there. */
  readonly settled: (person: Person) => Promise<void>
}

const loaded =
  (selector: string) =>
  async ({ page }: Person) => {
    await expect(page.locator(selector).first()).toBeVisible()
  }

const desktopPages: Readonly<Record<string, Looked>> = {
  home: { address: () => '/index', settled: loaded('.home-links a') },
  list: { address: () => '/budget/pc/country/list', settled: loaded('.totals') },
  applications: { address: () => '/budget/pc/country/list?view=applications', settled: loaded('tbody .code') },
  apply: { address: () => '/budget/pc/country/apply?type=new&applyType=grant', settled: loaded('.sheet') },
  tasks: { address: () => '/tasks/pc', settled: loaded('.pager-total') },
  approval: { address: (id) => `/budgetCountry/pc?formInstanceId=${id}`, settled: loaded('.timeline') },
}

const phonePages: Readonly<Record<string, Looked>> = {
  tasks: { address: () => '/tasks/mobile', settled: loaded('.signed-in') },
  apply: { address: () => '/budget/mobile/country/apply', settled: loaded('.action-bar-total') },
  approval: { address: (id) => `/budgetCountry/mobile?formInstanceId=${id}`, settled: loaded('.timeline') },
}

/** The one who raises everything sees every page; the approver's page is looked at by its approver too. */
async function lookAt(
  browser: Browser,
  pages: Readonly<Record<string, Looked>>,
  at: Parameters<typeof arrive>[3],
  id: string,
) {
  const person = await sitDown(browser, 'in.channel', at)
  await person.page.goto('/index')
  await expectNothingSerious(person.page, 'sign-in')
  await person.context.close()

  const drafter = await arrive(browser, 'in.channel', pages['tasks']?.address(id) ?? '/index', at)
  for (const [name, { address, settled }] of Object.entries(pages)) {
    await drafter.page.goto(address(id))
    await settled(drafter)
    await expectNothingSerious(drafter.page, name)
  }
  const approval = pages['approval']
  if (!approval) return
  const approver = await arrive(browser, 'in.manager', approval.address(id), at)
  await approval.settled(approver)
  await expectNothingSerious(approver.page, 'approval, by its approver')
}

/** Colours come from the theme and names from the language: two looks meet all four. */
const looks: readonly (readonly [Theme, Language])[] = [
  ['light', 'en'],
  ['dark', 'zh'],
]

for (const [theme, language] of looks) {
  for (const [width, pages] of [
    ['desktop', desktopPages],
    ['phone', phonePages],
  ] as const) {
    test(`axe finds nothing serious: ${width}, ${theme}, ${language}`, async ({ browser, origin }) => {
      const { formInstanceId } = await submittedGrant(origin, application)
      await lookAt(browser, pages, { width, theme, language }, formInstanceId)
    })
  }
}
