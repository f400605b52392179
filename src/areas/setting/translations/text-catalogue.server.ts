import { globSync } from 'node:fs'
import { join } from 'node:path'
import { deliveredTexts } from '#kernel/base/i18n/texts.ts'

// Every text of the product by its path. Those that only pages load stand in files beside the server's.

export interface TextContent {
  readonly zh: string
  readonly en: string
}

const source = join(import.meta.dirname, '../../..')

type Leaves = Map<string, string>

/** Adds the texts below an object; `seen` has what stands in a namespace already, so that nothing is listed twice. */
function gather(into: Leaves, path: string, node: unknown, seen: Set<object>): void {
  if (typeof node === 'string') into.set(path, node)
  else if (typeof node === 'object' && node !== null && !seen.has(node)) {
    seen.add(node)
    for (const [key, value] of Object.entries(node)) gather(into, `${path}.${key}`, value, seen)
  }
}

/** Where an export is called after its language, the folder says whose texts they are. */
function partOf(file: string): string {
  const [, root = '', name = ''] = /^(kernel\/web\/console|kernel\/\w+|areas)\/([\w-]+)\//.exec(file) ?? []
  // Records say the same on both sides; other folders of the kernel speak for the server alone.
  return root.startsWith('kernel/') && root !== 'kernel/web/console' && name !== 'record' ? `${name}Server` : name
}

async function leavesOf(language: 'zh' | 'en'): Promise<Leaves> {
  const leaves: Leaves = new Map()
  const seen = new Set<object>()
  for (const [namespace, texts] of Object.entries(deliveredTexts(language))) gather(leaves, namespace, texts, seen)
  const files = globSync(
    [`areas/**/*.${language}.ts`, `kernel/**/locale/*.${language}.ts`, `kernel/**/locale/${language}.ts`],
    // Those of `i18n` are the kernel's own: the server names them all.
    { cwd: source, exclude: [`kernel/base/i18n/locale/${language}.ts`] },
  )
  const modules = await Promise.all(
    files
      .toSorted()
      .map(async (file) => [file, (await import(join(source, file))) as Readonly<Record<string, unknown>>] as const),
  )
  // What a page loads by itself goes by the name of its export.
  for (const [file, module] of modules) {
    for (const [name, texts] of Object.entries(module)) {
      if (typeof texts === 'object' && name !== 'records')
        gather(leaves, name === language ? partOf(file) : name, texts, seen)
    }
  }
  return leaves
}

/** What rights are made of: each is listed by its code, `right.<code>`. */
const MADE_OF = /^(?:accessServer|record)\.rights\./

let catalogue: Promise<ReadonlyMap<string, TextContent>> | undefined

async function build(): Promise<ReadonlyMap<string, TextContent>> {
  const [zh, en] = await Promise.all([leavesOf('zh'), leavesOf('en')])
  const paths = [...new Set([...en.keys(), ...zh.keys()])].filter((path) => path.length <= 200 && !MADE_OF.test(path))
  return new Map(paths.map((path) => [path, { zh: zh.get(path) ?? '', en: en.get(path) ?? '' }]))
}

/** Built when somebody first looks: the files do not change while the product runs. */
export function allTexts(): Promise<ReadonlyMap<string, TextContent>> {
  return (catalogue ??= build())
}

export async function deliveredText(path: string): Promise<TextContent | undefined> {
  return (await allTexts()).get(path)
}

/** Nothing in one language, or the same words in both. */
export function isUntranslated({ zh, en }: TextContent): boolean {
  if (zh === '' || en === '') return zh !== en
  return zh === en && /[a-z]{3}/.test(en) && /\s/.test(en.replaceAll(/\{[^}]*\}/g, ''))
}
