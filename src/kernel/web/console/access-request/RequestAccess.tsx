import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { Field } from '#kernel/web/ui/Field.tsx'
import { text, useAccessRequest } from './access-request-call.ts'
import { Conditions } from './Conditions.tsx'
import './request-access.css'

interface AskAccessProps {
  /** The page's path; empty for any menu. */
  readonly target?: string
}

/** The conditions of a page, and a form to request access. */
export function RequestAccess({ target = '' }: AskAccessProps) {
  const id = useId()
  const asking = useAccessRequest(target)
  const [isOpen, setOpen] = useState(false)
  const { step } = asking
  return (
    <div className="ask-access">
      <div className="ask-access-acts">
        {step === 'asked' || step === 'askedBefore' ? <p role="status">{text(step)}</p> : null}
        {step === 'offered' ? <Button onClick={asking.begin}>{text(asking.offer)}</Button> : null}
        {step === 'asking' || step === 'sending' ? (
          <form
            className="ask-access-form"
            onSubmit={(event) => {
              event.preventDefault()
              asking.send()
            }}
          >
            <Field id={id} label={text('reason')}>
              <Input value={asking.reason} maxLength={500} onChange={(event) => asking.setReason(event.target.value)} />
            </Field>
            <Button type="primary" htmlType="submit" loading={step === 'sending'}>
              {text('send')}
            </Button>
          </form>
        ) : null}
        <Button type="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text('why')}
        </Button>
      </div>
      {isOpen ? <Conditions target={target} /> : null}
    </div>
  )
}
