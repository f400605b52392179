// What the download centre shows of an import, whose own folder builds on this one.

export const IMPORT_STATES = [
  'reading',
  'checked',
  'running',
  'stopped',
  'done',
  'failed',
  'undoing',
  'undone',
  'discarded',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** How long file and rows of a run are kept; as long as the download centre looks back (spec section 9). */
export const KEPT_DAYS = 90

/** The group of files that were handed in to be imported. */
export const ORIGINALS = 'originals'

interface OriginalFile {
  readonly id: string
  readonly file_key: string
  readonly purged_at: Date | null
}

/** On the wire, with the ending that says what can be shown of it. */
export function originalKey(run: OriginalFile): string | null {
  return run.purged_at ? null : `${ORIGINALS}/original-${run.id}${run.file_key.slice(run.file_key.lastIndexOf('.'))}`
}

const DAY_MS = 86_400_000

/** When file and rows of a run go if nothing is done with it any more. */
export function keptUntil({ updated_at: at }: { readonly updated_at: Date }): Date {
  return new Date(at.getTime() + KEPT_DAYS * DAY_MS)
}
