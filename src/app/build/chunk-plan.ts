import type { Rolldown } from 'vite'

/** A module of the browser build: what it imports at once, and what it may fetch later. */
export interface ModuleNode {
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
  /** Of the source; only the proportion between modules counts. */
  readonly size: number
}

export interface PlanOptions {
  /** The modules of the HTML files. */
  readonly roots: readonly string[]
  /** Modules of different kinds never share a file (styles and scripts); null where the bundler shall decide by itself. */
  readonly kindOf: (id: string) => string | null
  /** How many bytes of source a page may fetch in vain to save one request; `roots` are those whose pages need the modules. */
  readonly requestBytes: (roots: readonly string[]) => number
}

/** Modules that are fetched by exactly the same loads; merging makes larger ones of several. */
interface Part {
  readonly modules: string[]
  readonly kind: string
  readonly requestBytes: number
  /** One bit for each load. */
  readonly loads: Uint32Array
  size: number
  readonly needs: Set<Part>
}

/**
 * Decides which modules share a file. The bundler by itself makes a file for each set of entry points that reaches a module: with
 * hundreds of pages and dialogs that is hundreds of files of a few lines. Here two parts become one wherever the requests that
 * this saves, over all loads, are worth more than the bytes that some of them then fetch in vain.
 *
 * A load is the start of an HTML file, or the opening of a page or dialog by somebody who has that HTML file already. What an HTML file
 * starts with is never mixed with what is fetched later: later parts may wait for the texts of the running language, and the start must not
 * wait for them. A module that one entry point alone needs is not planned: it stays in the file of that entry point.
 */
export function planChunks(graph: ReadonlyMap<string, ModuleNode>, options: PlanOptions): Map<string, string> {
  const parts = partsOf(graph, options)
  mergeParts(parts, options.roots.length)
  const plan = new Map<string, string>()
  for (const [index, part] of parts.entries()) {
    for (const id of part.modules) plan.set(id, `${nameOf(part, graph)}-${index}`)
  }
  return plan
}

function closureOf(graph: ReadonlyMap<string, ModuleNode>, start: string): Set<string> {
  const found = new Set<string>([start])
  for (const id of found) for (const next of graph.get(id)?.imports ?? []) if (graph.has(next)) found.add(next)
  return found
}

/** Every module that can be fetched from an HTML file, at once or later. */
function reachableFrom(graph: ReadonlyMap<string, ModuleNode>, root: string): Set<string> {
  const found = new Set<string>([root])
  for (const id of found) {
    const node = graph.get(id)
    for (const next of [...(node?.imports ?? []), ...(node?.dynamicImports ?? [])]) if (graph.has(next)) found.add(next)
  }
  return found
}

