import type { IconName } from '#kernel/web/ui/Icon.tsx'
import type { StateColour } from '#kernel/engine/definition/definition.ts'

/** One entry of the palette. */
export interface PaletteEntry {
  readonly key: string
  readonly icon: IconName
  readonly title: string
  /** Further distinction: its menu group, a document's type and drafter. */
  readonly hint?: string
  /** Further search words: the name in the other language. */
  readonly words?: string
  readonly state?: { readonly text: string; readonly colour: StateColour }
  /** Opens this address, optionally in a new tab. */
  readonly address?: string
  /** Or runs this. */
  readonly act?: () => void
}

export interface EntryGroup {
  readonly key: 'documents' | 'recent' | 'actions' | 'pages'
  readonly entries: readonly PaletteEntry[]
}

const RECENT_BEFORE_TYPING = 6

/** How well an entry matches: every word must occur; a title that begins with it ranks first. 0: no match. */
function rank(entry: PaletteEntry, words: readonly string[]): number {
  const title = entry.title.toLowerCase()
  const text = `${title} ${entry.hint ?? ''} ${entry.words ?? ''}`.toLowerCase()
  if (!words.every((word) => text.includes(word))) return 0
  const [first = ''] = words
  if (title.startsWith(first)) return 3
  return title.includes(first) ? 2 : 1
}

function wordsOf(typed: string): readonly string[] {
  return typed.toLowerCase().split(/\s+/).filter(Boolean)
}

export function matching(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const words = wordsOf(typed)
  if (words.length === 0) return entries
  return entries
    .map((entry) => ({ entry, rank: rank(entry, words) }))
    .filter((found) => found.rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry)
}

/** The group with the best match comes first: matching titles rank above related words. */
function byBest(groups: readonly EntryGroup[], typed: string): readonly EntryGroup[] {
  const words = wordsOf(typed)
  if (words.length === 0) return groups
  const best = ({ key, entries: [first] }: EntryGroup): number =>
    key === 'documents' ? Infinity : first ? rank(first, words) : 0
  return groups.toSorted((a, b) => best(b) - best(a))
}

/** Without input: recent entries, then everything. An address is listed once, in the closest group. */
export function groupsFor(typed: string, groups: readonly EntryGroup[]): readonly EntryGroup[] {
  const isTyped = typed.trim() !== ''
  const seen = new Set<string>()
  const answers = groups.map(({ key, entries }) => ({
    key,
    entries: key === 'documents' ? entries : matching(entries, typed),
  }))
  return byBest(answers, typed)
    .map(({ key, entries: found }) => {
      const shown = key === 'recent' && !isTyped ? found.slice(0, RECENT_BEFORE_TYPING) : found
      const once = shown.filter(({ address }) => address === undefined || !seen.has(address))
      for (const { address } of once) if (address !== undefined && (isTyped || key === 'documents')) seen.add(address)
      return { key, entries: once }
    })
    .filter(({ entries }) => entries.length > 0)
}

/** Numbers are letters and digits; shorter prefixes match too many to be useful (the call refuses them too). */
export function numberTyped(typed: string): string | null {
  const text = typed.trim()
  return /^[a-z]{0,6}\d[a-z\d]*$/i.test(text) && text.length >= 3 ? text : null
}
