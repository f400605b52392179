import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { ReadListPlace } from '#kernel/engine/read-list/list-place.ts'
import { documentPlaces, listPlaces } from '../places.ts'

/** A file of texts in one language, as a dynamic import names it. */
const TEXTS = /import\(\s*(['"`])([^'"`]+?(?:\/locale\/|\.)(en|zh)\.ts)\1\s*\)/g
/** The folder of an area's texts, with or without a Windows drive. */
const OF_AREA = /[/\\]src[/\\]areas[/\\]([\w-]+)[/\\]/
/** The names of an area's documents in one language (area-pages.ts). */
const NAMES = /import\(\s*(['"`])virtual:document-names\/([\w-]+)\.(en|zh)\1\s*\)/g
const PREFIX = 'virtual:texts/'

/**
 * Merges an area's texts in one language into one file, including those of its parts. In the source they are many small
 * files, each imported by the part that needs it; a page that needs five would send five requests for a few hundred
 * bytes each. Texts that no phone page needs are a second file, so that phones download less.
 */
export function textBundles(): Plugin {
  let root = ''
  /** Files by area and language, with the phone's separate. */
  const bundles = new Map<string, string[]>()
  const bundleAt = new Map<string, string>()
  /** The module with the names of an area's documents, by the file of texts that it is part of. */
  const named = new Map<string, string>()

  function addTo(bundle: string, file: string): void {
    bundleAt.set(file, bundle)
    bundles.set(bundle, [...(bundles.get(bundle) ?? []), file])
  }

  function bundleOf(file: string): string | null {
    const area = OF_AREA.exec(file)?.[1]
    const language = /(en|zh)\.ts$/.exec(file)?.[1]
    return area && language ? `${area}.${language}` : null
  }

  return {
    name: 'text-bundles',
    enforce: 'post',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    buildStart() {
      bundles.clear()
      bundleAt.clear()
      named.clear()
      const pages = documentFiles(root)
      const listTexts = (lists: readonly ReadListPlace[]) =>
        lists.map(({ area }) => `src/areas/${area}/${area}-texts.web.ts`)
      const ofPhones = textsReachedFrom(
        [
          ...globSync('src/areas/*/*.phone.tsx', { cwd: root }),
          ...pages,
          ...listTexts(listPlaces.filter(({ phone }) => phone)),
        ],
        root,
        // A section of a document that is fetched when it is opened brings its texts then.
        new Set(pages.map((page) => join(root, page))),
      )
      const all = textsReachedFrom(
        [...globSync('src/areas/*/*.{web,phone}.tsx', { cwd: root }), ...pages, ...listTexts(listPlaces)],
        root,
      )
      for (const file of [...all].toSorted()) {
        const bundle = bundleOf(file)
        if (bundle === null) continue
        addTo(ofPhones.has(file) ? `${bundle}.phone` : bundle, file)
      }
      for (const [bundle] of bundles) {
        const [area, language, phone] = bundle.split('.')
        if (documentPlaces.some((place) => place.area === area) && (phone || !bundles.has(`${bundle}.phone`)))
          named.set(bundle, `virtual:document-names/${area}.${language}`)
      }
      // Texts of every page of the area are part of the first of the two.
      for (const bundle of new Set([...bundles.keys()].map((name) => name.replace(/\.phone$/, '')))) {
        const [area, language] = bundle.split('.')
        const file = join(root, 'src', 'areas', area!, 'locale', `${language}.ts`)
        if (existsSync(file)) addTo(bundles.has(`${bundle}.phone`) ? `${bundle}.phone` : bundle, file)
      }
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const bundle = id.slice(PREFIX.length + 1)
      const files = bundles.get(bundle) ?? []
      const names = named.has(bundle) ? [`export { documentNames } from '${named.get(bundle)}'`] : []
      return [...files.map((file) => `export * as ${nameOf(file)} from ${JSON.stringify(file)}`), ...names].join('\n')
    },
    transform(code, id) {
      if (!/[/\\]src[/\\](areas|kernel)[/\\].*\.tsx?$/.test(id)) return null
      let isChanged = false
      const changed = code.replaceAll(TEXTS, (whole, _quote, target: string) => {
        const file = target.startsWith('/') ? join(root, target) : resolve(dirname(id), target)
        const bundle = bundleAt.get(file)
        if (!bundle) return whole
        isChanged = true
        return `import(${JSON.stringify(PREFIX + bundle)}).then((texts) => texts.${nameOf(file)})`
      })
      const all = changed.replaceAll(NAMES, (whole, _quote, area: string, language: string) => {
        const bundle = [`${area}.${language}.phone`, `${area}.${language}`].find((each) => named.has(each))
        if (bundle === undefined) return whole
        isChanged = true
        return `import(${JSON.stringify(PREFIX + bundle)})`
      })
      return isChanged ? { code: all, map: null } : null
    },
  }
}

const IMPORTED = /(?:\bfrom|\bimport|\bimport\()\s*'([.#][^']+)'/g
const IMPORTED_AT_ONCE = /(?:\bfrom|\bimport)\s*'([.#][^']+)'/g

/** The files that the pages of documents are made of (area-pages.ts). */
function documentFiles(root: string): string[] {
  return documentPlaces.flatMap(({ area, folder }) =>
    globSync(`src/areas/${area}/${folder}/*.{form,page}.ts`, { cwd: root }),
  )
}

/** The texts reachable from these modules, statically or dynamically; what `lazy` modules import dynamically is left out. */
function textsReachedFrom(starts: readonly string[], root: string, lazy: ReadonlySet<string> = new Set()): Set<string> {
  const seen = new Set(starts.map((start) => join(root, start)))
  const texts = new Set<string>()
  for (const path of seen) {
    if (!/\.tsx?$/.test(path) || !existsSync(path)) continue
    const source = readFileSync(path, 'utf8')
    const placeOf = (target: string) =>
      target.startsWith('#') ? join(root, 'src', target.slice(1)) : resolve(dirname(path), target)
    for (const [, , target = ''] of source.matchAll(TEXTS)) texts.add(placeOf(target))
    for (const [, target = ''] of source.matchAll(lazy.has(path) ? IMPORTED_AT_ONCE : IMPORTED))
      seen.add(placeOf(target))
  }
  return texts
}

function nameOf(file: string): string {
  const [name = ''] = /[\w.-]+(?=\.ts$)/.exec(file) ?? []
  return `texts_${name.replaceAll(/\W/g, '_')}`
}
