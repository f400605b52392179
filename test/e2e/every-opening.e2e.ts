import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { documentPlaces, listPlaces } from '#app/places.ts'
import { pageTable } from '#app/pages.ts'
import { hasItsTurn, partOfThisRun } from '#test/helpers/rotation.ts'
import { layoutFaults, OPENED } from './support/layout-faults.ts'
import { quiet } from './support/network-quiet.ts'
import { arrive, type Person, SIZES } from './support/person.ts'
import { test } from './support/test.ts'
import { walkTo } from './support/walk.ts'

// Whatever a page can open is opened twice, at both widths: what is drawn from a cache, or in less room, may lose its parts. A run looks at
// one of so many parts of the pages, which the commit chooses, and `npm run soak` at all of them.
const PARTS = 64

const part = partOfThisRun('OPENING_PART', PARTS)

async function allRecords(): Promise<readonly AnyRecord[]> {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('src/areas/*/records/*-records.ts', { cwd: root })
  const lists = files.map((file) => import(join(root, file)) as Promise<{ readonly records: readonly AnyRecord[] }>)
  return (await Promise.all(lists)).flatMap(({ records }) => records)
}

/** Pages of the desktop with their forms. */
async function deskAddresses(): Promise<readonly string[]> {
  const records = await allRecords()
  return [
    ...new Set([
      ...records.flatMap(({ page }) => [page, `${page}?record=new`]),
      ...documentPlaces.flatMap(({ list, write }) => [list, `${write.pc}?type=new`]),
      ...listPlaces.map(({ page }) => page),
      ...pageTable.pages.filter(({ device, path }) => device === 'pc' && !/^\/\d+$/.test(path)).map(({ path }) => path),
    ]),
  ].filter((address) => hasItsTurn(address, part, PARTS))
}

/** Pages of the phone. The page of a record leads to the list of the desktop unless it shows one row or a new one. */
async function phoneAddresses(): Promise<readonly string[]> {
  const rows = new Set((await allRecords()).map(({ phonePage }) => phonePage))
  const paths = pageTable.pages.filter(({ device }) => device === 'mobile').map(({ path }) => path)
  const addresses = paths.map((path) => (rows.has(path) ? `${path}?form=new` : path))
  return addresses.filter((address) => hasItsTurn(address, part, PARTS))
}

/** What opens something and does nothing else. */
const OPENERS =
  '[aria-haspopup], [aria-expanded="false"], .list-tools button, .page-head-tools button, .view-button, tbody tr:first-child td:first-child a, .ant-picker input, [role="combobox"]'

/** These act at once, or leave the page. */
const ACTS = /export|导出|refresh|刷新|print|打印|submit|提交|save|保存|delete|删除|check now|立即/i

interface Opener {
  readonly at: number
  readonly name: string
}

/** One of each name: the rows of a table are alike. */
function openersOf(scope: Locator): Promise<readonly Opener[]> {
  return scope.locator(OPENERS).evaluateAll((all) => {
    const names = new Set<string>()
    return all.flatMap((element, at) => {
      const label = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
      const name = `${element.tagName} ${label || element.id}`
      const isIdle = !element.checkVisibility() || (element as HTMLButtonElement).disabled || names.has(name)
      names.add(name)
      return isIdle ? [] : [{ at, name }]
    })
  })
}

/** What was opened before may have changed the page: only what still stands at its place is opened. */
async function open(scope: Locator, { at, name }: Opener): Promise<void> {
  const now = await openersOf(scope)
  if (!now.some((each) => each.at === at && each.name === name)) return
  const opener = scope.locator(OPENERS).nth(at)
  await opener.click({ timeout: 2_000 }).catch(() => undefined)
}

/** A sheet slides in: what is under way is nowhere yet. */
async function stand(page: Page): Promise<void> {
  await quiet(page, 60)
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined)
  })
}

async function isOpened(page: Page, address: string): Promise<boolean> {
  const shown = page.locator(OPENED).filter({ visible: true }).first()
  await shown.waitFor({ timeout: 700 }).catch(() => undefined)
  return (await shown.count()) > 0 && page.url().includes(address.split('?', 1)[0] ?? address)
}

