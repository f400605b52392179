import Button from 'antd-mobile/es/components/button'
import TextArea from 'antd-mobile/es/components/text-area'
import { useId, useState } from 'react'
import { text, useAccessRequest } from './access-request-call.ts'
import { Conditions } from './Conditions.tsx'
import './request-access-phone.css'

interface AskOnPhoneProps {
  /** The page's path; empty for any menu. */
  readonly target?: string
}

/** The conditions of a page, and a form to request access, on a phone. */
export function RequestAccessPhone({ target = '' }: AskOnPhoneProps) {
  const id = useId()
  const asking = useAccessRequest(target)
  const [isOpen, setOpen] = useState(false)
  const { step } = asking
  return (
    <div className="ask-on-phone">
      {step === 'asked' || step === 'askedBefore' ? <p role="status">{text(step)}</p> : null}
      {step === 'offered' ? (
        <Button block color="primary" onClick={asking.begin}>
          {text(asking.offer)}
        </Button>
      ) : null}
      {step === 'asking' || step === 'sending' ? (
        <>
          <label htmlFor={id}>{text('reason')}</label>
          <TextArea id={id} value={asking.reason} maxLength={500} rows={3} onChange={asking.setReason} />
          <Button
            block
            color="primary"
            loading={step === 'sending'}
            disabled={step === 'sending'}
            onClick={asking.send}
          >
            {text('send')}
          </Button>
        </>
      ) : null}
      <Button block fill="none" color="primary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text('why')}
      </Button>
      {isOpen ? <Conditions target={target} /> : null}
    </div>
  )
}
