import { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import type { Field } from './fields.ts'

/** Several codes as one value: each once, separated by one space. */
export interface ListShape {
  /** Maximum number of codes. */
  readonly most: number
  /** Maximum length of a code. */
  readonly longest: number
  /** Normalises one code; null where it is invalid. Pure. */
  readonly read?: (entry: string) => string | null
}

const BETWEEN = /[\s,;、，；]+/
const SHOWN_LENGTH = 40

/** The entries of a text, with any separators. */
export function entriesOf(text: string | null | undefined): readonly string[] {
  return (text ?? '').split(BETWEEN).filter((entry) => entry !== '')
}

/** The normalised text of a list, or the first invalid entry. */
export function readList({ list }: Field, raw: unknown, label: string, at: At): string | Refusal {
  if (!list || typeof raw !== 'string' || raw.includes('\u0000'))
    return documentErrors.notAnOption({ field: label }, at)
  // A text that must be too long is not split.
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
