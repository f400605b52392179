import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { documentPlaces, listPlaces } from '#app/places.ts'
import { importsOf, sourceFiles } from './imports.ts'

const root = join(import.meta.dirname, '../../..')

export type Device = 'desktop' | 'phone'
export type Language = 'en' | 'zh'

interface BuiltModule {
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
  /** It has a top-level `await`: an importer also fetches what it awaits. */
  readonly awaits: boolean
}

interface BuiltFile {
  readonly modules: readonly string[]
  readonly imports: readonly string[]
  readonly styles: readonly string[]
  /** The module that this file is fetched for; the module itself may be in another one that this imports. */
  readonly facade: string | null
}

/** The content of a build, as `recordBuild` saw it. Modules are named by their path below the project. */
export interface BuildRecord {
  readonly modules: Map<string, BuiltModule>
  readonly files: Map<string, BuiltFile>
}

const nameOf = (id: string): string => id.replaceAll('\\', '/').replace(`${root.replaceAll('\\', '/')}/`, '')

/** A plugin that writes down which modules a build has, and in which files they are. */
export function recordBuild(): { readonly record: BuildRecord; readonly plugin: Plugin } {
  const record: BuildRecord = { modules: new Map(), files: new Map() }
  const plugin: Plugin = {
    name: 'record-build',
    enforce: 'post',
    // Runs last: by then a chunk with styles alone is no longer a script.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const id of this.getModuleIds()) {
          const info = this.getModuleInfo(id)
          record.modules.set(nameOf(id), {
            imports: info?.importedIds.map(nameOf) ?? [],
            dynamicImports: info?.dynamicallyImportedIds.map(nameOf) ?? [],
            // For the project's own modules, which are formatted: a statement that begins at the edge is at the top level.
            awaits:
              /^(src\/|\0virtual:area-page\/)/.test(nameOf(id)) &&
              /^(await|(export )?const .*= await) /m.test(info?.code ?? ''),
          })
        }
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const { moduleIds, imports, fileName, viteMetadata, facadeModuleId } = chunk
          const facade = facadeModuleId === null ? null : nameOf(facadeModuleId)
          const styles = [...(viteMetadata?.importedCss ?? [])]
          record.files.set(fileName, { modules: moduleIds.map(nameOf), imports, styles, facade })
        }
      },
    },
  }
  return { record, plugin }
}

const TEXTS = /(?:[/.]|virtual:texts\/[\w-]+\.)(en|zh)(?:\.ts|\.phone)?$/

/** The files that a browser fetches of a build: script and style with their compressed bytes. */
export class WebWeight {
  private readonly folder: string
  private readonly record: BuildRecord
  private readonly fileOf = new Map<string, string>()

  constructor(folder: string, record: BuildRecord) {
    this.folder = folder
    this.record = record
    for (const [file, { modules }] of record.files) for (const id of modules) this.fileOf.set(id, file)
    for (const [file, { facade }] of record.files) if (facade !== null) this.fileOf.set(facade, file)
  }

  /**
   * The files that a browser fetches for these modules: those that hold them, their imports, and the texts of one language that any of
   * their modules waits for, requested or not. `atOnce` names modules that their importer fetches later, but without an action of the user.
   */
  fetchedFor(modules: readonly string[], language: Language, atOnce: (module: string) => boolean): Set<string> {
    const files = new Set<string>()
    for (const id of this.drawnBy(modules, atOnce)) this.addFile(files, this.fileOf.get(id), language)
    for (const id of modules) if (!this.fileOf.has(id)) throw new Error(`the build has no ${id}`)
    return files
  }

  /** Modules that run for these, with what each fetches by itself. */
  private drawnBy(modules: readonly string[], atOnce: (module: string) => boolean): Set<string> {
    const drawn = new Set(modules)
    for (const id of drawn) {
      const { imports = [], dynamicImports = [] } = this.record.modules.get(id) ?? {}
      for (const next of [...imports, ...dynamicImports.filter(atOnce)]) drawn.add(next)
    }
    return new Set([...drawn].filter((id) => modules.includes(id) || atOnce(id)))
  }

  private addFile(files: Set<string>, file: string | undefined, language: Language): void {
    const built = file === undefined ? undefined : this.record.files.get(file)
    if (file === undefined || !built || files.has(file)) return
    files.add(file)
    for (const style of built.styles) files.add(style)
    for (const next of built.imports) this.addFile(files, next, language)
    for (const id of built.modules) {
      const module = this.record.modules.get(id)
      if (!module?.awaits) continue
      for (const next of module.dynamicImports) {
        if (TEXTS.exec(next)?.[1] === language) this.addFile(files, this.fileOf.get(next), language)
      }
    }
  }

  /** Every file that the code of this module can ever fetch, with the opening of each page and dialog, but without what these other modules need. */
  everFetchedFrom(start: string, without: RegExp): Set<string> {
    const modules = new Set([start])
    for (const id of modules) {
      const { imports = [], dynamicImports = [] } = this.record.modules.get(id) ?? {}
      for (const next of [...imports, ...dynamicImports]) if (!without.test(next)) modules.add(next)
    }
    const files = new Set([...modules].flatMap((id) => this.fileOf.get(id) ?? []))
    for (const file of files) for (const next of this.record.files.get(file)?.imports ?? []) files.add(next)
    return files
  }

