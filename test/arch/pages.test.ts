import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { areas } from '#app/areas.ts'
import { FUNDS_LIST_NAMES } from '#areas/funds/lists/funds-list-names.ts'
import { pageSetsOf } from '#app/build/area-pages.ts'
import { documentPlaces, listPlaces } from '#app/places.ts'
import { later as laterEn } from '#app/locale/later.en.ts'
import { later as laterZh } from '#app/locale/later.zh.ts'
import { menu } from '#app/menu.ts'
import { pageTable } from '#app/pages.ts'
import { sourceFiles } from './support/imports.ts'

// Compares the table of pages with the conformance list, and with what the areas and the menu declare.

interface Conformed {
  readonly path: string
  readonly device?: 'pc' | 'mobile'
  readonly bareWithoutType?: boolean
  readonly cached?: boolean
  readonly sameComponentAs?: string
  readonly kind?: string
  readonly redirect?: string
}

const root = join(import.meta.dirname, '../..')
const conformed = JSON.parse(readFileSync(join(root, 'test/conformance/pages.json'), 'utf8')) as Conformed[]
const entries = [...menu, ...areas.flatMap((area) => area.menu)]
const groups = new Set(pageTable.groups.map(({ path }) => path))
const links = entries.filter(({ url }) => url !== '' && !groups.has(url))

const lists = globSync('src/areas/*/records/*-records.ts', { cwd: root }).map(
  (file) => import(join(root, file)) as Promise<{ readonly records: readonly AnyRecord[] }>,
)
/** The list and the page for a phone that each record declares. */
const ofRecords = (await Promise.all(lists)).flatMap(({ records }) =>
  records.flatMap((record) => [record.page, record.phonePage]),
)

/** The pages that read lists and documents declare. */
const ofLists = listPlaces.flatMap(({ page, phone }) => [page, phone].filter((path) => path !== undefined))
const ofDocuments = documentPlaces.flatMap(({ list, write, read, secondAddress }) =>
  [list, write.pc, write.mobile, read?.pc, read?.mobile, secondAddress].filter((path) => path !== undefined),
)

/** Other pages of ours that the spec does not name. */
const OWN: readonly string[] = [
  '/budget/pc/country/line',
  '/tasks/pc',
  '/index/mobile',
  '/tasks/mobile',
  '/tasks/absence',
  '/download/center',
  '/imports',
  '/imports/run',
  '/notifications',
  '/notifications/settings',
  '/system/monitor',
  '/system/jobs',
  '/system/undelivered',
  '/system/registry',
  '/system/parameters',
  '/system/roles',
  '/system/roles/edit',
  '/system/permissions',
  '/system/access',
  '/system/access/edit',
  '/system/requests',
  '/system/duties',
  '/system/menus',
  '/system/why',
  '/system/app-accounts',
  '/system/sessions',
  '/account/sessions',
  '/system/dictionaries',
  '/system/translations',
  '/approval/templates',
  '/approval/templates/edit',
  '/approval/bands',
  '/scheme/list',
  '/scheme/detail',
  '/scheme/mobile/detail',
  '/scheme/withhold/run',
  '/scheme/priceProtectionProposals/list',
  '/master/pc/dealer',
  '/master/pc/siProduct',
  '/master/pc/skd',
  '/master/pc/unmappedSku',
  '/budget/pc/plan/import',
  '/budget/pc/overview',
  '/budget/pc/self-check',
  '/budget/mobile/overview',
  '/budget/pc/master/project',
  '/budget/pc/master/channel',
  '/budget/pc/master/department',
  '/budget/pc/master/business',
  '/budget/mobile/master/business',
  '/budget/mobile/master/project',
  '/budget/mobile/master/channel',
  '/budget/mobile/master/department',
  '/master/pc/syncRun',
  '/master/pc/syncPush',
  '/budget/pc/repair',
  '/process/price/pc/rounding',
  '/customer/pc/own',
  '/customer/mobile/own',
  '/store/pc/own',
  '/store/mobile/own',
  '/funds/pc/account',
  '/funds/mobile/account',
  '/funds/pc/rebate',
  '/funds/mobile/rebate',
  '/funds/pc/flow',
  '/funds/mobile/flow',
  '/funds/pc/receivable',
  '/funds/mobile/receivable',
  '/funds/pc/invoice',
  '/funds/mobile/invoice',
]

test('the page table holds the pages of the specification with their frames, those that records, documents and read lists declare, and those listed here', () => {
  const wanted = conformed
    .filter(({ device }) => device !== undefined)
    .map(({ path, device, bareWithoutType, sameComponentAs }) => ({
      path,
      device,
      ...(bareWithoutType ? { bareWithoutType } : {}),
      ...(sameComponentAs ? { sameComponentAs } : {}),
    }))
  const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path)
  const ofSpec = new Set(wanted.map(({ path }) => path))
  const declared = [...ofLists, ...ofDocuments].filter((path) => !ofSpec.has(path))
  const ours = new Set([...OWN, ...ofRecords, ...declared])
  const own = pageTable.pages.filter(({ path }) => ours.has(path))
  expect([...ours].filter((path) => !own.some((page) => page.path === path))).toEqual([])
  const ofOthers = pageTable.pages.flatMap((page) => {
    const { phone: _, ...entry } = page
    return own.includes(page) ? [] : [entry]
  })
  expect(ofOthers.toSorted(byPath)).toEqual(wanted.toSorted(byPath))
  const phones = new Set(pageTable.pages.flatMap(({ path, device }) => (device === 'mobile' ? path : [])))
  expect(pageTable.pages.flatMap(({ phone }) => phone ?? []).filter((phone) => !phones.has(phone))).toEqual([])
  expect(pageTable.pages.filter(({ bareWithoutType }) => bareWithoutType)).toHaveLength(9)
})

