import type { ReactNode } from 'react'
import type { ApprovalView } from '#kernel/engine/approval/approval-wire.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { timeText } from '#kernel/web/ui/time.ts'
import { AttachmentList } from '../attachments/AttachmentList.tsx'
import { documentTexts } from '../client/document-texts.ts'
import { kernelText, pageText } from '../client/i18n.ts'
import { endedBy } from './ended-by.ts'
import { flowText } from './flow-text.ts'
import { actorText } from './flow-words.ts'
import './ended.css'

interface EndedProps {
  readonly definition: AnyDefinition
  readonly approval: Pick<ApprovalView, 'state' | 'steps' | 'events'>
  /** State of the document, which may have gone on after its approval; none for an earlier round. */
  readonly present?: string | undefined
  /** Time zone of the document's organisation. */
  readonly zone: string | undefined
  /** Link to the newest round, if another round followed this one. */
  readonly newest?: ReactNode
}

const KINDS: Partial<Record<ApprovalView['state'], 'error' | 'warning'>> = {
  rejected: 'error',
  terminated: 'error',
  returned: 'warning',
}

/** How an approval ended; of a refusal also by whom, when and why, in the colour of a refusal. */
export function Ended({ definition, approval, present, zone, newest }: EndedProps) {
  const act = endedBy(approval)
  // Approved, it may wait for another document, or have been ended by one.
  const later = approval.state === 'approved' && present !== approval.state ? present : undefined
  const isRefusedSince = later !== undefined && definition.states[later] === 'red'
  const kind = isRefusedSince ? 'error' : (KINDS[approval.state] ?? 'info')
  const texts = documentTexts(definition)
  const state =
    approval.state in definition.states ? texts.state(approval.state) : kernelText(`approval.states.${approval.state}`)
  const ending =
    later === undefined
      ? pageText('approval.finished', { state })
      : flowText('endedSince', { outcome: state, state: texts.state(later) })
  return (
    <div className={`banner banner-${kind}`} role="status">
      <Icon name={kind === 'info' ? 'info' : 'alert'} />
      <div className="banner-text ended">
        <p>
          {newest ? `${pageText('document.earlier')} ` : null}
          {act
            ? flowText('endedBy', { state, name: actorText(act.actor, act.principal), time: timeText(act.at, zone) })
            : ending}
        </p>
        {act?.opinion ? <p className="ended-reason">{act.opinion}</p> : null}
        {act && act.files.length > 0 ? <AttachmentList files={act.files} isInline /> : null}
        {newest ? <p>{newest}</p> : null}
      </div>
    </div>
  )
}
