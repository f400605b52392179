import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { Field } from '#kernel/ui/Field.tsx'
import { StateMark } from '#kernel/ui/StateMark.tsx'
import { post } from '../client/api.ts'
import { areaTexts, loadAreaTexts, type Translate } from '../client/i18n.ts'
import type { AskTexts } from './locale/en.ts'
import './ask-access.css'

// Only who is refused needs them.
await loadAreaTexts('ask')
const text: Translate<AskTexts> = areaTexts<AskTexts>('ask')

interface Condition {
  readonly key: string
  readonly isMet: boolean | null
  readonly title: string
  readonly reason: string
}

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
    queryFn: ({ signal }) =>
      post<{ readonly conditions: readonly Condition[] }>(
        '/aps/permission/why/mine',
        { kind: 'page', target },
        { signal },
      ),
    retry: false,
    gcTime: 0,
  })
  return (
    <ul className="ask-access-conditions" aria-label={text('conditions')}>
      {(data?.conditions ?? []).map(({ key, isMet, title, reason }) => (
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
        post<{ readonly isNew: boolean }>('/aps/permission/request/ask', { kind, target, reason }, {}).then(
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