async function closeAll({ page, texts }: Person): Promise<void> {
  const discard = page.getByRole('button', { name: texts.page.shell.leaveDiscard, exact: true })
  for (let left = 5; left > 0 && (await page.locator(OPENED).filter({ visible: true }).count()) > 0; left -= 1) {
    // The question may be closing: what was asked about was kept meanwhile.
    if (await discard.isVisible()) await discard.click({ timeout: 2_000 }).catch(() => undefined)
    else await page.keyboard.press('Escape')
  }
}

async function show(page: Page, address: string): Promise<void> {
  // An opener may have begun to load another document, which then takes the place of the page shown here.
  await expect(async () => {
    await walkTo(page, address)
    await expect(page.locator('.pane-loading').filter({ visible: true })).toHaveCount(0)
    await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0)
    await quiet(page, 120)
  }).toPass()
}

/** Everything that the page opens, one after another. */
async function faultsOfOpenings(person: Person, address: string, scope: Locator, when: string): Promise<string[]> {
  const { page } = person
  const faults: string[] = []
  const note = async (what: string): Promise<void> => {
    await stand(page)
    faults.push(...(await layoutFaults(page)).map((fault) => `${fault} (${address}, ${when}, ${what})`))
  }
  await note('the page')
  // A form that its address opens covers the page.
  const isCovered = (await page.locator('dialog:modal').filter({ visible: true }).count()) > 0
  const within = isCovered ? page.locator('dialog:modal').last() : scope
  for (const opener of await openersOf(within)) {
    const { name } = opener
    if (ACTS.test(name)) continue
    await open(within, opener)
    if (await isOpened(page, address)) await note(name)
    if (!page.url().includes(address)) await show(page, address)
    else if (isCovered) await page.keyboard.press('Tab')
    else await closeAll(person)
  }
  return faults
}

async function faultsOf(person: Person, address: string): Promise<string[]> {
  const { page, texts } = person
  const faults: string[] = []
  const { shell } = texts.page
  for (const width of ['desktop', 'phone'] as const) {
    await page.setViewportSize(SIZES[width])
    const scope = page
      .locator(address === '/index' ? 'body' : '.pane')
      .filter({ visible: true })
      .last()
    for (const [round, bar] of [shell.expand, shell.collapse].entries()) {
      await page
        .getByRole('button', { name: bar, exact: true })
        .click({ timeout: 300 })
        .catch(() => undefined)
      await show(page, address)
      faults.push(...(await faultsOfOpenings(person, address, scope, `${width} ${round + 1}`)))
      await closeAll(person)
      await walkTo(page, '/404')
      await closeAll(person)
    }
  }
  return faults
}

/** Each fault once, with the first place that shows it: pages consist of the same parts. */
function together(faults: readonly string[]): readonly string[] {
  const first = new Map<string, string>()
  for (const fault of faults) {
    const kind = fault.replace(/ \([^()]*\)$/, '')
    if (!first.has(kind)) first.set(kind, fault)
  }
  return [...first.values()]
}

// A trace keeps every page as it was at every step.
test.use({ trace: 'off' })

test('every drawer, dialog and form of the desktop is laid out whole at a first and a second opening, at both widths and with the side bar open and closed', async ({
  browser,
  complaints,
}) => {
  test.setTimeout(3_600_000)
  // An approval page without a document says that there is none.
  complaints.expect(/^40[04] /)
  const person = await arrive(browser, 'admin', '/index')
  const faults: string[] = []
  for (const address of await deskAddresses()) faults.push(...(await faultsOf(person, address)))
  expect(together(faults)).toEqual([])
})

test('every sheet and form of the phone is laid out whole at a first and a second opening', async ({
  browser,
  complaints,
}) => {
  test.setTimeout(3_600_000)
  complaints.expect(/^40[04] /)
  const person = await arrive(browser, 'admin', '/tasks/mobile', { width: 'phone' })
  const { page } = person
  const faults: string[] = []
  for (const address of await phoneAddresses()) {
    await page.goto(address)
    await expect(page.getByRole('main')).toBeVisible()
    await quiet(page, 150)
    for (const round of [1, 2])
      faults.push(...(await faultsOfOpenings(person, address, page.locator('body'), `phone ${round}`)))
  }
  expect(together(faults)).toEqual([])
})
