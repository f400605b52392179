import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { arrive, type Person } from './support/person.ts'
import { BUILT } from './support/built.ts'
import { test } from './support/test.ts'
import { walkTo } from './support/walk.ts'

// Every page of the conformance list is shown in its frame, for a person who may open everything and for one who may not.

interface Conformed {
  readonly path: string
  readonly device?: 'pc' | 'mobile'
  readonly kind?: string
  readonly bareWithoutType?: boolean
}

const pages = JSON.parse(readFileSync(join(import.meta.dirname, '../conformance/pages.json'), 'utf8')) as Conformed[]
const desktop = pages.filter(({ device, kind }) => device === 'pc' && kind !== 'shell')
const mobile = pages.filter(({ device }) => device === 'mobile')

interface Frame {
  readonly header: boolean
  readonly sideBar: boolean
  readonly tabStrip: boolean
  readonly paddingTop: string
}

const WHOLE: Frame = { header: true, sideBar: true, tabStrip: true, paddingTop: '20px' }
const BARE: Frame = { header: true, sideBar: false, tabStrip: false, paddingTop: '60px' }

function frameOf({ page, texts }: Person): Promise<Frame> {
  return page.evaluate(
    ([menu, tabs]) => {
      const isSeen = (selector: string): boolean => document.querySelector(selector)?.checkVisibility() ?? false
      const pane = [...document.querySelectorAll<HTMLElement>('.pane')].find((each) => each.checkVisibility())
      return {
        header: isSeen('header.top-bar'),
        sideBar: isSeen(`nav[aria-label="${menu}"]`),
        tabStrip: isSeen(`nav[aria-label="${tabs}"]`),
        paddingTop: pane ? getComputedStyle(pane).paddingTop : '',
      }
    },
    [texts.page.shell.menu, texts.page.shell.tabs],
  )
}

async function expectFrame(person: Person, address: string, frame: Frame): Promise<void> {
  await expect.poll(() => frameOf(person), { message: address }).toEqual(frame)
}

async function expectContent({ page, texts }: Person, path: string, mayOpen: boolean): Promise<void> {
  const { errorPage } = texts.page
  const later = page.getByText(errorPage.later).locator('visible=true')
  if (!BUILT.has(path)) return expect(later, path).toBeVisible()
  const forbidden = page.getByRole('heading', { name: errorPage.forbidden })
  if (mayOpen) {
    await expect(forbidden).toBeHidden()
    await expect(later).toBeHidden()
  } else await expect(forbidden, path).toBeVisible()
}

/** A person who may open everything, and one without a right in any area; each in one of the two languages. */
const people = [
  { account: 'admin', language: 'en', mayOpen: true },
  { account: 'hq.it', language: 'zh', mayOpen: false },
] as const

for (const { account, language, mayOpen } of people) {
  test(`every desktop page is shown in its frame: ${account}, ${language}`, async ({ browser, complaints }) => {
    // An approval page without a document says that there is none.
    complaints.expect(/^404 .*\/detail/)
    const person = await arrive(browser, account, '/index', { language })
    const { page } = person
    await expectFrame(person, '/index', WHOLE)
    for (const { path, bareWithoutType } of desktop) {
      const isThere = mayOpen || !BUILT.has(path)
      await walkTo(page, path)
      await expectFrame(person, path, bareWithoutType && isThere ? BARE : WHOLE)
      await expectContent(person, path, mayOpen)
      if (isThere) expect(new URL(page.url()).pathname).toBe(path)
      if (!bareWithoutType) continue
      await walkTo(page, `${path}?type=edit`)
      await expectFrame(person, `${path}?type=edit`, WHOLE)
    }
  })

  test(`every phone page has no bar and no padding: ${account}, ${language}`, async ({ browser, complaints }) => {
    complaints.expect(/^404 .*\/detail/)
    const person = await arrive(browser, account, '/tasks/mobile', { language, width: 'phone' })
    const { page } = person
    for (const { path } of mobile) {
      await page.goto(path)
      await expect(page.getByRole('main')).toBeVisible()
      await expectContent(person, path, mayOpen)
      const around = await page.evaluate(() => ({
        bars: document.querySelectorAll('header.top-bar, nav').length,
        paddings: [document.body, document.querySelector('#root'), document.querySelector('main')].map(
          (element) => element && getComputedStyle(element).padding,
        ),
      }))
      expect(around, path).toEqual({ bars: 0, paddings: ['0px', '0px', '0px'] })
    }
  })
}

test('the root, groups without pages and unknown addresses lead to an existing page', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'admin', '/')
  await expect(page).toHaveURL(/\/index$/)
  for (const [from, to] of [
    ['/bpm/process', '/process/list'],
    ['/bpm/imei', '/imei/list'],
    ['/index/', '/index'],
    ['/no/such/page', '/404'],
  ] as const) {
    await walkTo(page, from)
    await expect.poll(() => new URL(page.url()).pathname).toBe(to)
  }
  await expect(page.getByRole('heading', { name: texts.page.errorPage.missing })).toBeVisible()
  await walkTo(page, '/500')
  await expect(page.getByRole('heading', { name: texts.page.errorPage.server })).toBeVisible()
  await page.getByRole('link', { name: texts.page.errorPage.home }).locator('visible=true').click()
  await expect(page).toHaveURL(/\/index$/)
})

test('no menu entry leads to a page that is not in use yet', async ({ browser }) => {
  const { page, texts } = await arrive(browser, 'admin', '/index')
  const links = page.getByRole('navigation', { name: texts.page.shell.menu, exact: true }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const addresses = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  )
  expect(addresses.length).toBeGreaterThan(1)
  const later = desktop.map(({ path }) => path).filter((path) => !BUILT.has(path))
  expect(addresses.filter((address) => later.includes(address))).toEqual([])
})
