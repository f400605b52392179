import { globSync } from 'node:fs'
import { join } from 'node:path'
import { deliveredTexts } from '#kernel/base/i18n/texts.ts'

// Every text of the product by path. Texts that only pages load are in files beside the server's.

export interface TextContent {
  readonly zh: string
  readonly en: string
}

const source = join(import.meta.dirname, '../../..')

type Leaves = Map<string, string>

/** Adds the texts below an object, except those of objects that are to be left out, and the objects to `seen`. */
function gather(into: Leaves, path: string, node: unknown, seen: Set<object>, without: ReadonlySet<object>): void {
  if (typeof node === 'string') into.set(path, node)
  else if (typeof node === 'object' && node !== null && !without.has(node)) {
    seen.add(node)
    for (const [key, value] of Object.entries(node)) gather(into, `${path}.${key}`, value, seen, without)
  }
}

/** Where an export is named after its language, the folder names its owner. */
function partOf(file: string): string {
  const [, root = '', name = ''] = /^(kernel\/web\/console|kernel\/\w+|areas)\/([\w-]+)\//.exec(file) ?? []
  // Records have the same texts on both sides; other kernel folders have texts for the server alone.
  return root.startsWith('kernel/') && root !== 'kernel/web/console' && name !== 'record' ? `${name}Server` : name
}

async function leavesOf(language: 'zh' | 'en'): Promise<Leaves> {
  const leaves: Leaves = new Map()
  const seen = new Set<object>()
  // An object that several documents share is listed for each of them.
  for (const [namespace, texts] of Object.entries(deliveredTexts(language)))
    gather(leaves, namespace, texts, seen, new Set())
  const files = globSync(
    [`areas/**/*.${language}.ts`, `kernel/**/locale/*.${language}.ts`, `kernel/**/locale/${language}.ts`],
    // Those of `i18n` are the kernel's own, which the server lists itself.
    { cwd: source, exclude: [`kernel/base/i18n/locale/${language}.ts`] },
  )
  const modules = await Promise.all(
    files
      .toSorted()
      .map(async (file) => [file, (await import(join(source, file))) as Readonly<Record<string, unknown>>] as const),
  )
  // Texts that a page loads separately are listed under the name of their export, and nothing twice.
  for (const [file, module] of modules) {
    for (const [name, texts] of Object.entries(module)) {
      if (typeof texts === 'object' && name !== 'records')
        gather(leaves, name === language ? partOf(file) : name, texts, seen, seen)
    }
  }
  return leaves
}

/** Labels of rights are listed by code, `right.<code>`. */
const MADE_OF = /^(?:accessServer|record)\.rights\./

let catalogue: Promise<ReadonlyMap<string, TextContent>> | undefined

async function build(): Promise<ReadonlyMap<string, TextContent>> {
  const [zh, en] = await Promise.all([leavesOf('zh'), leavesOf('en')])
  const paths = [...new Set([...en.keys(), ...zh.keys()])].filter((path) => path.length <= 200 && !MADE_OF.test(path))
  return new Map(paths.map((path) => [path, { zh: zh.get(path) ?? '', en: en.get(path) ?? '' }]))
}

/** Built at the first use: the files do not change while the product runs. */
export function allTexts(): Promise<ReadonlyMap<string, TextContent>> {
  return (catalogue ??= build())
}

export async function deliveredText(path: string): Promise<TextContent | undefined> {
  return (await allTexts()).get(path)
}

/** Empty in one language, or equal in both. */
export function isUntranslated({ zh, en }: TextContent): boolean {
  if (zh === '' || en === '') return zh !== en
  return zh === en && /[a-z]{3}/.test(en) && /\s/.test(en.replaceAll(/\{[^}]*\}/g, ''))
}
