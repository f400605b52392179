import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { faultsOf, OF_COLOUR, turn } from './pictures/axe.ts'
import { type Look, LOOKS, nameOf, Office } from './support/office.ts'
import type { Theme, Width } from './support/person.ts'
import { type Pictured, pictured } from './pictures/pictured.ts'
import { BUILT } from './support/built.ts'
import { hasItsTurn, PARTS, partOfThisRun } from '#test/helpers/rotation.ts'
import { test } from './support/test.ts'
import { walkTo } from './support/walk.ts'

// axe looks at the states of pages that have a picture, in both themes and in one of the languages. The kit puts a page together from a
// definition, so a run looks at half of the kinds of page and of the parts of one. All other states consist of the same parts with other words: a run
// looks at an eighth of them. The commit chooses, and `npm run soak` looks at all. kit.e2e.ts looks at the kit without an area behind it.

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

const KINDS: ReadonlySet<string> = new Set(
  [
    // Pages of a kind of their own.
    ['sign-in', 'home', 'later', 'error-404', 'notifications', 'tasks', 'budget-overview', 'import-run', 'system-role'],
    // A list and what is opened from it.
    ['list', 'list-nothing-matches', 'list-error', 'list-selection', 'list-columns', 'list-views', 'list-expanded'],
    // A document: its form, its page, its decisions, its files.
    ['apply-new', 'approval', 'approval-transfer', 'approval-attachment', 'tasks-batch'],
    // A record: beside its list, its form, its tree.
    ['record-detail', 'record-form', 'record-tree'],
    // The frame around all pages.
    ['shell-palette', 'shell-user-menu', 'shell-tabs', 'shell-bell', 'shell-200-percent'],
    // A phone.
    ['phone-tasks', 'phone-approval', 'phone-opinion', 'phone-apply', 'phone-picker', 'phone-record', 'phone-403'],
  ].flat(),
)

const part = partOfThisRun()
/** Each kind has its turn in every second run. */
const HALVES = 2
const half = partOfThisRun('AXE_PART', HALVES)

/** Examined in this run. A picture that is a variant of another shows nothing that axe has not seen there. */
const examined = pictured.filter(
  ({ name, isVariant }) => !isVariant && (KINDS.has(name) ? hasItsTurn(name, half, HALVES) : hasItsTurn(name, part)),
)

async function faultsInBothThemes(office: Office, state: Pictured): Promise<string[]> {
  const look = lookOf(state)
  const other: Theme = look.theme === 'light' ? 'dark' : 'light'
  // A state that fails to open does not keep the other states from being checked.
  const person = await office
    .open(state, look, beTall)
    .catch((error: unknown) => String(error).split('\n', 3).join(' '))
  if (typeof person === 'string') return [`${state.name}, ${nameOf(look)}: ${person}`]
  const { page } = person
  const asOpened = await faultsOf(page, `${state.name}, ${nameOf(look)}`, { part: state.part })
  await turn(page, other)
  const turned = await faultsOf(page, `${state.name}, turned ${other}`, { part: state.part, only: OF_COLOUR })
  await page.close()
  return [...asOpened, ...turned]
}

/** Half of the states are looked at in each language; a state keeps its own, whatever is put before it. */
function lookOf({ name }: Pictured): Look {
  const sum = Array.from(name).reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return LOOKS[sum % LOOKS.length] ?? LOOKS[0]
}

async function walkToNothing(page: Page, path: string): Promise<void> {
  await walkTo(page, path)
  await expect(page.locator(NOTHING_THERE).filter({ visible: true })).toBeVisible()
}

/** Pages without content: errors, and pages whose area is not built. */
const NOTHING_THERE = '.message-page h1, .phone-message h1'

/** These have states of their own among the pictures; when one more is built, walking to it fails until it is there. */
const DRAWN: ReadonlySet<string> = new Set(['/index', ...BUILT])

// A trace keeps every page as it was at every step: more work than all that is tested here.
test.use({ trace: 'off' })

const OF_DOCUMENTS = /^(?:apply|approval|budget|project|transfer|repair|year|plan)/
const OF_SCHEMES = /^(?:scheme|funds|device|price)/

/** Which test checks a state: each test is short enough for a busy machine, and a failure says where it happened. */
const groups: readonly { readonly name: string; readonly width: Width; readonly holds: RegExp }[] = [
  { name: 'lists', width: 'desktop', holds: /^list/ },
  { name: 'the shell', width: 'desktop', holds: /^shell/ },
  { name: 'administration', width: 'desktop', holds: /^system/ },
  { name: 'documents and budgets', width: 'desktop', holds: OF_DOCUMENTS },
  { name: 'schemes, prices, funds and devices', width: 'desktop', holds: OF_SCHEMES },
  {
    name: 'home, records, tasks and messages',
    width: 'desktop',
    holds: new RegExp(`^(?!list|shell|system|${OF_DOCUMENTS.source.slice(1)}|${OF_SCHEMES.source.slice(1)})`),
  },
  { name: 'phone', width: 'phone', holds: /./ },
]

for (const { name, width, holds } of groups) {
  test(`axe finds nothing serious on the pages: ${name}`, async ({ browser, origin, complaints }) => {
    test.setTimeout(300_000)
    const office = new Office(browser, origin)
    const faults: string[] = []
    for (const state of examined.filter((each) => each.width === width && holds.test(each.name))) {
      if (state.complains) complaints.expect(state.complains)
      faults.push(...(await faultsInBothThemes(office, state)))
    }
    expect(faults).toEqual([])
  })
}

test('every kind of page that axe checks in every second run has a picture, and every picture has its turn', () => {
  const names = new Set(pictured.map(({ name }) => name))
  expect([...KINDS].filter((name) => !names.has(name))).toEqual([])
  const turns = Array.from({ length: PARTS }, (_, each) => pictured.filter(({ name }) => hasItsTurn(name, each)).length)
  expect(turns.reduce((sum, many) => sum + many)).toBe(pictured.length)
  console.warn(
    `axe looks at ${examined.length} states of pages, half ${half} of the kinds and part ${part} of ${PARTS} of the others`,
  )
})

// Empty lists differ in their words only, so each look opens every second list, and axe checks those whose turn it is.
for (const [turnOf, look] of LOOKS.entries()) {
  test(`axe finds nothing serious on empty pages: ${nameOf(look)}`, async ({ browser, origin }) => {
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
        await walkToNothing(page, path)
        if (hasItsTurn(path, part)) faults.push(...(await faultsOf(page, path, { part: '#content, main' })))
      }
    }
    expect(faults).toEqual([])
  })
}
