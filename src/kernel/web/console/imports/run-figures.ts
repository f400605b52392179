import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { durationText } from '../duration.ts'
import { importText } from './import-text.ts'

export function countText(count: number): string {
  return count.toLocaleString('en-US')
}

/** Valid rows with changes that are not written yet. */
export function pendingRows({ rows }: ImportRunView): number {
  return Math.max(0, rows.create + rows.update - rows.applied)
}

/** `about 12 s left`, `about 3 min left`; empty while unknown. */
export function leftText(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 2) return importText('run.soon')
  const time =
    seconds < 90 ? importText('run.seconds', { seconds: Math.round(seconds) }) : durationText(Math.round(seconds / 60))
  return importText('run.left', { time })
}

/** Rows handled of the total; empty while not counted. */
export function rowsOfRun({ state, rows, progress }: ImportRunView): string {
  const total = state === 'reading' ? rows.total : state === 'undoing' ? rows.applied : rows.create + rows.update
  if (total === 0 || progress === null) return ''
  const done = state === 'reading' ? Math.floor(progress * total) : state === 'undoing' ? rows.undone : rows.applied
  // All or nothing writes in one transaction: until its end only the progress is visible.
  const seen = Math.min(total, Math.max(done, Math.floor(progress * total)))
  return importText('run.ofRows', { done: countText(seen), total: countText(total) })
}
