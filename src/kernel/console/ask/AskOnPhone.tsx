import { useQuery } from '@tanstack/react-query'
import Button from 'antd-mobile/es/components/button'
import TextArea from 'antd-mobile/es/components/text-area'
import { useId, useState } from 'react'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { ask, conditionsOf, text } from './ask-call.ts'
import './ask-on-phone.css'

interface AskOnPhoneProps {
  /** The page's path; without it, any menu at all. */
  readonly target?: string
}

/** What stands between a person and a page, and the way to ask for it, on a phone. */
export function AskOnPhone({ target = '' }: AskOnPhoneProps) {
  const kind = target === '' ? 'menu' : 'page'
  const id = useId()
  const [step, setStep] = useState<'offered' | 'asking' | 'sending' | 'asked' | 'askedBefore'>('offered')
  const [reason, setReason] = useState('')
  const [isOpen, setOpen] = useState(false)
  const send = (): void => {
    setStep('sending')
    ask(kind, target, reason).then(
      ({ isNew }) => setStep(isNew ? 'asked' : 'askedBefore'),
      () => setStep('asking'),
    )
  }
  return (
    <div className="ask-on-phone">
      {step === 'asked' || step === 'askedBefore' ? <p role="status">{text(step)}</p> : null}
      {step === 'offered' ? (
        <Button block color="primary" onClick={() => setStep('asking')}>
          {text(kind === 'menu' ? 'askMenu' : 'ask')}
        </Button>
      ) : null}
      {step === 'asking' || step === 'sending' ? (
        <>
          <label htmlFor={id}>{text('reason')}</label>
          <TextArea id={id} value={reason} maxLength={500} rows={3} onChange={setReason} />
          <Button block color="primary" loading={step === 'sending'} disabled={step === 'sending'} onClick={send}>
            {text('send')}
          </Button>
        </>
      ) : null}
      <Button block fill="none" color="primary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text('why')}
      </Button>
      {isOpen ? <Conditions target={kind === 'menu' ? '/index' : target} /> : null}
    </div>
  )
}

function Conditions({ target }: { readonly target: string }) {
  const { data } = useQuery({
    queryKey: ['permission', 'whyMine', target],
    queryFn: ({ signal }) => conditionsOf(target, signal),
    retry: false,
    gcTime: 0,
  })
  return (
    <ul aria-label={text('conditions')}>
      {(data ?? []).map(({ key, isMet, title, reason }) => (
        <li key={key}>
          <StateMark
            colour={isMet === null ? 'grey' : isMet ? 'green' : 'red'}
            text={text(isMet === null ? 'unasked' : isMet ? 'met' : 'notMet')}
          />
          <span>
            {title} <span className="quiet">{reason}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