function partsOf(graph: ReadonlyMap<string, ModuleNode>, { roots, kindOf, requestBytes }: PlanOptions): Part[] {
  const rootClosures = roots.map((root) => closureOf(graph, root))
  const reachable = roots.map((root) => reachableFrom(graph, root))
  const entries = [...new Set([...graph.values()].flatMap((node) => node.dynamicImports))]
    .filter((id) => graph.has(id))
    .toSorted()
  const loadsOf = new Map<string, number[]>()
  const entriesOf = new Map<string, Set<string>>()
  const devicesOf = new Map<string, Set<number>>()
  const note = (id: string, load: number, root: number): void => {
    loadsOf.set(id, [...(loadsOf.get(id) ?? []), load])
    devicesOf.set(id, (devicesOf.get(id) ?? new Set()).add(root))
  }
  for (const [index, closure] of rootClosures.entries()) for (const id of closure) note(id, index, index)
  let count = roots.length
  for (const entry of entries) {
    const closure = closureOf(graph, entry)
    for (const [index, there] of rootClosures.entries()) {
      if (!reachable[index]?.has(entry)) continue
      for (const id of closure) {
        if (there.has(id)) continue
        note(id, count, index)
        entriesOf.set(id, (entriesOf.get(id) ?? new Set()).add(entry))
      }
      count += 1
    }
  }
  const parts = new Map<string, Part>()
  const partOf = new Map<string, Part>()
  for (const [id, loads] of [...loadsOf].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const isOfStart = loads.some((load) => load < roots.length)
    if (!isOfStart && (entriesOf.get(id)?.size ?? 0) < 2) continue
    const start = rootClosures.map((closure) => (closure.has(id) ? 1 : 0)).join('')
    const ofKind = kindOf(id)
    if (ofKind === null) continue
    const devices = [...(devicesOf.get(id) ?? [])].toSorted()
    // What the phone fetches too is never mixed with what the desktop alone needs.
    const kind = `${ofKind} ${start} ${devices.join('')}`
    const key = `${kind} ${loads.join(' ')}`
    const price = requestBytes(devices.map((index) => roots[index] ?? ''))
    const fresh = { modules: [], kind, requestBytes: price, loads: bits(loads, count), size: 0, needs: new Set<Part>() }
    const part = parts.get(key) ?? fresh
    parts.set(key, part)
    partOf.set(id, part)
    part.modules.push(id)
    part.size += graph.get(id)?.size ?? 0
  }
  for (const [id, part] of partOf) {
    for (const next of graph.get(id)?.imports ?? []) {
      const needed = partOf.get(next)
      if (needed && needed !== part) part.needs.add(needed)
    }
  }
  return [...parts.values()]
}

function bits(loads: readonly number[], count: number): Uint32Array {
  const words = new Uint32Array(Math.ceil(count / 32))
  for (const load of loads) words[load >> 5]! |= 1 << (load & 31)
  return words
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** What one file instead of two is worth, in bytes over all loads: requests saved, less what is fetched in vain. */
function gainOf(a: Part, b: Part, roots: number): number {
  let both = 0
  let onlyA = 0
  let onlyB = 0
  for (let word = 0; word < a.loads.length; word += 1) {
    const [ofA, ofB] = [a.loads[word]!, b.loads[word]!]
    both += countBits(ofA & ofB)
    onlyA += countBits(ofA & ~ofB)
    onlyB += countBits(ofB & ~ofA)
  }
  // Every page may be the first: the start of its HTML file comes with each of them.
  const ofStart = (1 << roots) - 1
  const more = (a.loads.length * 32) / roots
  both += more * countBits(a.loads[0]! & b.loads[0]! & ofStart)
  onlyA += more * countBits(a.loads[0]! & ~b.loads[0]! & ofStart)
  onlyB += more * countBits(b.loads[0]! & ~a.loads[0]! & ofStart)
  return both * a.requestBytes - onlyA * b.size - onlyB * a.size
}

/** The best pair first, until no pair is worth it. */
function mergeParts(parts: Part[], roots: number): void {
  const gains = new Map<Part, Map<Part, number>>()
  const weigh = (a: Part, b: Part): void => {
    const gain = a.kind === b.kind ? gainOf(a, b, roots) : 0
    if (gain > 0) gains.get(a)?.set(b, gain)
  }
  for (const [index, a] of parts.entries()) {
    gains.set(a, new Map())
    for (const b of parts.slice(0, index)) weigh(a, b)
  }
  for (;;) {
    let best: readonly [Part, Part, number] | null = null
    for (const [a, row] of gains) for (const [b, gain] of row) if (gain > (best?.[2] ?? 0)) best = [a, b, gain]
    if (!best) return
    const [into, other] = best
    gains.get(into)?.delete(other)
    // Files that import each other in a circle would meet each other half evaluated.
    if (leadsRound(into, other) || leadsRound(other, into)) continue
    join(into, other, parts)
    gains.delete(other)
    for (const row of gains.values()) {
      row.delete(other)
      row.delete(into)
    }
    gains.get(into)?.clear()
    for (const part of gains.keys()) if (part !== into) weigh(into, part)
  }
}

/** Whether one part needs the other by way of a third. */
function leadsRound(from: Part, to: Part): boolean {
  const seen = new Set<Part>([...from.needs].filter((part) => part !== to))
  for (const part of seen) {
    if (part === to) return true
    for (const next of part.needs) seen.add(next)
  }
  return false
}

function join(into: Part, other: Part, parts: Part[]): void {
  into.modules.push(...other.modules)
  into.size += other.size
  for (const [index, word] of other.loads.entries()) into.loads[index]! |= word
  for (const part of other.needs) into.needs.add(part)
  parts.splice(parts.indexOf(other), 1)
  for (const part of parts) if (part.needs.delete(other)) part.needs.add(into)
  into.needs.delete(into)
}

/** After its largest module, so that a list of requests can be read. */
function nameOf(part: Part, graph: ReadonlyMap<string, ModuleNode>): string {
  const sizeOf = (id: string) => graph.get(id)?.size ?? 0
  const largest = part.modules.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a))
  const file = largest.split(/[/\\]/).at(-1) ?? 'part'
  return file.replace(/\.\w+$/, '').replaceAll(/[^\w-]/g, '-')
}

