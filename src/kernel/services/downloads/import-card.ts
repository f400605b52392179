// The download centre's card of an import; the imports folder builds on this one.

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

/** How long the file and rows of a run are kept; as long as the download centre looks back (spec section 9). */
export const KEPT_DAYS = 90

/** The group of uploaded import files. */
export const ORIGINALS = 'originals'

interface OriginalFile {
  readonly id: string
  readonly file_key: string
  readonly purged_at: Date | null
}

/** The key on the wire, with the extension that decides how it can be shown. */
export function originalKey(run: OriginalFile): string | null {
  return run.purged_at ? null : `${ORIGINALS}/original-${run.id}${run.file_key.slice(run.file_key.lastIndexOf('.'))}`
}

const DAY_MS = 86_400_000

/** When the file and rows of a run expire without further activity. */
export function keptUntil({ updated_at: at }: { readonly updated_at: Date }): Date {
  return new Date(at.getTime() + KEPT_DAYS * DAY_MS)
}
