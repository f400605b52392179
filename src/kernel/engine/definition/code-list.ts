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

/** Refusals of single entries: the others were read all the same. */
export const isOfEntry = ({ key }: Pick<Refusal, 'key'>): boolean =>
  key === 'document.entryTwice' || key === 'document.notAnEntry'

export interface ReadEntries {
  /** The normalised text of the valid entries; null where the list as a whole cannot be read. */
  readonly text: string | null
  /** One for each invalid entry. */
  readonly refusals: readonly Refusal[]
}

/** The entries of a list, with a refusal for each that is invalid. */
export function readList({ list }: Field, raw: unknown, label: string, at: At): ReadEntries {
  const refused = (refusal: Refusal): ReadEntries => ({ text: null, refusals: [refusal] })
  if (!list || typeof raw !== 'string' || raw.includes('\u0000'))
    return refused(documentErrors.notAnOption({ field: label }, at))
  // A text that must be too long is not split.
  if (raw.length > list.most * (list.longest + 1) * 2)
    return refused(documentErrors.tooManyEntries({ field: label, max: list.most }, at))
  const entries = entriesOf(raw)
  if (entries.length > list.most) return refused(documentErrors.tooManyEntries({ field: label, max: list.most }, at))
  const kept = new Set<string>()
  const refusals: Refusal[] = []
  for (const entry of entries) {
    const read = entry.length > list.longest ? null : list.read ? list.read(entry) : entry
    if (read === null)
      refusals.push(documentErrors.notAnEntry({ field: label, entry: entry.slice(0, SHOWN_LENGTH) }, at))
    else if (kept.has(read)) refusals.push(documentErrors.entryTwice({ field: label, entry: read }, at))
    else kept.add(read)
  }
  return { text: [...kept].join(' '), refusals }
}
