import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, expect } from '@playwright/test'
import type { Language } from '#kernel/i18n/language.ts'
import { applicationOf, type Line } from './support/application.ts'
import { callAs, savedDraft } from './support/arranged.ts'
import { launchOptions } from './support/chromium.ts'
import { arrive, type Person, type Theme, type Width } from './support/person.ts'

/** Pictures of the job for the README and for whoever looks at a change: `npm run screenshots`. */

const [origin = 'http://localhost:8080'] = process.argv.slice(2)
const folder = join(import.meta.dirname, '..', '..', 'docs', 'pictures')

const lines: readonly Line[] = [
  { project: 'PJ-IN-01', businessType: 'S0102', productLine: 'PH10', amount: '1250000' },
  { project: 'PJ-IN-02', businessType: 'S0302', productLine: 'PH20', amount: '640000.5', remark: '12 stores' },
  { project: 'PJ-IN-01', businessType: 'S0402', productLine: 'PH30', amount: '385000' },
  { project: 'PJ-IN-02', businessType: 'S0601', productLine: 'PH50', amount: '900000' },
]

interface Picture {
  readonly name: string
  readonly account: string
  readonly width: Width
  readonly address: () => Promise<string>
  readonly settled: (person: Person) => Promise<void>
}

const shows =
  (selector: string) =>
  async ({ page }: Person) => {
    await expect(page.locator(selector).first()).toBeVisible({ timeout: 20_000 })
  }

const pictures: readonly Picture[] = [
  {
    name: 'list',
    account: 'in.channel',
    width: 'desktop',
    address: async () => '/budget/pc/country/list',
    settled: shows('.totals dd'),
  },
  {
    name: 'apply',
    account: 'in.channel',
    width: 'desktop',
    address: draftAddress,
    settled: shows('.action-bar-facts dl:nth-child(2)'),
  },
  {
    name: 'approval',
    account: 'in.manager',
    width: 'desktop',
    address: taskAddress('url'),
    settled: shows('.timeline'),
  },
  {
    name: 'tasks',
    account: 'hq.budget',
    width: 'desktop',
    address: async () => '/tasks/pc',
    settled: shows('tbody .code'),
  },
  {
    name: 'phone-approval',
    account: 'in.manager',
    width: 'phone',
    address: taskAddress('mobileUrl'),
    settled: shows('.timeline'),
  },
  {
    name: 'phone-tasks',
    account: 'hq.budget',
    width: 'phone',
    address: async () => '/tasks/mobile',
    settled: shows('.task-card'),
  },
]

/** The oldest task of the manager: one of the demonstration's own applications. */
function taskAddress(kind: 'url' | 'mobileUrl') {
  return async (): Promise<string> => {
    const path = '/aps/task/queryPage?status=open&page=1&limit=1'
    const { records } = await callAs<{ records: Record<typeof kind, string>[] }>(origin, 'in.manager', path, undefined)
    return records[0]?.[kind] ?? '/tasks/pc'
  }
}

let draft: Promise<string> | undefined

function draftAddress(): Promise<string> {
  draft ??= savedDraft(
    origin,
    applicationOf({ reason: 'Launch of the new series: stores, promoters and media', lines }),
  ).then(({ no }) => `/budget/pc/country/apply?type=edit&idcCode=IN&applyNo=${no}`)
  return draft
}

/** Each theme in one language and the other: every page is seen in both. */
const looks: readonly (readonly [Theme, Language])[] = [
  ['light', 'en'],
  ['dark', 'zh'],
]

async function take(browser: Browser, picture: Picture, theme: Theme, language: Language): Promise<void> {
  const address = await picture.address()
  const { width } = picture
  const person = await arrive(browser, picture.account, origin + address, { width, theme, language })
  await picture.settled(person)
  await person.page.waitForLoadState('networkidle')
  await person.page.mouse.move(0, 0)
  await person.page.screenshot({
    path: join(folder, `${picture.name}-${theme}-${language}.png`),
    animations: 'disabled',
    caret: 'hide',
  })
  await person.context.close()
}

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch(launchOptions)
for (const [theme, language] of looks) {
  for (const picture of pictures) {
    await take(browser, picture, theme, language)
    process.stdout.write(`${picture.name}-${theme}-${language}.png\n`)
  }
}
await browser.close()
