import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { type Look, LOOKS, nameOf, Office } from './support/office.ts'
import type { Theme, Width } from './support/person.ts'
import { type Pictured, pictured } from './support/pictured.ts'
import { BUILT } from './support/built.ts'
import { test } from './support/test.ts'

// Every page of the spec's list, and every state of a page that there is a picture of, in both themes and in one of the languages.

interface Conformed {
  readonly path: string
  readonly device?: 'pc' | 'mobile'
}

const conformed = JSON.parse(
  readFileSync(join(import.meta.dirname, '../conformance/pages.json'), 'utf8'),
) as readonly Conformed[]

/** Tall enough that a bar at the bottom covers nothing: a link under it would count as too small to hit. */
async function beTall(page: Page): Promise<void> {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 1440, height: 2400 })
}

/** All that a theme can break; everything else is the same in both. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

async function faultsOf(page: Page, where: string, part = 'body', rules: readonly string[] = []): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    // No page has frames of others; the other mode opens a tab of its own for each look.
    .setLegacyMode()
    .include(part)
    .options({ resultTypes: ['violations'] })
  // Each choice takes the place of the other.
  if (rules.length > 0) axe.withRules([...rules])
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.slice(0, 5).map((node) => `${where}: ${id}: ${help}: ${node.target.join(' ')}`),
    )
}

/** Opening a page costs twice what looking at it does: the open one takes on its other theme, as it does when the system turns. */
async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  // Pages of the server's own follow the system by their styles alone.
  await page.waitForFunction((name) => (document.documentElement.dataset['theme'] ?? name) === name, theme)
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined)
  })
}

async function faultsInBothThemes(office: Office, state: Pictured): Promise<string[]> {
  const look = lookOf(state)
  const other: Theme = look.theme === 'light' ? 'dark' : 'light'
  // One that does not come up keeps nobody from looking at the others.
  const person = await office
    .open(state, look, beTall)
    .catch((error: unknown) => String(error).split('\n', 3).join(' '))
  if (typeof person === 'string') return [`${state.name}, ${nameOf(look)}: ${person}`]
  const { page } = person
  const asOpened = await faultsOf(page, `${state.name}, ${nameOf(look)}`, state.part)
  await turn(page, other)
  const turned = await faultsOf(page, `${state.name}, turned ${other}`, state.part, OF_COLOUR)
  await page.close()
  return [...asOpened, ...turned]
}

/** Half of the states are looked at in each language; a state keeps its own, whatever is put before it. */
function lookOf({ name }: Pictured): Look {
  const sum = Array.from(name).reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return LOOKS[sum % LOOKS.length] ?? LOOKS[0]
}

/** Goes to a page of the same entry as a link in it would: fetching the whole entry again for each would take minutes. */
async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator(NOTHING_THERE).filter({ visible: true })).toBeVisible()
}

/** What pages show that have nothing to show: errors, and pages whose area is not built. */
const NOTHING_THERE = '.message-page h1, .phone-message h1'

/** These have states of their own among the pictures; when one more is built, walking to it fails until it is there. */
const DRAWN: ReadonlySet<string> = new Set(['/index', ...BUILT])

// A trace keeps every page as it was at every step: more work than all that is tested here.
test.use({ trace: 'off' })

const OF_DOCUMENTS = /^(?:apply|approval|budget|project|transfer|repair|year|plan)/
const OF_SCHEMES = /^(?:scheme|funds|device)/

/** Which test looks at a state: each is short enough for a busy machine, and one that fails says where. */
const groups: readonly { readonly name: string; readonly width: Width; readonly holds: RegExp }[] = [
  { name: 'lists', width: 'desktop', holds: /^list/ },
  { name: 'the shell', width: 'desktop', holds: /^shell/ },
  { name: 'administration', width: 'desktop', holds: /^system/ },
  { name: 'documents and budgets', width: 'desktop', holds: OF_DOCUMENTS },
  { name: 'schemes, funds and devices', width: 'desktop', holds: OF_SCHEMES },
  {
    name: 'home, records, tasks and messages',
    width: 'desktop',
    holds: new RegExp(`^(?!list|shell|system|${OF_DOCUMENTS.source.slice(1)}|${OF_SCHEMES.source.slice(1)})`),
  },
  { name: 'phone', width: 'phone', holds: /./ },
]

for (const { name, width, holds } of groups) {
  test(`axe finds nothing serious: ${name}`, async ({ browser, origin, complaints }) => {
    test.setTimeout(300_000)
    const office = new Office(browser, origin)
    const faults: string[] = []
    for (const state of pictured.filter((each) => each.width === width && holds.test(each.name) && !each.isVariant)) {
      if (state.complains) complaints.expect(state.complains)
      faults.push(...(await faultsInBothThemes(office, state)))
    }
    expect(faults).toEqual([])
  })
}

// They are one page with other words: each look sees every other of them.
for (const [turnOf, look] of LOOKS.entries()) {
  test(`axe finds nothing serious: pages that say there is nothing yet, ${nameOf(look)}`, async ({
    browser,
    origin,
  }) => {
    const office = new Office(browser, origin)
    const faults: string[] = []
    for (const [from, device] of [
      ['later', 'pc'],
      ['phone-later', 'mobile'],
    ] as const) {
      const later = pictured.find(({ name }) => name === from)
      if (!later) throw new Error('no page to begin with')
      const { page } = await office.open(later, look, beTall)
      const paths = conformed.filter((entry) => entry.device === device && !DRAWN.has(entry.path))
      for (const { path } of paths.filter((_, index) => index % LOOKS.length === turnOf)) {
        await walkTo(page, path)
        faults.push(...(await faultsOf(page, path, '#content, main')))
      }
    }
    expect(faults).toEqual([])
  })
}
