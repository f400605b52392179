/** A module of the browser build, with its static and dynamic imports. */
export interface ModuleNode {
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
  /** Size of the source; only proportions matter. */
  readonly size: number
  /**
   * It has a top-level `await`, which delays every page that fetches it, so no page may fetch it without using it.
   * Pages of its own area may: it awaits the area's file of texts, which nearly all of them fetch.
   */
  readonly waits?: boolean
  /** Its business area; empty for the kernel and packages. */
  readonly area?: string
}

/** The modules that every page of an HTML file fetches. */
export interface StartModules {
  /** The script of the HTML file; it runs as soon as it has arrived. */
  readonly first: string
  /** The module that it imports for every page: the frame. Null where there is none. */
  readonly frame: string | null
}

export interface Value {
  /** How many bytes of unused source are worth one saved request. */
  readonly requestBytes: number
  /** Relative weight of one HTML file's loads. */
  readonly weight: number
}

export interface PlanOptions {
  /** The start modules of each HTML file. */
  readonly starts: readonly StartModules[]
  /** Modules of different kinds never share a file (styles and scripts). Null leaves the module to the bundler. */
  readonly kindOf: (id: string) => string | null
  readonly valueOf: (start: StartModules) => Value
}

/** Modules that exactly the same loads fetch. A merge joins two parts. */
interface Part {
  readonly modules: string[]
  readonly kind: string
  /** For each HTML file one bit per load; the first is its start. */
  readonly loads: readonly Uint32Array[]
  size: number
  readonly needs: Set<Part>
  waits: boolean
  /** The area of all its modules; empty where they belong to several. */
  area: string
}

/** Weights of one HTML file's loads. */
interface Weight {
  readonly requestBytes: number
  /** Weight of one load. All loads of an HTML file together weigh `Value.weight`, so that the phone with its few pages counts no less. */
  readonly load: number
  /** Weight of the start, which precedes every first page. */
  readonly start: number
  /** Number of 32-bit words for the bits of its loads. */
  readonly words: number
}

/**
 * Decides which modules share a file. The bundler alone makes a file for each set of entry points that reaches a module: with hundreds of
 * pages and dialogs, hundreds of files of a few lines. Here two parts are merged wherever the saved requests, over all loads, outweigh the
 * bytes fetched without use.
 *
 * A load is the start of an HTML file, or the opening of a page or dialog after that start. First script, frame and later parts are never
 * mixed: the first script must run before the frame arrives, and later parts may wait for the texts of the language, which the start must
 * not. A module that a single entry point needs is not planned: it stays in the file of that entry point.
 */
