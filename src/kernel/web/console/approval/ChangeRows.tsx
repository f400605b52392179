import { changesText } from './changes-text.ts'
import type { ChangeView } from '#kernel/engine/approval/approval-wire.ts'
import './flow.css'
import './changes.css'

interface ChangeRowsProps {
  readonly changes: readonly ChangeView[]
  /** Number of changes that are not listed. */
  readonly more: number
  /** Scrolls to a change on the page. */
  readonly onJump?: (change: ChangeView) => void
}

/** The changed values, old and new, line by line. */
export function ChangeRows({ changes, more, onJump }: ChangeRowsProps) {
  if (changes.length === 0) return null
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={`${change.table ?? ''} ${change.line ?? ''} ${change.row ?? ''} ${change.field}`}>
          {onJump && change.line !== 'removed' ? (
            <button type="button" className="changes-label changes-jump" onClick={() => onJump(change)}>
              {placeOf(change)}
            </button>
          ) : (
            <span className="changes-label">{placeOf(change)}</span>
          )}
          <span className="changes-values">
            <span className="unseen">{changesText('before')}: </span>
            <del>{change.before ?? changesText('nothing')}</del>
            <span aria-hidden="true"> → </span>
            <span className="unseen">{changesText('after')}: </span>
            <ins>{change.after ?? changesText('nothing')}</ins>
          </span>
        </li>
      ))}
      {more > 0 ? <li className="quiet">{changesText('more', { count: more })}</li> : null}
    </ul>
  )
}

function placeOf({ row, label, line, about }: ChangeView): string {
  if (row === null) return label
  const which = line === 'added' || line === 'removed' ? line : 'line'
  const place = changesText(which, { row })
  return [place, about, label].filter(Boolean).join(' · ')
}
