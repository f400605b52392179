import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { OF_EVERY_HTML } from '../../src/app/build/every-html.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type Device,
  type Language,
  pageModules,
  recordBuild,
  scriptsOfHtml,
  textsOfPage,
  WebWeight,
} from '#test/arch/support/web-weight.ts'

const root = join(import.meta.dirname, '../..')

/** Scripts and styles, and their compressed bytes, that a browser with an empty cache fetches until its first page stands and is at rest. */
const MOST = {
  desktop: { files: 45, bytes: 330_000 },
  phone: { files: 30, bytes: 160_000 },
} as const
/** The files that a further page (the home page, or the inbox of the phone) fetches by itself once the first one is at rest. */
const MOST_OF_A_PAGE = { files: 8, bytes: 60_000 }

/** Modules that a page fetches later by itself, without an action of the user. Chromium says which (bench/first-load.bench.ts). */
const AT_ONCE = [/\/client\/live-news\.ts$/, /\/phone\/PhoneBell\.tsx$/, /\/home\/count-visit\.ts$/]
/** Texts that a page fetches by itself likewise. */
const isText = (id: string) => /\/locale\/exporting\.(en|zh)\.ts$/.test(id)

/** The files that every page needs: the first script, the frame and, on the desktop, what nearly every page uses. */
const AROUND = {
  desktop: ['index.html', 'src/app/web.tsx', 'src/app/web-frame.tsx', 'src/kernel/web/console/common-modules.ts'],
  phone: ['phone.html', 'src/app/phone.tsx', 'src/app/phone-frame.tsx'],
} as const

/** The pages that people arrive at. */
const FIRST = {
  desktop: 'src/kernel/web/console/home/HomePage.tsx',
  phone: 'src/kernel/web/console/phone/tasks/TasksPhonePage.tsx',
} as const
/** The cards that most people have on their home page. */
const HOME_CARDS = /\/(DownloadsCard|BudgetUseCard)\.tsx$/

/** Modules that must never be loaded on the phone: the desktop's library and its router. */
const DESKTOP_ONLY = /node_modules\/(antd|@ant-design|react-router)\//

const LANGUAGES = ['en', 'zh'] as const
const pages = { desktop: pageModules('desktop'), phone: pageModules('phone') }

const folder = mkdtempSync(join(tmpdir(), 'first-load-'))
let weight: WebWeight

beforeAll(async () => {
  // Under a test runner it says `test`, and React would come with its development build.
  vi.stubEnv('NODE_ENV', 'production')
  const { record, plugin } = recordBuild()
  await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true }, plugins: [plugin] })
  weight = new WebWeight(folder, record)
}, 120_000)
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

function fetched(device: Device, shown: readonly string[], language: Language): Set<string> {
  const isAtOnce = (id: string) =>
    AT_ONCE.some((pattern) => pattern.test(id)) || (isText(id) && id.endsWith(`.${language}.ts`))
  const texts = [`src/kernel/base/i18n/locale/${language}.ts`, ...shown.flatMap((page) => textsOfPage(page, language))]
  const library = device === 'desktop' && language === 'zh' ? weight.named(/antd\/es\/locale\/zh_CN\.js$/) : []
  const cards = shown.includes(FIRST.desktop) ? weight.named(HOME_CARDS) : []
  const modules = [...AROUND[device], ...library, ...texts, ...shown, ...cards]
  const html = device === 'desktop' ? 'index.html' : 'phone.html'
  return weight.fetchedFor(modules, language, isAtOnce).union(new Set(scriptsOfHtml(html)))
}

/** The files that a page fetches in addition to those of the first page at rest. */
function furtherLoad(device: Device, page: string, language: Language): Set<string> {
  const first = fetched(device, [FIRST[device]], language)
  return fetched(device, [FIRST[device], page], language).difference(first)
}

test('the HTML files of both widths fetch what the lists of pages leave out', () => {
  const left = ['index.html', 'phone.html'].map((html) =>
    [...readFileSync(join(folder, html), 'utf8').matchAll(/href="\/(assets\/[^"]+)"/g)]
      .map(([, file = '']) => file)
      .filter((file) => OF_EVERY_HTML.test(file)),
  )
  expect(left[0]!.toSorted()).toEqual(left[1]!.toSorted())
  expect(left[0]).toHaveLength(4)
})

test('every registered page is found', () => {
  expect(pages.desktop.length).toBeGreaterThan(4)
  expect(pages.phone.length).toBeGreaterThan(3)
})

const cases = (['desktop', 'phone'] as const).flatMap((device) =>
  pages[device].flatMap((page) => LANGUAGES.map((language) => ({ device, page, language }))),
)

test('no files of the build import each other in a circle, in which one would run before what it needs', () => {
  expect(weight.circles()).toEqual([])
})

describe('the first load of a page', () => {
  test.each(cases)(
    'the first load on the $device of $page in $language stays under its limits',
    ({ device, page, language }) => {
      const files = fetched(device, [page], language)
      const most = MOST[device]
      expect(files.size, weight.listOf(files)).toBeLessThanOrEqual(most.files)
      expect(weight.bytesOf(files), weight.listOf(files)).toBeLessThanOrEqual(most.bytes)
    },
  )

  test.each(pages.phone)('the page %s of the phone loads nothing of the desktop’s library', (page) => {
    const brought = weight.modulesOf(fetched('phone', [page], 'en'))
    expect(brought.length).toBeGreaterThan(50)
    expect(brought.filter((id) => DESKTOP_ONLY.test(id))).toEqual([])
  })
})

