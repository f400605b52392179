import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importsOf, sourceFiles } from './imports.ts'

// Figures about the repository: `npm run census`. The figures of two commits show the effect of a change of structure.

const root = join(import.meta.dirname, '../../..')
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
  .split('\n')
  .filter((file) => file !== '')

const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1

const GENERATED =
  /^(docs\/openapi\.json|docs\/api\.tsv|db\/schema\.sql|.*\/tables\.ts|test\/permissions\.matrix\.tsv|docs\/error-catalogue\.md)$/
const isTest = (file: string) => /\.test\.tsx?$|^test\//.test(file)
const isText = (file: string) => /\/locale\/[^/]+\.ts$|\.(en|zh)\.ts$/.test(file)
const isCode = (file: string) => /\.tsx?$/.test(file) && !GENERATED.test(file)

interface Part {
  readonly name: string
  readonly locks: (file: string) => boolean
}

const production = (folder: string) => (file: string) =>
  file.startsWith(folder) && isCode(file) && !isTest(file) && !isText(file)

const parts: readonly Part[] = [
  { name: 'kernel, production', locks: production('src/kernel/') },
  { name: 'areas, production', locks: production('src/areas/') },
  { name: 'app, production', locks: production('src/app/') },
  { name: 'texts', locks: (file) => file.startsWith('src/') && isText(file) },
  { name: 'styles', locks: (file) => file.startsWith('src/') && file.endsWith('.css') },
  { name: 'tests beside the code', locks: (file) => file.startsWith('src/') && isTest(file) },
  { name: 'test/scenario', locks: (file) => file.startsWith('test/scenario/') && isCode(file) },
  { name: 'test/e2e', locks: (file) => file.startsWith('test/e2e/') && isCode(file) },
  { name: 'test/arch', locks: (file) => file.startsWith('test/arch/') && isCode(file) },
  { name: 'test/helpers', locks: (file) => file.startsWith('test/helpers/') && isCode(file) },
  { name: 'SQL', locks: (file) => file.startsWith('db/') && file.endsWith('.sql') && !GENERATED.test(file) },
  { name: 'generated', locks: (file) => GENERATED.test(file) },
]

/** Folders that import each other, directly or by others (types included), largest first. A folder is the directory of a file. */
export function circlesBetween(folderOf: (file: string) => string | null): string[][] {
  const edges = new Map<string, Set<string>>()
  for (const file of sourceFiles()) {
    const from = folderOf(file)
    if (from === null) continue
    const targets = edges.get(from) ?? new Set<string>()
    edges.set(from, targets)
    for (const { target } of importsOf(file)) {
      const to = target === null ? null : folderOf(target)
      if (to !== null && to !== from) targets.add(to)
    }
  }
  return stronglyConnected(edges)
    .filter(({ length }) => length > 1)
    .toSorted((a, b) => b.length - a.length)
}

/** Tarjan's algorithm. */
function stronglyConnected(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const components: string[][] = []
  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.size - 1)
    stack.push(node)
    onStack.add(node)
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (onStack.has(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(node) !== index.get(node)) return
    const component: string[] = []
    for (let last = stack.pop(); last !== undefined; last = stack.pop()) {
      onStack.delete(last)
      component.push(last)
      if (last === node) break
    }
    components.push(component.toSorted())
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return components
}

/** The folder of the kernel below its layer, where it has layers: `approval`. */
export function kernelFolderOf(file: string): string | null {
  return /^src\/kernel\/(?:(?:base|platform|engine|services|web)\/)?([^/]+)\//.exec(file)?.[1] ?? null
}

function largestFolders(count: number): [string, number][] {
  const counts = new Map<string, number>()
  for (const file of tracked.filter((each) => /^(src|test|db)\//.test(each)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, count)
}

function print(): void {
  const rows = parts.map(({ name, locks }) => {
    const files = tracked.filter(locks)
    return { part: name, files: files.length, lines: files.reduce((sum, file) => sum + linesOf(file), 0) }
  })
  console.table(rows)
  console.log('Largest folders, by files:')
  for (const [folder, count] of largestFolders(15)) console.log(`${String(count).padStart(5)}  ${folder}`)
  const circles = circlesBetween(kernelFolderOf)
  console.log(`Circles between folders of the kernel (types included): ${circles.length}`)
  for (const circle of circles) console.log(`${String(circle.length).padStart(5)}  ${circle.join(' ')}`)
}

if (import.meta.main) print()
