import { useState } from 'react'
import { ask } from './access-request-call.ts'

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
