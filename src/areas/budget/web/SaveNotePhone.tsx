import { pageText } from '#kernel/console/client/i18n.ts'
import type { SaveState } from './use-phone-draft.ts'

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
      return pageText('form.saved', { time: `${two(state.at.getHours())}:${two(state.at.getMinutes())}` })
    case 'failed':
      return pageText('form.saveFailed', { reason: state.reason })
    case 'conflict':
      return pageText('form.unsaved')
  }
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
