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

/** Groups that the browser fills itself. */
export type OwnGroup = 'recent' | 'pages' | 'actions'

export interface EntryGroup {
  /** An `OwnGroup`, or a kind of things that the server found. */
  readonly key: string
  /** Name of a kind that the server found, which matched the word there. */
  readonly label?: string
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
  const isNumber = /\d/.test(typed)
  // Documents by number stand first; what the server matched by another word of it ranks like a related entry.
  const best = ({ key, label, entries: [first] }: EntryGroup): number => {
    if (first === undefined) return 0
    return key === 'documents' && isNumber ? Infinity : Math.max(rank(first, words), label === undefined ? 0 : 1)
  }
  return groups.toSorted((a, b) => best(b) - best(a))
}

/** Without input: recent entries, then everything. An address is listed once, in the closest group. */
export function groupsFor(typed: string, groups: readonly EntryGroup[]): readonly EntryGroup[] {
  const isTyped = typed.trim() !== ''
  const seen = new Set<string>()
  const answers = groups.map((group) =>
    group.label === undefined ? { ...group, entries: matching(group.entries, typed) } : group,
  )
  return byBest(answers, typed)
    .map((group) => {
      const { key, label, entries: found } = group
      const shown = key === 'recent' && !isTyped ? found.slice(0, RECENT_BEFORE_TYPING) : found
      const once = shown.filter(({ address }) => address === undefined || !seen.has(address))
      for (const { address } of once) if (address !== undefined && (isTyped || label !== undefined)) seen.add(address)
      return { ...group, entries: once }
    })
    .filter(({ entries }) => entries.length > 0)
}

/** The server searches from two characters on, or for one that is a Chinese word. */
export function wordTyped(typed: string): string | null {
  const text = typed.trim().slice(0, MOST_TYPED)
  return text.length >= 2 || /\p{Script=Han}/u.test(text) ? text : null
}

const MOST_TYPED = 64
