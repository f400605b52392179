import { changesText } from './changes-text.ts'
import type { ComponentType } from 'react'
import { ActFailureText } from './verbs/ActFailureText.tsx'
import { ChangeRows } from './ChangeRows.tsx'
import { flowText } from './flow-text.ts'
import type { FrameProps } from './verbs/DialogFrame.tsx'
import type { Acts } from './verbs/use-acts.ts'

interface ChangedFormProps {
  readonly acts: Acts
  readonly Frame: ComponentType<FrameProps>
  readonly onReload: (formInstanceId: string | null) => void
}

/** Shown when an act was refused because the document changed: the changes, and a button to continue knowingly. */
export function ChangedForm({ acts, Frame, onReload }: ChangedFormProps) {
  const { changed } = acts
  if (!changed) return null
  const { changes, more } = changed.difference
  const { verb } = changed.input
  return (
    <Frame
      title={changesText('refusedTitle')}
      onClose={() => onReload(acts.reload())}
      cancelText={changesText('reload')}
      action={{
        text: changesText('goOn', { verb: flowText(`verbs.${verb}`) }),
        act: () => void acts.goOn(),
        isRunning: acts.running !== null,
        isDanger: true,
      }}
    >
      <p className="quiet">{changesText(changes.length > 0 ? 'refusedText' : 'refusedSame')}</p>
      <ChangeRows changes={changes} more={more} />
      <ActFailureText cause={acts.failure?.cause ?? null} />
    </Frame>
  )
}
