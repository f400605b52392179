import { Button, Input } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import type { RepairAnswer } from '#kernel/services/monitor/monitor-wire.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { SearchChoice } from '#kernel/web/ui/SearchChoice.tsx'
import { pageText } from '../client/i18n.ts'
import { createIntent, underIntent } from '../client/intent.ts'
import { monitorApi } from './monitor-api.ts'
import { monitorText } from './monitor-text.ts'
import type { RepairPlan } from './repairs.ts'

interface RepairDialogProps {
  readonly plan: RepairPlan
  readonly onDone: (answer: RepairAnswer) => void
  readonly onCancel: () => void
}

/** Input of a repair: the new assignee, and always the reason. Shows refusals with their reasons. */
export function RepairDialog({ plan: { repair, items }, onDone, onCancel }: RepairDialogProps) {
  const [person, setPerson] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [refused, setRefused] = useState<RepairAnswer | null>(null)
  const intent = useMemo(() => createIntent(), [])
  const named = useMemo(() => [...new Set(items.map(({ formInstanceId }) => formInstanceId))], [items])
  const needsPerson = repair === 'reassign'
  const send = async (): Promise<void> => {
    setTried(true)
    if (isRunning || reason.trim() === '' || (needsPerson && !person)) return
    const order = { repair, items, reason: reason.trim(), ...(needsPerson && person ? { person } : {}) }
    setRunning(true)
    try {
      const answer = await underIntent(intent, order, (idempotencyKey) => monitorApi.repair(order, { idempotencyKey }))
      if (answer.failed.length === 0) onDone(answer)
      else setRefused(answer)
    } catch {
      // The call has shown the error; the input stays.
    } finally {
      setRunning(false)
    }
  }
  const leave = (): void => (refused && refused.done > 0 ? onDone(refused) : onCancel())
  return (
    <Dialog
      title={monitorText(`repairs.${repair}`)}
      closeLabel={pageText('common.close')}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{pageText(refused ? 'common.close' : 'common.cancel')}</Button>
          {refused && refused.done > 0 ? null : (
            <Button type="primary" danger={repair === 'terminate'} loading={isRunning} onClick={() => void send()}>
              {monitorText(`repairs.${repair}`)}
            </Button>
          )}
        </>
      }
    >
      <form
        className="repair"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p className="quiet">
          {monitorText(`hints.${repair}`)}
          {named.length > 1 ? ` ${monitorText('ofMany', { count: named.length })}` : ''}
        </p>
        {needsPerson ? (
          <PersonField
            named={named}
            value={person}
            onChange={setPerson}
            error={isTried && !person ? monitorText('personMissing') : undefined}
          />
        ) : null}
        <Field
          id="repair-reason"
          label={monitorText('reason')}
          isRequired
          error={isTried && reason.trim() === '' ? monitorText('reasonMissing') : undefined}
        >
          <Input.TextArea
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {refused ? <Refusals answer={refused} /> : null}
      </form>
    </Dialog>
  )
}

interface PersonFieldProps {
  readonly named: readonly string[]
  readonly value: string | null
  readonly onChange: (account: string | null) => void
  readonly error: string | undefined
}

function PersonField({ named, value, onChange, error }: PersonFieldProps) {
  const search = useCallback(
    async (keyword: string, signal: AbortSignal) => {
      const { people } = await monitorApi.people(named, keyword, { signal, handles: true })
      return people.map((one) => ({ value: one.account, label: `${one.name} · ${one.account}` }))
    },
    [named],
  )
  return (
    <Field id="repair-person" label={monitorText('person')} isRequired error={error}>
      <SearchChoice
        value={value}
        onChange={onChange}
        search={search}
        placeholder={pageText('common.choose')}
        emptyText={pageText('common.noOptions')}
        moreText={pageText('common.moreFound')}
        searchingText={pageText('common.searching')}
        failedText={pageText('options.failed')}
        retryText={pageText('common.retry')}
      />
    </Field>
  )
}

function Refusals({ answer: { done, failed } }: { readonly answer: RepairAnswer }) {
  return (
    <div role="alert" className="repair-refusals">
      <p>{monitorText('partly', { done, failed: failed.length })}</p>
      <ul>
        {failed.map(({ no, msg }) => (
          <li key={`${no} ${msg}`}>
            <span className="code">{no}</span> {msg}
          </li>
        ))}
      </ul>
    </div>
  )
}
