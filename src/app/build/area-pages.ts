import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Language, languages } from '#kernel/base/i18n/language.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DocumentPlace } from '#kernel/engine/definition/document-place.ts'
import { exportOf } from '#kernel/services/area/place-files.ts'
import { documentPlaces, listPlaces, type Place } from '../places.ts'

type Device = 'desk' | 'phone'
type Kind = 'form' | 'document' | 'list'

const SETS = /^virtual:area-pages\/(desk|phone)$/
const PAGE = /^virtual:area-page\/(desk|phone)\/(form|document|list)\/(\w+)$/
const TEXTS = /^virtual:document-texts\/(\w+)\.(en|zh)$/
const NAMES = /^virtual:document-names\/([\w-]+)\.(en|zh)$/
const RESERVING = /^virtual:reserving-documents\/([\w-]+)$/

/** The component that draws any page of a kind, with its file below `kernel/web/console`. */
const COMPONENTS = {
  desk: {
    form: ['DocumentForm', 'form/DocumentForm.tsx'],
    document: ['DocumentPage', 'document/DocumentPage.tsx'],
    list: ['ReadListPage', 'list/read-list/ReadListPage.tsx'],
  },
  phone: {
    form: ['PhoneForm', 'phone/form/PhoneForm.tsx'],
    document: ['PhonePage', 'phone/document/PhonePage.tsx'],
    list: ['ReadPhoneList', 'phone/list/ReadPhoneList.tsx'],
  },
} as const

/**
 * The pages of documents and lists, as modules that the build makes from the files of their folders (docs/decisions/100):
 *
 * - the form of a document from `form` of its `*.form.ts` or `*.page.ts`; one without is raised by a file or another system, and its page shows it;
 * - its page from `page` and `sections` of its `*.page.ts`, with `Source` of the area's `desk-figures.tsx` or
 *   `phone-figures.tsx`, which opens the origin of a figure;
 * - its list from the area's `shared/DocumentListPage.tsx`, where there is one, with `shown` of its `*.columns.web.ts`;
 * - a read list from its `*.list.ts`, or from the page of its name beside it, where there is one.
 *
 * Each page is one dynamic import, so that a browser asks for all of its files at once.
 */
export function areaPages(): Plugin {
  let files: Files
  return {
    name: 'area-pages',
    configResolved({ root }) {
      files = new Files(root)
    },
    resolveId: (id) => ([SETS, PAGE, TEXTS, NAMES, RESERVING].some((pattern) => pattern.test(id)) ? `\0${id}` : null),
    async load(id) {
      const [, device] = SETS.exec(id.slice(1)) ?? []
      if (device) return pageSets(device as Device, files)
      const [, area, language] = NAMES.exec(id.slice(1)) ?? []
      if (area) return documentNames(area, language as Language)
      const [, ofReserves] = RESERVING.exec(id.slice(1)) ?? []
      if (ofReserves) return reservingDocuments(ofReserves)
      const [, ofTexts, inLanguage] = TEXTS.exec(id.slice(1)) ?? []
      if (ofTexts) return documentTexts(ofTexts, inLanguage as Language)
      const [, of = '', kind = '', name] = PAGE.exec(id.slice(1)) ?? []
      const document = documentPlaces.find((place) => place.name === name)
      if (document) return documentPage(document, of as Device, kind as Kind, files)
      const list = listPlaces.find((place) => place.name === name)
      return list ? listPage(list, of as Device, files) : null
    },
  }
}

const text = JSON.stringify

/** The source files that a page is made of, as a module names them. */
class Files {
  private readonly root: string

