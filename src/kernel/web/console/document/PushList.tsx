import { productNow } from '#kernel/base/clock/clock.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { EffectView } from '#kernel/engine/definition/effect.ts'
import { pushLook } from '#kernel/engine/effects/push-look.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import { formatTime, timeText } from '#kernel/web/ui/time.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { flowText } from '../approval/flow-text.ts'
import { kernelText } from '../client/i18n.ts'
import { RetryFlow } from './RetryFlow.tsx'
import { useFollowed } from './use-followed.ts'
import './pushes.css'

interface PushListProps {
  readonly definition: AnyDefinition
  readonly effects: readonly EffectView[]
  readonly detail: DocumentDetail
}

/** Pushes of the document and their states; nothing where there are none yet. */
export function PushList({ definition, effects, detail: { document, approval } }: PushListProps) {
  useFollowed(effects.some(isUnderWay), definition.name)
  const texts = documentTexts(definition)
  const mayRetry = approval?.allowed.includes('retry') === true
  return (
    <ul className="pushes" aria-label={flowText('pushes.title')}>
      {effects.map((effect) => (
        <li key={`${effect.effect} ${effect.receiver ?? ''} ${effect.line ?? ''}`}>
          <span>{nameOf(definition, effect)}</span>
          <StateMark colour={pushLook.states[effect.state]} text={kernelText(`pushStates.${effect.state}`)} />
          <span className="pushes-note">{noteOf(effect, document.timezone)}</span>
          {mayRetry && effect.state === 'failedPushed' ? (
            <RetryFlow
              definition={definition}
              formInstanceId={approval.formInstanceId}
              push={effect}
              label={texts.text('actions.retry')}
              name={nameOf(definition, effect)}
            />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** The text of a push: its name, its receiver where there are several, and its line. */
function nameOf(definition: AnyDefinition, { effect, receiver, line }: EffectView): string {
  const name = documentTexts(definition).text(`effects.${effect}`)
  return [name, receiver, line === null ? null : flowText('pushes.line', { line })].filter(Boolean).join(' · ')
}

function isUnderWay({ state, nextAttemptAt }: EffectView): boolean {
  if (state === 'pushing') return true
  return state === 'pendingPushed' && Date.parse(nextAttemptAt ?? '') < productNow().getTime() + 5_000
}

function noteOf(effect: EffectView, zone: string | undefined): string {
  if (effect.state === 'nonPush') return flowText('pushes.noTarget')
  if (effect.state === 'succeededPushed')
    return [effect.reference, timeText(effect.updatedAt, zone)].filter(Boolean).join(' · ')
  // After a retry the earlier failure no longer counts.
  if (effect.attempts === 0) return ''
  const again =
    effect.nextAttemptAt && effect.error ? flowText('pushes.next', { time: formatTime(effect.nextAttemptAt) }) : null
  const tried = effect.error ? flowText('pushes.attempts', { count: effect.attempts }) : null
  return [effect.error, tried, again].filter(Boolean).join(' · ')
}
