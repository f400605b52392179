import { pageText } from '#kernel/console/client/i18n.ts'
import { clockText } from '#kernel/ui/time.ts'
import type { SaveState } from './use-phone-draft.ts'
import './save-note-phone.css'

/** Whether what is typed is stored. */
export function SaveNotePhone({ state }: { readonly state: SaveState }) {
  return (
    <span className="save-note" role="status">
      {textOf(state)}
    </span>
  )
}

function textOf(state: SaveState): string {
  switch (state.kind) {
    case 'clean':
      return ''
    case 'unsaved':
      return pageText('form.unsaved')
    case 'saving':
      return pageText('form.saving')
    case 'saved':
      return pageText('form.saved', { time: clockText(state.at) })
    case 'failed':
      return pageText('form.saveFailed', { reason: state.reason })
    case 'conflict':
      return pageText('form.unsaved')
  }
}