  constructor(root: string) {
    this.root = root
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path))
  }

  /** Imports a name from the file of the folder that exports it; null where none does. */
  importOf({ area, folder }: Place, endings: string, name: string): string | null {
    const found = globSync(`src/areas/${area}/${folder}/*.${endings}.ts`, { cwd: this.root }).find((file) =>
      this.exports(file, name),
    )
    return found === undefined ? null : `import { ${name} } from ${text(`/${found.replaceAll('\\', '/')}`)}`
  }

  mustImport(place: Place, endings: string, name: string): string {
    const found = this.importOf(place, endings, name)
    if (found === null) throw new Error(`no *.${endings}.ts in ${place.area}/${place.folder} exports ${name}`)
    return found
  }

  /** Loads the texts that a document has beside it, in one language, before its page stands. */
  textsOf({ area, folder, name }: Place): string[] {
    const isBeside = globSync(`src/areas/${area}/${folder}/*.en.ts`, { cwd: this.root }).some((file) =>
      this.exports(file, name),
    )
    // Some documents have theirs among the texts of their area, which every page of it loads.
    if (!isBeside || this.isInArea(area, name)) return []
    const loads = languages.map(
      (language) => `${language}: async () => (await import('virtual:document-texts/${name}.${language}')).texts`,
    )
    return [
      `import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'`,
      `await loadDocumentTexts(${text(area)}, { ${loads.join(', ')} })`,
    ]
  }

  private isInArea(area: string, name: string): boolean {
    const path = join(this.root, 'src/areas', area, 'locale/en.ts')
    return existsSync(path) && readFileSync(path, 'utf8').includes(`import { ${name} }`)
  }

  private exports(file: string, name: string): boolean {
    return new RegExp(`^export (const|function) ${name}\\b`, 'm').test(readFileSync(join(this.root, file), 'utf8'))
  }
}

const documentList = (area: string) => `/src/areas/${area}/shared/DocumentListPage.tsx`

/** The page sets of all areas as the module that a width imports, for the checkout at `root`. */
export const pageSetsOf = (device: Device, root: string): string => pageSets(device, new Files(root))

/** The page sets of all areas: addresses, and the page that each imports when it is opened. */
function pageSets(device: Device, files: Files): string {
  const width = device === 'desk' ? 'pc' : 'mobile'
  const load = (kind: Kind, name: string) => `() => import(${text(`virtual:area-page/${device}/${kind}/${name}`)})`
  const page = (path: string, pages: string, list?: string) =>
    `{ path: ${text(path)}, ${pages}${device === 'desk' && list ? `, parent: ${text(list)}` : ''} }`
  const ofDocument = (place: DocumentPlace): string[] => {
    const { area, name, list, write, read, secondAddress } = place
    const shown = load('document', name)
    // Approval pages read `formInstanceId` (spec section 2), also where the document has addresses of its own for readers.
    const hasForm = files.importOf(place, '{form,page}', 'form') !== null
    const form = hasForm ? `load: ${load('form', name)}, document: ${shown}` : `load: ${shown}`
    return [
      ...(device === 'desk' && files.has(documentList(area)) ? [page(list, `load: ${load('list', name)}`)] : []),
      page(write[width], form, list),
      ...(device === 'desk' && secondAddress ? [page(secondAddress, form, list)] : []),
      ...(read ? [page(read[width], `load: ${load('document', name)}`, list)] : []),
    ]
  }
  const lists = listPlaces.flatMap(({ area, name, page: desk, phone }) => {
    const path = device === 'desk' ? desk : phone
    return path === undefined ? [] : [{ area, pages: [page(path, `load: ${load('list', name)}`)] }]
  })
  const all = [...documentPlaces.map((place) => ({ area: place.area, pages: ofDocument(place) })), ...lists]
  // Areas without such a file load their texts with their pages.
  const textsOf = (area: string) => (files.has(`/src/areas/${area}/locale/en.ts`) ? area : null)
  const sets = all.map(({ area, pages }) => `definePages(${text(textsOf(area))}, [\n${pages.join(',\n')}\n])`)
  return `import { definePages } from '#kernel/web/console/pages.ts'\nexport const areaPages = [\n${sets.join(',\n')}\n]`
}

