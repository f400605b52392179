import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import type { Field } from './fields.ts'

/** Several codes as one value: each once, one space between them. */
export interface ListShape {
  /** Most of them. */
  readonly most: number
  /** Longest of them, in characters. */
  readonly longest: number
  /** How one of them is kept, where not every text is one; null for what is none. Pure. */
  readonly read?: (entry: string) => string | null
}

const BETWEEN = /[\s,;、，；]+/
const SHOWN_LENGTH = 40

/** The entries of a text, however they were pasted. */
export function entriesOf(text: string | null | undefined): readonly string[] {
  return (text ?? '').split(BETWEEN).filter((entry) => entry !== '')
}

/** The one text of a list, or the first entry that is wrong. */
export function readList({ list }: Field, raw: unknown, label: string, at: At): string | Refusal {
  if (!list || typeof raw !== 'string' || raw.includes('\u0000'))
    return documentErrors.notAnOption({ field: label }, at)
  // Nothing is split that could only be too long.
  if (raw.length > list.most * (list.longest + 1) * 2)
    return documentErrors.tooManyEntries({ field: label, max: list.most }, at)
  const entries = entriesOf(raw)
  if (entries.length > list.most) return documentErrors.tooManyEntries({ field: label, max: list.most }, at)
  const kept = new Set<string>()
  for (const entry of entries) {
    const read = entry.length > list.longest ? null : list.read ? list.read(entry) : entry
    if (read === null) return documentErrors.notAnEntry({ field: label, entry: entry.slice(0, SHOWN_LENGTH) }, at)
    if (kept.has(read)) return documentErrors.entryTwice({ field: label, entry: read }, at)
    kept.add(read)
  }
  return [...kept].join(' ')
}
