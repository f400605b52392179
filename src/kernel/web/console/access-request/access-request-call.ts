import { useState } from 'react'
import { post } from '../client/api.ts'
import { areaTexts, loadAreaTexts, type Translate } from '../client/i18n.ts'
import type { AskTexts } from './locale/en.ts'

// Loaded on demand, for people who are refused.
await loadAreaTexts('access-request')
export const text: Translate<AskTexts> = areaTexts<AskTexts>('access-request')

export interface Condition {
  readonly key: string
  readonly isMet: boolean | null
  readonly title: string
  readonly reason: string
}

/** Every condition of a page, for the caller. */
export async function conditionsOf(target: string, signal: AbortSignal): Promise<readonly Condition[]> {
  const answer = await post<{ readonly conditions: readonly Condition[] }>(
    '/aps/permission/why/mine',
    { kind: 'page', target },
    { signal },
  )
  return answer.conditions
}

/** Requests access to a page, or to any menu, whose target is empty. */
export function ask(kind: 'page' | 'menu', target: string, reason: string) {
  return post<{ readonly isNew: boolean }>('/aps/permission/request/ask', { kind, target, reason }, {})
}

/** State of an access request, from the offer through the reason to the answer; without a target it is for any menu. */
export function useAccessRequest(target: string) {
  const kind = target === '' ? 'menu' : 'page'
  const [step, setStep] = useState<'offered' | 'asking' | 'sending' | 'asked' | 'askedBefore'>('offered')
  const [reason, setReason] = useState('')
  return {
    step,
    offer: kind === 'menu' ? ('askMenu' as const) : ('ask' as const),
    begin: () => setStep('asking'),
    reason,
    setReason,
    send: () => {
      setStep('sending')
      ask(kind, target, reason).then(
        ({ isNew }) => setStep(isNew ? 'asked' : 'askedBefore'),
        () => setStep('asking'),
      )
    },
  }
}
