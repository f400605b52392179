import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { createIntent, underIntent } from '#kernel/web/console/client/intent.ts'
import { DayInput } from '#kernel/web/console/days/DayInput.tsx'
import type { BulkTarget } from '#kernel/web/console/list/document/bulk.ts'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { homeDay } from '#kernel/web/ui/time.ts'
import type { PriceRow } from '../list/price-row.list.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { changeApi, changeText, chosenOf } from './change-api.web.ts'
import './change-prices.css'

interface Props {
  readonly target: BulkTarget<PriceRow>
  readonly onDone: (count: number) => void
  readonly onCancel: () => void
}

/** Reasons that are named one by one. */
const SHOWN = 8

/** What is typed, what stands in its way, and the call that moves the prices. */
function useMove({ target, onDone }: Pick<Props, 'target' | 'onDone'>) {
  const [classificationCode, setClassification] = useState<string | null>(null)
  const [effectiveFrom, setFrom] = useState(homeDay())
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const intent = useMemo(() => createIntent(), [])
  const chosen = useMemo(() => chosenOf(target), [target])
  const asked = { classificationCode, effectiveFrom }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['list', 'priceRow', 'move', chosen, asked],
    queryFn: ({ signal }) => changeApi.edit(chosen, asked, { signal, handles: true }),
    enabled: effectiveFrom !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  const refusals = data?.refusals ?? []
  const isFree =
    !error && !isPlaceholderData && data !== undefined && classificationCode !== null && refusals.length === 0
  const move = async (): Promise<void> => {
    setTried(true)
    if (isRunning || !isFree || data === undefined || reason.trim() === '') return
    const body = { ...chosen, ...asked, chosen: data.chosen, reason: reason.trim() }
    setRunning(true)
    try {
      await underIntent(intent, body, (idempotencyKey) => changeApi.move(body, { idempotencyKey }))
      onDone(data.chosen)
    } catch {
      // The call has shown the error; the input stays.
      void refetch()
    } finally {
      setRunning(false)
    }
  }
  const typed = { classificationCode, setClassification, effectiveFrom, setFrom, reason, setReason }
  const count = data?.chosen ?? (target.kind === 'rows' ? target.rows.length : 0)
  return { ...typed, count, choices: data?.choices ?? [], refusals, error, isFree, isTried, isRunning, move }
}

/** Moves chosen prices to another classification of their area, and says before what stands in the way. */
export function MovePrices({ target, onDone, onCancel }: Props) {
  const id = useId()
  const moving = useMove({ target, onDone })
  const { classificationCode, effectiveFrom, reason, refusals, error, isFree, isTried, isRunning, move } = moving
  const missing = changeText('missing')
  return (
    <ChangeDialog
      title={changeText('move.title')}
      width={560}
      submit={changeText('move.submit', { count: moving.count })}
      isRunning={isRunning}
      isDisabled={refusals.length > 0 || error !== null}
      onSubmit={move}
      onCancel={onCancel}
    >
      <p className="quiet">{changeText('move.note')}</p>
      <div className="change-prices-fields">
        <Field
          id={`${id}-to`}
          label={changeText('move.to')}
          isRequired
          error={isTried && classificationCode === null ? missing : undefined}
        >
          <TextChoice
            value={classificationCode}
            options={moving.choices.map(({ code, name }) => ({ value: code, label: `${code} / ${name}` }))}
            onChange={moving.setClassification}
          />
        </Field>
        <Field
          id={`${id}-from`}
          label={changeText('from')}
          isRequired
          error={effectiveFrom === '' ? missing : undefined}
        >
          <DayInput value={effectiveFrom} onChange={moving.setFrom} />
        </Field>
      </div>
      <Field
        id={`${id}-reason`}
        label={changeText('reason')}
        isRequired
        error={isTried && reason.trim() === '' ? missing : undefined}
      >
        <Input.TextArea
          rows={2}
          maxLength={500}
          value={reason}
          onChange={({ target }) => moving.setReason(target.value)}
        />
      </Field>
      <div role="status" className="change-prices-result">
        {error ? <p className="field-error">{error.message}</p> : null}
        {isFree ? <p>{changeText('move.free')}</p> : null}
        {refusals.length > 0 ? <Obstacles refusals={refusals} /> : null}
      </div>
    </ChangeDialog>
  )
}

function Obstacles({ refusals }: { readonly refusals: ReturnType<typeof useMove>['refusals'] }) {
  return (
    <>
      <p>{changeText('move.blocked')}</p>
      <ul>
        {refusals.slice(0, SHOWN).map(({ row, msg }) => (
          <li key={`${row ?? ''} ${msg}`}>{msg}</li>
        ))}
        {refusals.length > SHOWN ? <li>{changeText('move.more', { count: refusals.length - SHOWN })}</li> : null}
      </ul>
    </>
  )
}
