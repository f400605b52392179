import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { LOOKS, nameOf, Office } from './support/office.ts'
import type { Width } from './support/person.ts'
import { pictured } from './support/pictured.ts'
import { BUILT } from './support/built.ts'
import { test } from './support/test.ts'

// Every page of the spec's list, and every state of a page that there is a picture of, in both themes and languages.

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

async function faultsOf(page: Page, where: string, part = 'body'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // No page has frames of others; the other mode opens a tab of its own for each look.
    .setLegacyMode()
    .include(part)
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.slice(0, 5).map((node) => `${where}: ${id}: ${help}: ${node.target.join(' ')}`),
    )
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

/** Which test looks at a state: each is short enough for a busy machine, and one that fails says where. */
const groups: readonly { readonly name: string; readonly width: Width; readonly holds: RegExp }[] = [
  { name: 'lists', width: 'desktop', holds: /^list/ },
  { name: 'the shell', width: 'desktop', holds: /^shell/ },
  { name: 'documents, home and messages', width: 'desktop', holds: /^(?!list|shell)/ },
  { name: 'phone', width: 'phone', holds: /./ },
]

for (const look of LOOKS) {
  for (const { name, width, holds } of groups) {
    test(`axe finds nothing serious: ${name}, ${nameOf(look)}`, async ({ browser, origin, complaints }) => {
      test.setTimeout(240_000)
      const office = new Office(browser, origin)
      const faults: string[] = []
      const states = pictured.filter((state) => state.width === width && holds.test(state.name) && !state.isVariant)
      for (const state of states) {
        if (state.complains) complaints.expect(state.complains)
        // One that does not come up keeps nobody from looking at the others.
        const person = await office
          .open(state, look, beTall)
          .catch((error: unknown) => String(error).split('\n', 3).join(' '))
        if (typeof person === 'string') {
          faults.push(`${state.name}: ${person}`)
          continue
        }
        faults.push(...(await faultsOf(person.page, state.name, state.part)))
        await person.page.close()
      }
      expect(faults).toEqual([])
    })
  }

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
      for (const { path } of conformed.filter((entry) => entry.device === device && !DRAWN.has(entry.path))) {
        await walkTo(page, path)
        faults.push(...(await faultsOf(page, path, '#content, main')))
      }
    }
    expect(faults).toEqual([])
  })
}