  /** Modules whose name is so. */
  named(pattern: RegExp): string[] {
    return [...this.fileOf.keys()].filter((id) => pattern.test(id))
  }

  /** Files that reach themselves by their static imports, each with the first module that it holds. */
  circles(): string[] {
    const importsOf = (file: string) => this.record.files.get(file)?.imports ?? []
    return [...this.record.files.keys()]
      .filter((file) => {
        const reached = new Set(importsOf(file))
        for (const each of reached) for (const next of importsOf(each)) reached.add(next)
        return reached.has(file)
      })
      .map((file) => `${file} ${this.record.files.get(file)?.modules[0] ?? ''}`)
      .toSorted()
  }

  modulesOf(files: Iterable<string>): string[] {
    return [...files].flatMap((file) => this.record.files.get(file)?.modules ?? [])
  }

  bytesOf(files: Iterable<string>): number {
    return [...files].reduce((sum, file) => sum + this.sizeOf(file), 0)
  }

  /** Files with their bytes and the first of their modules, the largest first: for the message of a failed test. */
  listOf(files: Iterable<string>): string {
    const modulesOf = (file: string) => this.record.files.get(file)?.modules.slice(0, 3).join(', ') ?? ''
    const sizes = [...files].map((file) => [this.sizeOf(file), file, modulesOf(file)] as const)
    const rows = sizes.toSorted(([a], [b]) => b - a).map((each) => each.join(' '))
    return ['src/app/build/planned-chunks.ts decides which modules share these files:', ...rows].join('\n')
  }

  /** A small file is not compressed at all. */
  private sizeOf(file: string): number {
    const compressed = join(this.folder, `${file}.br`)
    return statSync(existsSync(compressed) ? compressed : join(this.folder, file)).size
  }
}

/** The page sets of one device: the modules that name its pages. */
function pageSets(device: Device): string[] {
  return sourceFiles().filter((file) =>
    device === 'phone'
      ? /^src\/areas\/[\w-]+\/[\w-]+\.phone\.tsx$|\/kernel-phone-pages\.ts$|^src\/app\/phone\.tsx$/.test(file)
      : /^src\/areas\/[\w-]+\/[\w-]+\.web\.tsx$|\/kernel-pages\.ts$|^src\/app\/web\.tsx$/.test(file),
  )
}

/** Modules that the build makes for the pages of documents (src/app/build/area-pages.ts). */
const OF_PLACE = /^\0virtual:area-page\/\w+\/\w+\/(\w+)$/

/** Whether people write a document: others come by a file or from another system. */
const hasForm = ({ area, folder }: (typeof documentPlaces)[number]): boolean =>
  globSync(`src/areas/${area}/${folder}/*.{form,page}.ts`, { cwd: root }).some((file) =>
    /^export const form\b/m.test(readFileSync(join(root, file), 'utf8')),
  )

/** The modules of all registered pages, as the page sets name them, and those of documents. */
export function pageModules(device: Device): string[] {
  const named = pageSets(device)
    .flatMap((set) => importsOf(set))
    .map(({ target }) => target ?? '')
  const at = `\0virtual:area-page/${device === 'phone' ? 'phone' : 'desk'}`
  const ofDocuments = documentPlaces.flatMap((place) =>
    (hasForm(place) ? ['form', 'document'] : ['document']).map((kind) => `${at}/${kind}/${place.name}`),
  )
  const ofLists = listPlaces.filter(({ phone }) => device === 'desktop' || phone !== undefined)
  const listed = documentPlaces.filter(
    ({ area }) => device === 'desktop' && existsSync(join(root, `src/areas/${area}/shared/DocumentListPage.tsx`)),
  )
  return [...new Set(named.filter((target) => target.endsWith('Page.tsx')))].toSorted().concat(
    ofDocuments,
    [...ofLists, ...listed].map(({ name }) => `${at}/list/${name}`),
  )
}

/**
 * The texts that a page loads beside its code: those of its area or of its section of the kernel; for lists of tasks those of the inbox.
 */
export function textsOfPage(page: string, language: Language): string[] {
  const area = [...documentPlaces, ...listPlaces].find(({ name }) => name === OF_PLACE.exec(page)?.[1])?.area
  const [folder = ''] = area ? [`src/areas/${area}`] : (/^src\/(areas|kernel\/web\/console)\/[^/]+/.exec(page) ?? [])
  const texts = `${folder}/locale/${language}.ts`
  const inbox = /\/(TasksPhonePage|MyTasksPage)\.tsx$/.test(page)
    ? [`src/kernel/services/tasks/locale/inbox.${language}.ts`]
    : []
  return [...(existsSync(join(root, texts)) ? [texts] : []), ...inbox]
}

/** The scripts that an HTML file names besides its first one. */
export function scriptsOfHtml(html: string): string[] {
  return [...readFileSync(join(root, html), 'utf8').matchAll(/<script src="\/([^"]+)"/g)].map(([, file = '']) => file)
}
