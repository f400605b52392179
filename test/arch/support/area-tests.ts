import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { documentPlaces, listPlaces } from '#app/places.ts'
import { importsOf } from './imports.ts'

// Which tests concern an area: `npm test -- budget` runs them, and the last lines of `npm test` count their seconds.

const root = join(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const find = (patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()

export const areaNames: readonly string[] = find(['src/areas/*/*.area.ts']).map((file) => file.split('/')[2] ?? '')

/** All that `npm test` runs. */
export const testFiles: readonly string[] = find([
  'src/**/*.test.{ts,tsx}',
  'bin/**/*.test.ts',
  'test/{arch,scenario,hostile}/**/*.test.ts',
  'test/e2e/**/*.e2e.ts',
])

/**
 * Kernel tests take an example from the area of budgets: the application for a country's budget for all documents, the
 * records beside it for records and synchronizations, the list of budget lines for exports. A test that uses no more of
 * budgets than this does not concern the area.
 */
const EXAMPLE =
  /country|budget-line|^src\/areas\/budget\/(?:records\/|shared\/budget\.exports)|\/budget\/(?:\w+Record|customerChannel)$/
/** Helpers that speak of all areas. */
const OF_ALL = new Set([
  'test/helpers/budget/budget-world.ts',
  'test/helpers/laws/invariants.ts',
  'test/helpers/permission-world.ts',
  'test/e2e/support/texts.ts',
])

/** The areas of which a file, or a helper that it imports, takes something. */
function importedAreas(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { target } of importsOf(file)) {
    if (target === null || seen.has(target) || OF_ALL.has(target)) continue
    seen.add(target)
    const area = /^src\/areas\/([^/]+)\//.exec(target)?.[1]
    if (area !== undefined && !EXAMPLE.test(target)) found.add(area)
    if (/^test\/(helpers|scenario|e2e\/support)\//.test(target))
      for (const each of importedAreas(target, seen)) found.add(each)
  }
  return found
}

/** An address as definitions and menus write it, without its query: `/budget/pc/transfer/list`. */
const ADDRESS = /['"`](\/(?:[\w-]+\/){2,}[\w-]+)(?=['"`?])/g

/** The addresses of the documents, records and pages of each area, but for those of the example. */
function addressesOfAreas(): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  const add = (address: string, area: string) => {
    if (!EXAMPLE.test(address)) owners.set(address, owners.has(address) && owners.get(address) !== area ? '' : area)
  }
  for (const { area, list, write, read } of documentPlaces)
    for (const address of [list, write.pc, write.mobile, read?.pc ?? list, read?.mobile ?? list]) add(address, area)
  for (const { area, page, phone = page } of listPlaces) for (const address of [page, phone]) add(address, area)
  for (const file of find(['src/areas/*/**/*.{doc,record,area}.ts'])) {
    const area = file.split('/')[2] ?? ''
    for (const [, address = ''] of textOf(file).matchAll(ADDRESS)) add(address, area)
  }
  return owners
}

const addresses = addressesOfAreas()

function namedAreas(file: string): ReadonlySet<string> {
  const named = [...textOf(file).matchAll(/\/(?:[\w-]+\/)+[\w-]+/g)].map(([address]) => address)
  const owners = named.flatMap((address) => {
    // A call is the address of its definition with one more word: `/aps/store/queryPage`.
    const parent = address.slice(0, address.lastIndexOf('/'))
    return [addresses.get(address) ?? '', addresses.get(parent) ?? '']
  })
  return new Set(owners.filter((area) => area !== ''))
}

/** `scheme-race.test.ts`, `devices.e2e.ts`. */
const isNamedAfter = (file: string, area: string) => new RegExp(`^${area}s?[-.]`).test(basename(file))

/** The areas that a test concerns: the area of its folder; for other tests the areas of its name, of its imports, and of the addresses in it. */
export function areasOfTest(file: string): readonly string[] {
  const own = /^src\/areas\/([^/]+)\//.exec(file)?.[1]
  if (own !== undefined) return [own]
  if (!/^test\/(scenario|e2e)\//.test(file)) return []
  const named = areaNames.filter((area) => isNamedAfter(file, area))
  return [...new Set([...named, ...importedAreas(file), ...namedAreas(file)])].toSorted()
}

if (import.meta.main)
  console.log(JSON.stringify({ areas: areaNames, tests: testFiles.map((file) => [file, areasOfTest(file)]) }))
