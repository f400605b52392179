import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { Field } from '#kernel/ui/Field.tsx'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { ask, conditionsOf, text } from './ask-call.ts'
import './ask-access.css'

interface AskAccessProps {
  /** `menu`: any menu at all; its target is empty. */
  readonly kind: 'page' | 'menu'
  readonly target: string
}

/** What stands between a person and a page, and the way to ask for it. */
export function AskAccess({ kind, target }: AskAccessProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="ask-access">
      <div className="ask-access-acts">
        <Ask kind={kind} target={target} />
        <Button type="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text('why')}
        </Button>
      </div>
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
    <ul className="ask-access-conditions" aria-label={text('conditions')}>
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

function Ask({ kind, target }: AskAccessProps) {
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState<'asked' | 'askedBefore' | null>(null)
  if (asked) return <p role="status">{text(asked)}</p>
  if (!isAsking) return <Button onClick={() => setAsking(true)}>{text(kind === 'menu' ? 'askMenu' : 'ask')}</Button>
  return (
    <form
      className="ask-access-form"
      onSubmit={(event) => {
        event.preventDefault()
        setRunning(true)
        ask(kind, target, reason).then(
          ({ isNew }) => setAsked(isNew ? 'asked' : 'askedBefore'),
          () => setRunning(false),
        )
      }}
    >
      <Field id={id} label={text('reason')}>
        <Input value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <Button type="primary" htmlType="submit" loading={isRunning}>
        {text('send')}
      </Button>
    </form>
  )
}