test('each page that writes a document shows the document that its address names by formInstanceId', () => {
  for (const [device, width] of [
    ['desk', 'pc'],
    ['phone', 'mobile'],
  ] as const) {
    const pages = pageSetsOf(device, root).split('\n')
    for (const { name, write, secondAddress } of documentPlaces)
      for (const path of device === 'desk' && secondAddress ? [write.pc, secondAddress] : [write[width]])
        expect(pages.find((page) => page.includes(`path: "${path}"`))).toContain(
          // A document without a form has only this page.
          `: () => import("virtual:area-page/${device}/document/${name}")`,
        )
  }
})

test('the menu groups of the specification have their address and a page to lead to', () => {
  expect([...groups].toSorted()).toEqual(
    conformed
      .filter(({ kind }) => kind === 'group')
      .map(({ path }) => path)
      .toSorted(),
  )
  const paths = new Set(pageTable.pages.map(({ path }) => path))
  for (const group of pageTable.groups) {
    expect(paths).toContain(group.ownPage)
    expect(entries.find(({ code }) => code === group.menu)).toMatchObject({ url: group.path, isGroup: true })
  }
})

/** Paths that the page sets name, read from their text: a page set itself needs a browser. */
function builtPaths(): Set<string> {
  const sets = sourceFiles().filter((file) =>
    /(areas\/[\w-]+\/[\w-]+\.(web|phone)\.tsx|kernel(-phone)?-pages\.ts|console\/error-pages\.ts)$/.test(file),
  )
  expect(sets.length).toBeGreaterThan(3)
  const text = sets.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const named = [...text.matchAll(/(?:path|write): '([^']+)'/g)].map((match) => `${match[1]}`)
  const ofRecords = sourceFiles()
    .filter((file) => /\.record\.ts$|-views\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/(?:page|phonePage): '([^']+)'/g)])
    .map((match) => `${match[1]}`)
  // Customer funds have a phone page for each of their lists.
  const ofFunds = FUNDS_LIST_NAMES.map((name) => `/funds/mobile/${name}`)
  return new Set([...named, ...ofDocuments, ...ofLists, ...ofRecords, ...ofFunds])
}

test('every page is built or has a name for later, and no menu entry leads to one that is not built', () => {
  const built = builtPaths()
  const mobileOf = (path: string) => [path, path.replace('/mobile', '/pc'), path.replace('/mobile', ''), `${path}/pc`]
  const nameless = pageTable.pages
    .map(({ path }) => path)
    .filter((path) => !built.has(path) && !mobileOf(path).some((address) => address in laterEn))
  expect(nameless).toEqual([])
  expect(Object.keys(laterEn).filter((path) => built.has(path))).toEqual([])
  expect(Object.keys(laterZh)).toEqual(Object.keys(laterEn))
  expect(links.map(({ url }) => url).filter((url) => !built.has(url))).toEqual([])
})

test('every page that the specification keeps alive is kept', () => {
  const cached = new Set(conformed.filter((page) => page.cached).map(({ path }) => path))
  expect(cached.size).toBeGreaterThan(0)
  const forgotten = links.filter(({ url, routingCache }) => cached.has(url) && !routingCache)
  expect(forgotten.map(({ url }) => url)).toEqual([])
})

interface Leading {
  readonly name: string
  readonly right: string
  readonly address?: (row: object) => string | null
  readonly phone?: { readonly address?: (row: object) => string | null }
}

/** A row whose every value is the same text, which is enough for an address without conditions. */
const anyRow = new Proxy({}, { get: () => '1' })

test('whoever may see a list may open the page of a row that it leads to', async () => {
  const files = globSync('src/areas/*/**/*.list.ts', { cwd: root })
  const found = (
    await Promise.all(files.map((file) => import(join(root, file)) as Promise<Readonly<Record<string, unknown>>>))
  )
    .flatMap((module) => Object.values(module))
    .filter((value): value is Leading => typeof value === 'object' && value !== null && 'address' in value)
  expect(found.length).toBeGreaterThan(3)
  const shut = found.flatMap(({ name, right, address, phone }) =>
    [address?.(anyRow), phone?.address?.(anyRow)].flatMap((to) => {
      const path = to ? new URL(to, 'http://localhost').pathname : ''
      const rights = entries.filter(({ url }) => url.split('?')[0] === path).flatMap((entry) => entry.rights)
      return path !== '' && rights.length > 0 && !rights.includes(right)
        ? [`${name} (${right}) leads to ${path} (${rights.join(', ')})`]
        : []
    }),
  )
  expect(shut).toEqual([])
})
