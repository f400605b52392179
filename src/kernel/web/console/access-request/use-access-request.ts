import { useState } from 'react'
import { ask } from './access-request-call.ts'

/** Asking for a page, or with no target for any menu at all: from the offer over the reason to the answer. */
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
