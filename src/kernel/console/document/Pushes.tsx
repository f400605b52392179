import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AnyDefinition } from '#kernel/document/definition.ts'
import type { EffectView } from '#kernel/effects/effect.ts'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { formatTime, timeText } from '#kernel/ui/time.ts'
import { post } from '../client/api.ts'
import type { DocumentDetail } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { kernelText } from '../client/i18n.ts'
import { createIntent, underIntent } from '../client/intent.ts'
import { staleAfterAction } from '../client/query-keys.ts'
import { pushColours } from './push-colours.ts'
import './pushes.css'

interface PushesProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** What other systems were told of the document, and what became of it; nothing where there is nothing to tell yet. */
export function Pushes({ definition, detail: { document, approval } }: PushesProps) {
  const effects = (document['effects'] ?? NOTHING) as readonly EffectView[]
  useFollowed(effects, definition.name)
  if (effects.length === 0) return null
  const texts = documentTexts(definition)
  return (
    <ul className="pushes" aria-label={kernelText('pushes.title')}>
      {effects.map((effect) => (
        <li key={`${effect.effect} ${effect.line ?? ''}`}>
          <span>
            {texts.text(`effects.${effect.effect}`)}
            {effect.line === null ? null : ` · ${kernelText('pushes.line', { line: effect.line })}`}
          </span>
          <StateMark colour={pushColours[effect.state]} text={kernelText(`pushStates.${effect.state}`)} />
          <span className="pushes-note">{noteOf(effect, document.timezone)}</span>
        </li>
      ))}
      {approval?.allowed.includes('retry') ? (
        <li>
          <PushAgain definition={definition} formInstanceId={approval.formInstanceId} />
        </li>
      ) : null}
    </ul>
  )
}

const NOTHING: readonly EffectView[] = []

const LOOK_MS = 2_000
const MOST_LOOKS = 20

/** What is on its way now is looked after until it has arrived; what waits for a later attempt is not. */
function useFollowed(effects: readonly EffectView[], type: string): void {
  const cache = useQueryClient()
  const [looks, setLooks] = useState(0)
  const isFollowed = looks < MOST_LOOKS && effects.some(isUnderWay)
  useEffect(() => {
    if (!isFollowed) return undefined
    const look = setTimeout(() => {
      setLooks(looks + 1)
      void cache.invalidateQueries({ queryKey: ['detail', type] })
    }, LOOK_MS)
    return () => clearTimeout(look)
  }, [cache, type, looks, isFollowed])
}

function isUnderWay({ state, nextAttemptAt }: EffectView): boolean {
  if (state === 'pushing') return true
  return state === 'pendingPushed' && Date.parse(nextAttemptAt ?? '') < Date.now() + 5_000
}

/** Sends again what failed; whoever may is offered it, the server says who. */
function PushAgain({
  definition,
  formInstanceId,
}: Pick<PushesProps, 'definition'> & { readonly formInstanceId: string }) {
  const cache = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const [intent] = useState(createIntent)
  const send = async (): Promise<void> => {
    if (isRunning) return
    setRunning(true)
    const body = { formInstanceId }
    try {
      await underIntent(intent, body, (idempotencyKey) => post('/aps/common/flow/retry', body, { idempotencyKey }))
    } catch {
      // The call has shown why.
    }
    await cache.invalidateQueries({ predicate: ({ queryKey }) => staleAfterAction([definition.name])(queryKey) })
    setRunning(false)
  }
  return (
    <button type="button" className="push-again" disabled={isRunning} onClick={() => void send()}>
      {documentTexts(definition).text('actions.retry')}
    </button>
  )
}

function noteOf(effect: EffectView, zone: string | undefined): string {
  if (effect.state === 'nonPush') return kernelText('pushes.noTarget')
  if (effect.state === 'succeededPushed')
    return [effect.reference, timeText(effect.updatedAt, zone)].filter(Boolean).join(' · ')
  // Asked for anew: why it failed before is over.
  if (effect.attempts === 0) return ''
  const again =
    effect.nextAttemptAt && effect.error ? kernelText('pushes.next', { time: formatTime(effect.nextAttemptAt) }) : null
  const tried = effect.error ? kernelText('pushes.attempts', { count: effect.attempts }) : null
  return [effect.error, tried, again].filter(Boolean).join(' · ')
}