export function planChunks(graph: ReadonlyMap<string, ModuleNode>, options: PlanOptions): Map<string, string> {
  const { parts, weights } = partsOf(graph, options)
  mergeParts(parts, weights)
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

/** Every module that an HTML file reaches, statically or dynamically. */
function reachableFrom(graph: ReadonlyMap<string, ModuleNode>, root: string): Set<string> {
  const found = new Set<string>([root])
  for (const id of found) {
    const node = graph.get(id)
    for (const next of [...(node?.imports ?? []), ...(node?.dynamicImports ?? [])]) if (graph.has(next)) found.add(next)
  }
  return found
}

/** Which loads of each HTML file fetch a module, and which entry points import it. */
interface Use {
  readonly loads: readonly number[][]
  readonly entries: Set<string>
}

function partsOf(
  graph: ReadonlyMap<string, ModuleNode>,
  { starts, kindOf, valueOf }: PlanOptions,
): { readonly parts: Part[]; readonly weights: readonly Weight[] } {
  const entries = [...new Set([...graph.values()].flatMap((node) => node.dynamicImports))]
    .filter((id) => graph.has(id) && !starts.some(({ frame }) => frame === id))
    .toSorted()
  const uses = new Map<string, Use>()
  const useOf = (id: string): Use => {
    const use = uses.get(id) ?? { loads: starts.map(() => []), entries: new Set() }
    uses.set(id, use)
    return use
  }
  const firsts = new Set<string>()
  const frames = new Set<string>()
  const counts = starts.map(({ first, frame }, index) => {
    const ofFirst = closureOf(graph, first)
    const ofFrame = frame === null ? new Set<string>() : closureOf(graph, frame)
    for (const id of ofFirst) firsts.add(id)
    for (const id of ofFrame) frames.add(id)
    const there = ofFirst.union(ofFrame)
    for (const id of there) useOf(id).loads[index]?.push(0)
    const reachable = reachableFrom(graph, first)
    const own = entries.filter((entry) => reachable.has(entry))
    for (const [number, entry] of own.entries()) {
      for (const id of closureOf(graph, entry)) {
        if (there.has(id)) continue
        useOf(id).loads[index]?.push(number + 1)
        useOf(id).entries.add(entry)
      }
    }
    return own.length + 1
  })
  const parts = new Map<string, Part>()
  const partOf = new Map<string, Part>()
  for (const [id, use] of [...uses].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const ofKind = kindOf(id)
    const area = graph.get(id)?.area ?? ''
    const when = firsts.has(id) ? 'first' : frames.has(id) ? 'frame' : 'later'
    if (ofKind === null || (when === 'later' && use.entries.size < 2)) continue
    // Modules that the phone needs too are never mixed with modules for the desktop alone.
    const kind = [ofKind, when, ...use.loads.map((loads) => (loads.length > 0 ? 'needed' : 'not'))].join(' ')
    const key = [kind, ...use.loads.map((loads) => loads.join(' '))].join('|')
    const loads = use.loads.map((numbers, index) => bits(numbers, counts[index] ?? 0))
    const part = parts.get(key) ?? { modules: [], kind, loads, size: 0, needs: new Set<Part>(), waits: false, area }
    parts.set(key, part)
    partOf.set(id, part)
    part.modules.push(id)
    if (part.area !== area) part.area = ''
    part.size += graph.get(id)?.size ?? 0
    part.waits ||= graph.get(id)?.waits ?? false
  }
  for (const [id, part] of partOf) {
    for (const next of graph.get(id)?.imports ?? []) {
      const needed = partOf.get(next)
      if (needed && needed !== part) part.needs.add(needed)
    }
  }
  const weights = starts.map((start, index): Weight => {
    const count = counts[index] ?? 1
    const { requestBytes, weight } = valueOf(start)
    return { requestBytes, load: weight / count, start: weight, words: Math.ceil(count / 32) }
  })
  return { parts: [...parts.values()], weights }
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

/** Sums the weights of loads. `of` returns one word of bits of a part. */
function sumOver(weights: readonly Weight[], of: (index: number, word: number, mask: number) => number): number {
  let sum = 0
  for (const [index, { load, start, words }] of weights.entries()) {
    for (let word = 0; word < words; word += 1) sum += load * of(index, word, ~0)
    sum += start * of(index, 0, 1)
  }
  return sum
}

/** The benefit of merging, in bytes over all loads: requests saved, less the bytes fetched without use. */
function gainOf(a: Part, b: Part, weights: readonly Weight[]): number {
  if (waitsWithoutUse(a, b) || waitsWithoutUse(b, a)) return 0
  const gain = sumOver(weights, (index, word, mask) => {
    const [inA, inB] = [a.loads[index]![word]! & mask, b.loads[index]![word]! & mask]
    const { requestBytes } = weights[index]!
    return countBits(inA & inB) * requestBytes - countBits(inA & ~inB) * b.size - countBits(inB & ~inA) * a.size
  })
  return gain > 0 ? gain - drawnAlong(a, b, weights) - drawnAlong(b, a, weights) : gain
}

/** Whether a merge would make a load wait for a part that it does not use. */
function waitsWithoutUse(part: Part, other: Part): boolean {
  return [part, ...allNeededBy(part)].some(
    ({ waits, area, loads }) =>
      waits &&
      (area === '' || area !== other.area) &&
      other.loads.some((words, index) => words.some((word, at) => (word & ~loads[index]![at]!) !== 0)),
  )
}

/** The bytes of a part's imports that loads of the other part would fetch without use after the merge. */
function drawnAlong(part: Part, other: Part, weights: readonly Weight[]): number {
  let bytes = 0
  for (const needed of allNeededBy(part)) {
    if (needed === other) continue
    bytes += sumOver(weights, (index, word, mask) => {
      // The start has already fetched it.
      if (needed.loads[index]![0]! & 1) return 0
      return countBits(other.loads[index]![word]! & ~needed.loads[index]![word]! & mask) * needed.size
    })
  }
  return bytes
}

function allNeededBy(part: Part): Set<Part> {
  const found = new Set(part.needs)
  for (const needed of found) for (const next of needed.needs) found.add(next)
  return found
}

/** Merges the best pair first, until no pair has a benefit. A merge changes the benefit of other pairs; each is recomputed at its turn. */
function mergeParts(parts: Part[], weights: readonly Weight[]): void {
  const gains = new Map<Part, Map<Part, number>>()
  const weigh = (a: Part, b: Part): void => {
    const gain = a.kind === b.kind ? gainOf(a, b, weights) : 0
    if (gain > 0) gains.get(a)?.set(b, gain)
    else gains.get(a)?.delete(b)
  }
  for (const [index, a] of parts.entries()) {
    gains.set(a, new Map())
    for (const b of parts.slice(0, index)) weigh(a, b)
  }
  for (;;) {
    let best: readonly [Part, Part, number] | null = null
    for (const [a, row] of gains) for (const [b, gain] of row) if (gain > (best?.[2] ?? 0)) best = [a, b, gain]
    if (!best) return
    const [into, other, gain] = best
    // In an import cycle of files, one would run before its imports.
    if (leadsRound(into, other) || leadsRound(other, into)) {
      gains.get(into)?.delete(other)
      continue
    }
    if (gainOf(into, other, weights) < gain) {
      weigh(into, other)
      continue
    }
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

/** Whether one part imports the other indirectly. */
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
  into.waits ||= other.waits
  if (into.area !== other.area) into.area = ''
  for (const part of other.needs) into.needs.add(part)
  parts.splice(parts.indexOf(other), 1)
  for (const part of parts) if (part.needs.delete(other)) part.needs.add(into)
  into.needs.delete(into)
  for (const part of [into, ...allNeededBy(into)]) addLoads(part, other)
  for (const part of allNeededBy(into)) addLoads(part, into)
}

function addLoads(part: Part, more: Part): void {
  for (const [index, words] of more.loads.entries()) {
    for (const [at, word] of words.entries()) part.loads[index]![at]! |= word
  }
}

/** Named after its largest module, so that a list of requests is readable. */
function nameOf(part: Part, graph: ReadonlyMap<string, ModuleNode>): string {
  const sizeOf = (id: string) => graph.get(id)?.size ?? 0
  const largest = part.modules.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a))
  const file = largest.split(/[/\\]/).at(-1) ?? 'part'
  return file.replace(/\.\w+$/, '').replaceAll(/[^\w-]/g, '-')
}
