import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pageModules, WebWeight } from '#test/helpers/web-weight.ts'
import { importsOf } from './imports.ts'

const root = join(import.meta.dirname, '../..')

/** Compressed script and style, in bytes, that a browser fetches before its first page shows. */
const MOST = { desktop: 380_000, phone: 160_000 } as const
/** What any other page brings beside that. */
const MOST_OF_A_PAGE = 60_000

/** What the desktop fetches when its first page has come to rest, whichever that was. */
const KIT = importsOf('src/kernel/console/kit.ts').map(({ target }) => target ?? '')

/** What must never come with the phone: the desktop's library and its router. */
const DESKTOP_ONLY = /node_modules\/(antd|@ant-design|react-router)\//

const desktopPages = pageModules('desktop')
const phonePages = pageModules('phone')

const folder = mkdtempSync(join(tmpdir(), 'first-load-'))
const modules = new Map<string, readonly string[]>()
let weight: WebWeight

beforeAll(async () => {
  // Under a test runner it says `test`, and React would come with its development build.
  vi.stubEnv('NODE_ENV', 'production')
  await build({
    root,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, manifest: true },
    plugins: [
      {
        name: 'list-modules',
        generateBundle(_options, bundle) {
          for (const chunk of Object.values(bundle)) {
            if (chunk.type === 'chunk') modules.set(chunk.fileName, chunk.moduleIds)
          }
        },
      },
    ],
  })
  weight = new WebWeight(folder)
}, 120_000)
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** The entry, the kit and the texts of one language, with the first page: all they import. */
function firstLoad(device: 'desktop' | 'phone', page: readonly string[]): Set<string> {
  const [, area] = /^src\/areas\/([^/]+)\//.exec(device === 'phone' ? (page[0] ?? '') : '') ?? []
  const texts = weight.texts(area)
  expect(texts.length).toBeGreaterThan(area === undefined ? 1 : 0)
  const frame = device === 'desktop' ? ['index.html', ...KIT.map(chunkWith)] : ['phone.html']
  return weight.chunksOf([...frame, ...texts, ...page])
}

/** The chunk that holds a module: one that others import too has no name of its own in the manifest. */
function chunkWith(module: string): string {
  const holds = (file: string) => modules.get(file)?.some((id) => id.replaceAll('\\', '/').endsWith(`/${module}`))
  const found = Object.entries(weight.manifest).find(([, { file }]) => holds(file))
  return found?.[0] ?? module
}

function sizes(chunks: Iterable<string>): string {
  return JSON.stringify([...chunks].map((chunk) => [chunk, weight.bytesOf([chunk])]))
}

test('every registered page is found', () => {
  expect(desktopPages.length).toBeGreaterThan(4)
  expect(phonePages.length).toBeGreaterThan(3)
  expect(KIT.length).toBeGreaterThan(1)
})

describe('first load', () => {
  test('the desktop stays under its limit, whichever page comes first', () => {
    for (const page of desktopPages) {
      const chunks = firstLoad('desktop', [page])
      expect(weight.bytesOf(chunks), sizes(chunks)).toBeLessThanOrEqual(MOST.desktop)
    }
  })

  test.each(phonePages)('of the phone, %s stays under its limit', (page) => {
    const chunks = firstLoad('phone', [page])
    expect(weight.bytesOf(chunks), sizes(chunks)).toBeLessThanOrEqual(MOST.phone)
  })

  test.each(phonePages)('of the phone, %s brings nothing of the desktop', (page) => {
    const brought = weight.filesOf(firstLoad('phone', [page])).flatMap((file) => modules.get(file) ?? [])
    expect(brought.length).toBeGreaterThan(50)
    expect(brought.filter((id) => DESKTOP_ONLY.test(id.replaceAll('\\', '/')))).toEqual([])
  })
})

/** What the pages of many records and documents open by a click is fetched once for all of them, and has a limit of its own. */
const SHARED_DIALOGS = [
  'src/kernel/console/imports/UploadDialog.tsx',
  'src/areas/budget/web/ExplainDrawer.tsx',
  'src/kernel/console/opened/OpenedDialog.tsx',
  'src/kernel/console/alike/DeskAlike.tsx',
  'src/kernel/console/lessen/LessenSection.tsx',
]
/** The calendar: lists and forms of every kind share it, and it is the library's own. */
const CALENDAR = 'src/kernel/console/form/DayControl.tsx'
const MOST_OF_CALENDAR = 36_000
const SHARED_SHEETS = ['src/areas/budget/web/ExplainSheet.tsx', 'src/kernel/console/opened/OpenedSheet.tsx']
/** What every verb of an approval opens: it is fetched once for all documents, and weighs no more than a page may. */
const VERBS = 'src/kernel/console/phone/VerbSheet.tsx'

// With all that the page may fetch later, at once or not: what a click opens is rarely worth telling apart.
describe('each further page', () => {
  test.each(desktopPages)('%s brings little of its own', (page) => {
    // The kit is there already; what its parts fetch later is the page's that uses them.
    const kit = firstLoad('desktop', [])
    const frame = weight.chunksOf(['index.html', ...weight.texts()])
    const besides = new Set([...frame, ...weight.everythingOf([...SHARED_DIALOGS, CALENDAR], frame)])
    const reached = weight.everythingOf([page], besides)
    const own = [...reached].filter((chunk) => !kit.has(chunk))
    expect(weight.bytesOf(own), sizes(own)).toBeLessThanOrEqual(MOST_OF_A_PAGE)
  })

  test('the calendar that they share is fetched once', () => {
    const own = weight.everythingOf([CALENDAR], firstLoad('desktop', []))
    expect(weight.bytesOf(own), sizes(own)).toBeLessThanOrEqual(MOST_OF_CALENDAR)
  })

  test.each(SHARED_DIALOGS)('%s, which several of them open, brings little of its own', (dialog) => {
    const own = weight.everythingOf([dialog], firstLoad('desktop', []))
    expect(weight.bytesOf(own), sizes(own)).toBeLessThanOrEqual(MOST_OF_A_PAGE / 4)
  })

  test.each(SHARED_SHEETS)('of the phone, %s, which several of them open, brings little of its own', (sheet) => {
    const own = weight.everythingOf([sheet], firstLoad('phone', []))
    expect(weight.bytesOf(own), sizes(own)).toBeLessThanOrEqual(MOST_OF_A_PAGE / 4)
  })

  test('of the phone, the sheet of verbs brings no more than a page', () => {
    const own = weight.everythingOf([VERBS], firstLoad('phone', []))
    expect(weight.bytesOf(own), sizes(own)).toBeLessThanOrEqual(MOST_OF_A_PAGE)
  })

  test.each(phonePages)('of the phone, %s brings little of its own', (page) => {
    const frame = firstLoad('phone', [])
    const besides = new Set([...frame, ...weight.everythingOf([...SHARED_SHEETS, VERBS], frame)])
    const own = weight.everythingOf([page], besides)
    expect(weight.bytesOf(own), sizes(own)).toBeLessThanOrEqual(MOST_OF_A_PAGE)
  })
})
