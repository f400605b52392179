import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from 'vite'
import { importsOf, sourceFiles } from '#test/arch/imports.ts'

/** The larger of the two languages, with the texts of the areas that the first page needs. */
const TEXTS = /(^_|\/locale\/)en[-.]/

const OF_AREA = /^src\/areas\/[^/]+\/locale\//

function hasDocuments(texts: string): boolean {
  const area = texts.split('/').slice(0, 3).join('/')
  return sourceFiles().some((file) => file.startsWith(`${area}/`) && file.endsWith('.doc.ts'))
}

function isOf(area: string, texts: string): boolean {
  return texts.startsWith(`src/areas/${area}/`)
}

/** What a build weighs: compressed bytes of script and style, counted from its manifest. */
export class WebWeight {
  readonly manifest: Manifest
  private readonly folder: string
  private readonly firstTexts = new Map<string, readonly string[]>()

  constructor(folder: string) {
    this.folder = folder
    this.manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  }

  /** Chunks and all they import; what they fetch later is not among them. */
  chunksOf(keys: readonly string[]): Set<string> {
    const chunks = new Set<string>()
    const add = (key: string): void => {
      if (chunks.has(key)) return
      if (!this.manifest[key]) throw new Error(`the build has no ${key}`)
      chunks.add(key)
      for (const imported of this.manifest[key]?.imports ?? []) add(imported)
    }
    for (const key of keys) add(key)
    return chunks
  }

  /** Chunks with what any of them may fetch later, and so on. */
  everythingOf(keys: readonly string[], besides: ReadonlySet<string>): Set<string> {
    const chunks = new Set<string>()
    const more = [...keys]
    for (let key = more.pop(); key !== undefined; key = more.pop()) {
      for (const chunk of this.chunksOf([key])) {
        if (chunks.has(chunk) || besides.has(chunk)) continue
        chunks.add(chunk)
        more.push(...(this.manifest[chunk]?.dynamicImports ?? []))
      }
    }
    return chunks
  }

  /**
   * The texts of one language, whatever the build called them; a section of the kernel brings its own when it is opened, and so
   * does an area that has no documents: no task or card of a first page speaks of it. A page of an area on a phone, which has no
   * frame around it, fetches the texts of that `area` alone.
   */
  texts(area?: string): readonly string[] {
    const known = this.firstTexts.get(area ?? '')
    if (known) return known
    const found = this.findTexts(area)
    this.firstTexts.set(area ?? '', found)
    return found
  }

  /** It looks for every area through the whole source. */
  private findTexts(area: string | undefined): readonly string[] {
    const all = Object.keys(this.manifest).filter((key) => TEXTS.test(key) && !key.startsWith('src/kernel/console/'))
    const later = new Set(
      all.filter((key) => OF_AREA.test(key) && !(area === undefined ? hasDocuments(key) : isOf(area, key))),
    )
    const isLater = (key: string): boolean => {
      const users = all.filter((other) => this.manifest[other]?.imports?.includes(key))
      return later.has(key) || (users.length > 0 && users.every((user) => later.has(user)))
    }
    return all.filter((key) => !isLater(key))
  }

  filesOf(chunks: Iterable<string>): string[] {
    return [
      ...new Set([...chunks].flatMap((key) => [this.manifest[key]?.file ?? '', ...(this.manifest[key]?.css ?? [])])),
    ]
  }

  bytesOf(chunks: Iterable<string>): number {
    return this.filesOf(chunks).reduce((sum, file) => sum + this.sizeOf(file), 0)
  }

  /** A small file is not compressed at all. */
  private sizeOf(file: string): number {
    const compressed = join(this.folder, `${file}.br`)
    return statSync(existsSync(compressed) ? compressed : join(this.folder, file)).size
  }
}

/** The modules of all registered pages, as the page sets name them: the keys of their chunks in the manifest. */
export function pageModules(device: 'desktop' | 'phone'): string[] {
  const sets = sourceFiles().filter((file) =>
    device === 'phone'
      ? /\/web\/\w+\.phone\.tsx$|\/kernel-phone-pages\.ts$|^src\/app\/phone\.tsx$/.test(file)
      : /\/web\/\w+\.web\.tsx$|\/kernel-pages\.ts$|^src\/app\/web\.tsx$/.test(file),
  )
  const named = sets.flatMap((set) => importsOf(set)).map(({ target }) => target ?? '')
  return [...new Set(named.filter((target) => target.endsWith('Page.tsx')))].toSorted()
}
