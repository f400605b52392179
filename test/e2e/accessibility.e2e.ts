import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { LOOKS, nameOf, Office } from './support/office.ts'
import type { Width } from './support/person.ts'
import { pictured } from './support/pictured.ts'
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

// A trace keeps every page as it was at every step: more work than all that is tested here.
test.use({ trace: 'off' })

for (const look of LOOKS) {
  for (const width of ['desktop', 'phone'] satisfies Width[]) {
    test(`axe finds nothing serious: ${width}, ${nameOf(look)}`, async ({ browser, origin, complaints }) => {
      test.setTimeout(240_000)
      const office = new Office(browser, origin)
      const states = pictured.filter((state) => state.width === width && !state.isVariant)
      const faults: string[] = []
      const seen = new Set<string>()
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
        seen.add(new URL(person.page.url()).pathname)
        faults.push(...(await faultsOf(person.page, state.name, state.part)))
        await person.page.close()
      }
      const later = states.find(({ name }) => name === 'later' || name === 'phone-later')
      if (!later) throw new Error('no page to begin with')
      const { page } = await office.open(later, look, beTall)
      const device = width === 'phone' ? 'mobile' : 'pc'
      for (const { path } of conformed.filter((entry) => entry.device === device && !seen.has(entry.path))) {
        await walkTo(page, path)
        faults.push(...(await faultsOf(page, path, '#content, main')))
      }
      expect(faults).toEqual([])
    })
  }
}
