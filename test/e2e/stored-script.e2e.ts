import { expect, type Page } from '@playwright/test'
import { arrive, type Width } from './support/person.ts'
import { openPlantedOffice, type PlantedOffice, seenOn, settling, watch } from './support/planted.ts'
import {
  allDefinitions,
  type Definitions,
  documentVisits,
  otherVisits,
  recordVisits,
  reflectingVisits,
  type Visit,
} from './support/planted-visits.ts'
import { test } from './support/test.ts'
import { walkTo } from './support/walk.ts'

// Puts markup into every stored text and into every part of an address: none of it runs, and it is shown as text. `npm
// run hostile` opens every page, `npm test` one of each kind.

const isFull = process.env['HOSTILE'] === 'full'

test.describe.configure({ mode: 'default' })

let office: PlantedOffice
let definitions: Definitions

test.beforeAll(async () => {
  test.setTimeout(180_000)
  ;[office, definitions] = await Promise.all([openPlantedOffice(isFull ? 'all' : 'server'), allDefinitions()])
})

test.afterAll(() => office?.close())

/** Kept tabs make a page slow, so the session is renewed after so many pages. */
const FRESH_EVERY = 12

/** The signed-in person and the menu are on every page. */
const OF_THE_FRAME = /^(app_user|role|menu|translation)\b/

interface Toured {
  readonly faults: string[]
  readonly marks: Map<string, readonly string[]>
}

async function tour(page: Page, origin: string, visits: readonly Visit[]): Promise<Toured> {
  const settled = settling(page)
  const faults = new Set<string>()
  const marks = new Map<string, readonly string[]>()
  for (const [index, { address, shows }] of visits.entries()) {
    if (index % FRESH_EVERY === 0) await page.goto(origin + address)
    else await walkTo(page, address)
    await settled()
    let seen = await seenOn(page)
    const missing = () => shows.filter((either) => !either.split('|').some((mark) => seen.marks.includes(mark)))
    for (const until = performance.now() + 8_000; missing().length > 0 && performance.now() < until;) {
      await settled()
      const more = await seenOn(page)
      seen = { faults: [...seen.faults, ...more.faults], marks: more.marks }
    }
    const path = address.split(/[&]/)[0]?.slice(0, 80) ?? ''
    for (const fault of [...seen.faults, ...missing().map((mark) => `does not show ${mark}`)])
      faults.add(`${path}: ${fault}`)
    marks.set(path, seen.marks)
  }
  return { faults: [...faults], marks }
}

async function visitsOf(width: Width): Promise<readonly Visit[]> {
  return [
    ...recordVisits(definitions, office, width),
    ...(await documentVisits(definitions, office, width)),
    ...otherVisits(width),
  ]
}

/** The share that `npm test` opens: some of each kind, in turn. */
const share = <T>(all: readonly T[], every: number): readonly T[] =>
  isFull ? all : all.filter((_, index) => index % every === 0)

for (const width of ['desktop', 'phone'] as const) {
  test(`what is stored is shown and never run on any page (${width})`, async ({ browser, complaints }) => {
    test.setTimeout(isFull ? 900_000 : 90_000)
    complaints.expect(/./)
    const { page } = await arrive(browser, 'admin', `${office.origin}/500`, { width })
    await watch(page)
    const { faults, marks } = await tour(page, office.origin, share(await visitsOf(width), 11))
    const kinds = new Set([...marks.values()].flat())
    const bare = [...marks].filter(([, seen]) => seen.every((mark) => OF_THE_FRAME.test(mark))).map(([path]) => path)
    // The number of visited pages is part of the proof.
    console.warn(`${width}: ${marks.size} pages, ${kinds.size} kinds of stored text seen; none on ${bare.join(' ')}`)
    expect(faults).toEqual([])
    expect(bare.length).toBeLessThan(marks.size / 3)
  })

  test(`what an address says is never run on any page (${width})`, async ({ browser, complaints }) => {
    test.setTimeout(isFull ? 900_000 : 90_000)
    complaints.expect(/./)
    const { page } = await arrive(browser, 'admin', `${office.origin}/500`, { width })
    await watch(page)
    const { faults, marks } = await tour(page, office.origin, share(reflectingVisits(definitions, width), 24))
    console.warn(`${width}: ${marks.size} addresses with markup in each parameter`)
    expect(faults).toEqual([])
  })
}