/** Parts for the desktop alone of components that both devices have; which one is fetched is decided when the page runs. */
const DESKTOP_PARTS = /\/(FrozenStockDesk|ProposalSection|form\/TextField)\.tsx?$/

test('no page or dialog of the phone fetches a file with styles of the desktop’s frame or library', () => {
  const files = [...weight.everFetchedFrom('src/app/phone.tsx', DESKTOP_PARTS)]
  expect(files.length).toBeGreaterThan(50)
  const isOfDesktop = (id: string) => /node_modules\/(antd|@ant-design)\//.test(id) || id === 'src/kernel/web/ui/ui.css'
  expect(files.filter((file) => weight.modulesOf([file]).some(isOfDesktop))).toEqual([])
})

describe('a further page', () => {
  test.each(cases)(
    'a further page on the $device, $page in $language, loads few files',
    ({ device, page, language }) => {
      const files = furtherLoad(device, page, language)
      expect(files.size, weight.listOf(files)).toBeLessThanOrEqual(MOST_OF_A_PAGE.files)
      expect(weight.bytesOf(files), weight.listOf(files)).toBeLessThanOrEqual(MOST_OF_A_PAGE.bytes)
    },
  )
})

/**
 * The files that pages of many records and documents load on a click or a touch: they are fetched once for all, and have their own limit.
 */
const OPENED = [
  { device: 'desktop', opened: 'src/kernel/web/console/imports/UploadDialog.tsx', most: 15_000 },
  { device: 'desktop', opened: 'src/areas/budget/explain/ExplainDrawer.tsx', most: 15_000 },
  { device: 'desktop', opened: 'src/kernel/web/console/structured-field/StructuredDialog.tsx', most: 15_000 },
  { device: 'desktop', opened: 'src/kernel/web/console/duplicates/DeskDuplicate.tsx', most: 15_000 },
  { device: 'desktop', opened: 'src/kernel/web/console/partial-approval/PartialApprovalSection.tsx', most: 15_000 },
  // The library's own calendar comes with both: lists and forms of every kind share it.
  { device: 'desktop', opened: 'src/kernel/web/console/days/DayControl.tsx', most: 36_000 },
  { device: 'desktop', opened: 'src/kernel/web/console/list/filters/DateRange.tsx', most: 36_000 },
  { device: 'phone', opened: 'src/areas/budget/explain/ExplainSheet.tsx', most: 15_000 },
  { device: 'phone', opened: 'src/kernel/web/console/structured-field/StructuredSheet.tsx', most: 15_000 },
  { device: 'phone', opened: 'src/kernel/web/console/phone/form/PickerSheet.tsx', most: 6_000 },
  { device: 'phone', opened: 'src/kernel/web/console/phone/form/DaySheet.tsx', most: 6_000 },
  { device: 'phone', opened: 'src/kernel/web/console/approval/verbs/VerbForm.tsx', most: 25_000 },
] as const

test.each(OPENED)('a click on the $device that opens $opened loads few files', ({ device, opened, most }) => {
  for (const language of LANGUAGES) {
    const there = fetched(device, [FIRST[device]], language)
    const files = weight.fetchedFor([opened], language, () => false).difference(there)
    expect(files.size, weight.listOf(files)).toBeLessThanOrEqual(MOST_OF_A_PAGE.files)
    expect(weight.bytesOf(files), weight.listOf(files)).toBeLessThanOrEqual(most)
  }
})

/** Fetched by itself, but only once the numbers of a picture stand, so it counts to no first load and has a limit of its own. */
const CHART = ['src/kernel/web/console/chart/ChartFigure.tsx', 'src/kernel/web/console/chart/draw-chart.ts']
const CHARTS = /node_modules\/(echarts|zrender)\//

describe('the library of charts', () => {
  test.each(['desktop', 'phone'] as const)(
    'no first load on the %s brings anything of the library of charts',
    (device) => {
      for (const page of pages[device])
        expect(
          weight.modulesOf(fetched(device, [page], 'en')).filter((id) => CHARTS.test(id)),
          page,
        ).toEqual([])
    },
  )

  test.each([
    { device: 'desktop', page: 'src/areas/budget/overview/OverviewPage.tsx' },
    { device: 'phone', page: 'src/areas/budget/overview/OverviewPhonePage.tsx' },
  ] as const)('a picture on the $device of $page brings few files more', ({ device, page }) => {
    const files = weight.fetchedFor(CHART, 'en', () => false).difference(fetched(device, [page], 'en'))
    expect(weight.modulesOf(files).some((id) => CHARTS.test(id))).toBe(true)
    expect(files.size, weight.listOf(files)).toBeLessThanOrEqual(5)
    expect(weight.bytesOf(files), weight.listOf(files)).toBeLessThanOrEqual(160_000)
  })
})