function documentPage(place: DocumentPlace, device: Device, kind: Kind, files: Files): string {
  const { area, name } = place
  if (kind === 'list') {
    const many = files.importOf(place, '{form,page}', 'many')
    const shown = files.importOf(place, 'columns.web', 'shown')
    return pageModule(`{ DocumentListPage } from ${text(documentList(area))}`, [
      ...files.textsOf(place),
      files.mustImport(place, 'doc', name),
      many ?? '',
      shown ?? '',
      `const props = { definition: ${name}${many === null ? '' : ', many'}${shown === null ? '' : ', shown'} }`,
    ])
  }
  const [component, file] = COMPONENTS[device][kind]
  const draw = `{ ${component} } from '#kernel/web/console/${file}'`
  if (kind === 'form')
    return pageModule(draw, [
      ...files.textsOf(place),
      files.mustImport(place, '{form,page}', 'form'),
      'const props = { spec: form }',
    ])
  const figures = `/src/areas/${area}/${device}-figures.tsx`
  const sections = files.importOf(place, 'page', 'sections')
  return pageModule(draw, [
    ...files.textsOf(place),
    files.mustImport(place, 'page', 'page'),
    sections ?? '',
    files.has(figures) ? `import { Source } from ${text(figures)}` : '',
    `const props = { spec: ${files.has(figures) ? '{ ...page, Source }' : 'page'}${sections === null ? '' : ', sections'} }`,
  ])
}

/** The page of a list that has more than its table: `AuditEntriesPage.tsx` for the list `auditEntries`, on a phone `AuditEntriesPhonePage.tsx`. */
const ownListPage = ({ area, folder, name }: Place, device: Device) =>
  `/src/areas/${area}/${folder}/${name.charAt(0).toUpperCase()}${name.slice(1)}${device === 'desk' ? '' : 'Phone'}Page.tsx`

function listPage(place: Place, device: Device, files: Files): string {
  const own = ownListPage(place, device)
  if (files.has(own)) return `export { default } from ${text(own)}`
  const [component, file] = COMPONENTS[device].list
  const texts = `/src/areas/${place.area}/${place.area}-texts.web.ts`
  return pageModule(`{ ${component} } from '#kernel/web/console/${file}'`, [
    files.mustImport(place, 'list', place.name),
    files.has(texts) ? `import ${text(texts)}` : '',
    `const props = { list: ${place.name} }`,
  ])
}

/** A module whose default export draws a component with `props`. */
function pageModule(draw: string, lines: readonly string[]): string {
  const [, component] = /\{ (\w+) \}/.exec(draw) ?? []
  return `import { jsx } from 'react/jsx-runtime'
import ${draw}
${lines.join('\n')}
export default () => jsx(${component}, props)`
}

/** The texts of a document as data, so that its page asks for one file, without those of the texts that it shares. */
async function documentTexts(name: string, language: Language): Promise<string | null> {
  const place = documentPlaces.find((each) => each.name === name)
  return place ? `export const texts = { ${name}: ${text(await exportOf(place, `.${language}.ts`, name))} }` : null
}

/** The names of the area's documents, for pages that show documents of many types. */
async function documentNames(area: string, language: Language): Promise<string> {
  const labels = documentPlaces
    .filter((place) => place.area === area)
    .map(async (place) => {
      const { label } = (await exportOf(place, `.${language}.ts`, place.name)) as { readonly label: string }
      return [place.name, { label }] as const
    })
  return `export const documentNames = ${text(Object.fromEntries(await Promise.all(labels)))}`
}

/** The area's documents whose reserves another system confirms: a page that asks for them needs no definition. */
async function reservingDocuments(area: string): Promise<string> {
  const definitions = documentPlaces
    .filter((place) => place.area === area)
    .map(async (place) => (await exportOf(place, '.doc.ts', place.name)) as AnyDefinition)
  const found = (await Promise.all(definitions)).filter(({ reserve }) => reserve)
  return `export const reserving = ${text(found.map(({ name }) => name))}`
}
