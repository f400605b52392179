import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Theme } from '../support/person.ts'

/** All that a theme can break; everything else is the same in both. */
export const OF_COLOUR = ['color-contrast', 'link-in-text-block']

interface Look {
  /** The part of the page to look at, where it covers half of another. */
  readonly part?: string | undefined
  readonly only?: readonly string[]
  readonly without?: readonly string[]
}

/** The serious faults that axe finds in a page or in one part of it. */
export async function faultsOf(page: Page, where: string, { part = 'body', only, without }: Look = {}) {
  const axe = new AxeBuilder({ page })
    // No page has frames of others; the other mode opens a tab of its own for each look.
    .setLegacyMode()
    .include(part)
    .options({ resultTypes: ['violations'] })
  // Each of the options replaces the other.
  if (only) axe.withRules([...only])
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
  if (without) axe.disableRules([...without])
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.slice(0, 5).map((node) => `${where}: ${id}: ${help}: ${node.target.join(' ')}`),
    )
}

/** Turns an open page to its other theme, as the system does. To open it a second time would cost twice as much as to look at it. */
export async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  // Pages of the server's own follow the system by their styles alone.
  await page.waitForFunction((name) => (document.documentElement.dataset['theme'] ?? name) === name, theme)
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined)
  })
}
