import type { ImportRowView } from '#kernel/services/imports/import-wire.ts'
import { Icon, type IconName } from '#kernel/web/ui/Icon.tsx'
import { importText } from '../import-text.ts'
import './row-mark.css'

type Effect = ImportRowView['action'] | 'typed'

/** One icon for each effect, so that none is distinguished by colour alone. */
const ICONS: Record<Effect, IconName> = {
  bad: 'alert',
  create: 'plus',
  update: 'edit',
  same: 'check',
  removed: 'close',
  typed: 'keyboard',
}

/** Shows the effect that a row would have, or had, and whether it was corrected. */
export function RowMark({ row, isTyped }: { readonly row: ImportRowView; readonly isTyped: boolean }) {
  const effect: Effect = isTyped ? 'typed' : row.action
  return (
    <span className={`row-mark row-mark-${effect}`}>
      <Icon name={effect === 'same' || !row.isApplied ? ICONS[effect] : 'check'} size={14} />
      {wordOf(row, isTyped)}
    </span>
  )
}

function wordOf(row: ImportRowView, isTyped: boolean): string {
  if (isTyped) return importText('rows.typed')
  // Where rows go into several documents, the link to its document shows that it is written.
  if (row.made) return row.made.no
  const word = importText(`rows.actions.${row.action}`)
  const more = row.isApplied ? importText('rows.written') : row.isEdited ? importText('rows.edited') : null
  return more === null ? word : importText('rows.both', { word, more })
}