const OWN_TEXTS = /[/\\]src[/\\].*[/\\]locale[/\\]|virtual:texts/
/** Changes with the packages only: it stays in the browser's cache over our own releases. */
const REACT = /[/\\]node_modules[/\\](react|react-dom|scheduler)[/\\]/

function kindOf(id: string): string | null {
  // Of texts a page fetches one language: each language has its own files, which text-bundles.ts makes.
  if (OWN_TEXTS.test(id)) return null
  if (id.endsWith('.css')) return 'style'
  return REACT.test(id) ? 'react' : 'script'
}

/**
 * In bytes of source, of which a seventh or so is fetched. A request costs more than its bytes: headers, a place among six connections, and a
 * round trip for those that wait for one. The phone has a lower limit of bytes (test/arch/first-load.test.ts).
 */
const DESKTOP_REQUEST = 30_000
const PHONE_REQUEST = 12_000

type Group = NonNullable<Rolldown.CodeSplittingOptions['groups']>[number]
type Context = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1]

/** The plan as the bundler takes it: worked out when it asks for the first module, from the modules it has read. */
export function plannedChunks(): Rolldown.CodeSplittingOptions {
  let plan: ReadonlyMap<string, string> | null = null
  return {
    // The plan has a place for what a planned module imports; to draw it along would undo the plan.
    includeDependenciesRecursively: false,
    groups: [{ name: (id, context) => (plan ??= planOf(id, context)).get(id) ?? null }],
  }
}

function planOf(first: string, context: Context): ReadonlyMap<string, string> {
  const roots = rootsAbove(first, context)
  const graph = new Map<string, ModuleNode>()
  const waiting = [...roots]
  for (const id of waiting) {
    const info = graph.has(id) ? null : context.getModuleInfo(id)
    if (!info) continue
    graph.set(id, {
      imports: info.importedIds,
      dynamicImports: info.dynamicallyImportedIds,
      size: info.code?.length ?? 0,
    })
    waiting.push(...info.importedIds, ...info.dynamicallyImportedIds)
  }
  const plan = planChunks(graph, {
    roots,
    kindOf,
    requestBytes: (of) => (of.some((root) => /phone/.test(root)) ? PHONE_REQUEST : DESKTOP_REQUEST),
  })
  // The module that an HTML file names is that file's own script.
  for (const root of roots) for (const id of [root, ...(graph.get(root)?.imports ?? [])]) plan.delete(id)
  return plan
}

/** The HTML files that the build begins with, found by going up from any module. */
function rootsAbove(first: string, context: Context): readonly string[] {
  const roots = new Set<string>()
  const above = new Set([first])
  for (const id of above) {
    const info = context.getModuleInfo(id)
    if (!info) continue
    if (info.isEntry) roots.add(id)
    for (const next of [...info.importers, ...info.dynamicImporters, ...info.importedIds]) above.add(next)
  }
  return [...roots].toSorted()
}
