import type { StateColour } from '#kernel/document/definition.ts'
import type { ImportRowView } from '#kernel/imports/import-wire.ts'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { importText } from './import-text.ts'

const COLOURS: Record<ImportRowView['action'], StateColour> = {
  bad: 'red',
  create: 'green',
  update: 'blue',
  same: 'grey',
  removed: 'grey',
}

/** What a row would do, or did; and that it was mended. */
export function RowMark({ row, isTyped }: { readonly row: ImportRowView; readonly isTyped: boolean }) {
  if (isTyped) return <StateMark colour="orange" text={importText('rows.typed')} />
  const word = importText(`rows.actions.${row.action}`)
  const more = row.isApplied ? importText('rows.written') : row.isEdited ? importText('rows.edited') : null
  return <StateMark colour={COLOURS[row.action]} text={more === null ? word : `${word}, ${more}`} />
}
