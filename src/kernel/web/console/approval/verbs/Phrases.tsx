import type { ComponentType, ReactNode } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { useLazyDialog } from '../../session/use-lazy-dialog.ts'
import { flowText } from '../flow-text.ts'
import type { FrameProps } from './DialogFrame.tsx'
import { commonPhrases, useOwnPhrases } from './use-phrases.ts'
import '../flow.css'
import './phrases.css'

interface PhrasesProps {
  readonly kind: 'agree' | 'reject'
  readonly definition: AnyDefinition
  readonly Frame: ComponentType<FrameProps>
  readonly onPick: (phrase: string) => void
  readonly children?: ReactNode
}

const loadEditor = () => import('./PhraseEditor.tsx').then((module) => module.PhraseEditor)

/** One's own phrases, then the common ones; the editor is at the end. */
export function Phrases({ kind, definition, Frame, onPick, children }: PhrasesProps) {
  const { phrases } = useOwnPhrases()
  const editor = useLazyDialog(loadEditor)
  const common = commonPhrases(kind, definition).filter((phrase) => !phrases.includes(phrase))
  return (
    <div className="phrases" role="group" aria-label={pageText('approval.phrases')}>
      {[...phrases, ...common].map((phrase) => (
        <button key={phrase} type="button" onClick={() => onPick(phrase)}>
          {phrase}
        </button>
      ))}
      <button
        type="button"
        className="phrases-edit"
        title={flowText('phrasesEdit')}
        aria-label={flowText('phrasesEdit')}
        onClick={editor.open}
      >
        <Icon name="edit" size={14} />
      </button>
      {children}
      {editor.Dialog ? <editor.Dialog Frame={Frame} onClose={editor.close} /> : null}
    </div>
  )
}
