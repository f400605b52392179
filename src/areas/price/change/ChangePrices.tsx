import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { plainNumber } from '#kernel/base/money/written-number.ts'
import { formAddress } from '#kernel/web/console/client/document-api.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { createIntent, underIntent } from '#kernel/web/console/client/intent.ts'
import { DayInput } from '#kernel/web/console/days/DayInput.tsx'
import { TextChoice } from '#kernel/web/console/form/TextChoice.tsx'
import type { BulkTarget } from '#kernel/web/console/list/document/bulk.ts'
import { Choices } from '#kernel/web/ui/choices/Choices.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { homeDay } from '#kernel/web/ui/time.ts'
import type { PriceRow } from '../list/price-row.list.ts'
import { priceListText } from '../price-texts.web.ts'
import { priceReview } from '../review/price-review.doc.ts'
import { BASES } from '../shared/price-terms.ts'
import { PercentTable } from '../rounding/PercentTable.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { changeApi, changeText, type CheckedChange, chosenOf, type MadeDraft } from './change-api.web.ts'
import { type AskedChange, CHANGE_WAYS } from './price-change.rules.ts'
import './change-prices.css'

interface Props {
  readonly target: BulkTarget<PriceRow>
  /** With how many prices became drafts. */
  readonly onDone: (count: number) => void
  readonly onCancel: () => void
}

type Typed = Omit<AskedChange, 'value' | 'effectiveTo'> & {
  readonly value: string
  readonly effectiveTo: string
  readonly basis: (typeof BASES)[number] | null
  readonly reason: string
}

const TWO_DECIMALS = /^-?\d{1,12}(\.\d{1,2})?$/

/** What the typed change asks for; null while it cannot be read. */
function readChange({ way, value, effectiveFrom, effectiveTo, classificationCode }: Typed): AskedChange | null {
  const plain = plainNumber(value) ?? ''
  const isRead = way === 'same' || (TWO_DECIMALS.test(plain) && (way !== 'price' || amount(plain).gt(0)))
  if (!isRead || effectiveFrom === '') return null
  const days = { effectiveFrom, effectiveTo: effectiveTo || null }
  return { way, value: way === 'same' ? null : amountText(amount(plain)), ...days, classificationCode }
}

/** What is typed, what it comes to, and the call that makes the drafts. */
function useChange({ target, onDone }: Pick<Props, 'target' | 'onDone'>) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<Typed>({
    way: 'percent',
    value: '',
    effectiveFrom: homeDay(),
    effectiveTo: '',
    classificationCode: null,
    basis: null,
    reason: '',
  })
  const [isTried, setTried] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [made, setMade] = useState<readonly MadeDraft[]>([])
  const intent = useMemo(() => createIntent(), [])
  const chosen = useMemo(() => chosenOf(target), [target])
  const change = readChange(typed)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['list', 'priceRow', 'change', chosen, change],
    queryFn: ({ signal }) => changeApi.check(chosen, change!, { signal, handles: true }),
    enabled: change !== null && made.length === 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  const checked = change === null || error ? null : (data ?? null)
  const open = (drafts: readonly MadeDraft[], address: string): void => {
    onDone(drafts.reduce((sum, { lines }) => sum + lines, 0))
    void navigate(address)
  }
  const make = async (): Promise<void> => {
    setTried(true)
    const { basis, reason } = typed
    if (isRunning || !checked || isPlaceholderData || checked.eligible === 0 || reason.trim() === '') return
    const body = { ...chosen, change, basis, reason: reason.trim(), eligible: checked.eligible }
    setRunning(true)
    try {
      const { drafts } = await underIntent(intent, body, (idempotencyKey) => changeApi.draft(body, { idempotencyKey }))
      const [only, ...more] = drafts
      if (only && more.length === 0) open(drafts, draftAddress(only))
      else setMade(drafts)
    } catch {
      // The call has shown the error; the input stays.
      void refetch()
    } finally {
      setRunning(false)
    }
  }
  const put = (some: Partial<Typed>): void => setTyped((now) => ({ ...now, ...some }))
  return { typed, put, change, checked, choices: data?.choices ?? [], error, isTried, isRunning, made, make, open }
}

type Change = ReturnType<typeof useChange>

/** Asks how the chosen prices change, says which drafts of price reviews that comes to, makes them and opens them. */
export function ChangePrices({ target, onDone, onCancel }: Props) {
  const id = useId()
  const asked = useChange({ target, onDone })
  const { typed, put, change, checked, error, isTried, isRunning, made, make, open } = asked
  if (made.length > 0)
    return (
      <Made
        drafts={made}
        onOpen={(address) => open(made, address)}
        onClose={() => onDone(made.reduce((sum, { lines }) => sum + lines, 0))}
      />
    )
  return (
    <ChangeDialog
      title={changeText('title')}
      width={640}
      submit={changeText('make', { count: checked?.drafts.length ?? 1 })}
      isRunning={isRunning}
      isDisabled={!checked || checked.eligible === 0}
      onSubmit={make}
      onCancel={onCancel}
    >
      <p className="quiet">{changeText('note')}</p>
      <Choices
        legend={changeText('way')}
        isRow
        value={typed.way}
        options={CHANGE_WAYS.map((way) => ({ value: way, label: changeText(`ways.${way}`) }))}
        onChange={(way) => put({ way })}
      />
      <ChangeFields id={id} {...asked} />
      <Field
        id={`${id}-reason`}
        label={changeText('reason')}
        isRequired
        error={isTried && typed.reason.trim() === '' ? changeText('missing') : undefined}
      >
        <Input.TextArea
          rows={2}
          maxLength={500}
          value={typed.reason}
          onChange={({ target: { value } }) => put({ reason: value })}
        />
      </Field>
      <div role="status" className="change-prices-result">
        {error && change !== null ? <p className="field-error">{error.message}</p> : null}
        {checked ? <Result checked={checked} /> : change !== null && !error ? changeText('checking') : null}
      </div>
    </ChangeDialog>
  )
}

type FieldsProps = Pick<Change, 'typed' | 'put' | 'change' | 'choices' | 'isTried'> & { readonly id: string }

/** The value, the days, the classification and the basis. */
function ChangeFields({ id, typed, put, change, choices, isTried }: FieldsProps) {
  const { way, value, effectiveFrom, effectiveTo, classificationCode, basis } = typed
  const isUnread = change === null && effectiveFrom !== ''
  const wrong = way === 'price' ? changeText('priceWrong') : changeText('valueWrong')
  return (
    <div className="change-prices-fields">
      {way === 'same' ? null : (
        <Field
          id={`${id}-value`}
          label={changeText(`values.${way}`)}
          isRequired
          error={isUnread && (isTried || value !== '') ? wrong : undefined}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            autoFocus
            value={value}
            onChange={({ target }) => put({ value: target.value })}
          />
        </Field>
      )}
      <Field
        id={`${id}-from`}
        label={changeText('from')}
        isRequired
        error={effectiveFrom === '' ? changeText('missing') : undefined}
      >
        <DayInput value={effectiveFrom} onChange={(day) => put({ effectiveFrom: day })} />
      </Field>
      <Field id={`${id}-to`} label={changeText('to')} aside={changeText('toHint')}>
        <DayInput value={effectiveTo} onChange={(day) => put({ effectiveTo: day })} />
      </Field>
      <Field id={`${id}-classification`} label={changeText('classification')} aside={changeText('classificationHint')}>
        <TextChoice
          value={classificationCode}
          options={choices.map(({ code, name }) => ({ value: code, label: `${code} / ${name}` }))}
          allowClear
          disabled={choices.length === 0}
          onChange={(code) => put({ classificationCode: code })}
        />
      </Field>
      <Field id={`${id}-basis`} label={changeText('basis')}>
        <TextChoice
          value={basis}
          options={BASES.map((each) => ({ value: each, label: priceListText(`bases.${each}`) }))}
          allowClear
          onChange={(each) => put({ basis: each as Typed['basis'] })}
        />
      </Field>
    </div>
  )
}

const draftAddress = ({ no }: MadeDraft): string => formAddress(priceReview, 'pc', no) ?? priceReview.pages.list

/** Drafts that are named one by one. */
const SHOWN = 8

/** Which drafts it would be, and what is left out. */
function Result({ checked: { chosen, eligible, drafts, leftOut } }: { readonly checked: CheckedChange }) {
  const named = drafts.slice(0, SHOWN)
  return (
    <>
      <p>
        {eligible === 0
          ? changeText('none', { chosen })
          : changeText('result', { chosen, eligible, count: drafts.length })}
      </p>
      <ul>
        {named.map((draft, at) => {
          const { areaName: area, tradeTermCode: term, currency, effectiveFrom: from, lines } = draft
          const party = draft.classificationCode ?? draft.customerCode ?? ''
          const to = draft.effectiveTo ?? changeText('open')
          const kind = changeText(`kinds.${draft.kind}`)
          return (
            <li key={at}>
              {changeText('draft', { area, party, term, currency, kind, from, to, lines })}
              {draft.rounding ? <PercentTable rule={draft.rounding} rows={draft.examples} /> : null}
            </li>
          )
        })}
        {drafts.length > named.length ? (
          <li>{changeText('moreDrafts', { count: drafts.length - named.length })}</li>
        ) : null}
        {leftOut.map(({ reason, no, count }) => (
          <li key={`${reason} ${no ?? ''}`} className="change-prices-left">
            {changeText('left', { count, reason: changeText(`reasons.${reason}`, { no: no ?? '' }) })}
          </li>
        ))}
      </ul>
    </>
  )
}

interface MadeProps {
  readonly drafts: readonly MadeDraft[]
  readonly onOpen: (address: string) => void
  readonly onClose: () => void
}

/** Several drafts, each to be opened. */
function Made({ drafts, onOpen, onClose }: MadeProps) {
  return (
    <Dialog
      title={changeText('made')}
      closeLabel={pageText('common.close')}
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{pageText('common.close')}</Button>
          <Button type="primary" onClick={() => onOpen(`${priceReview.pages.list}?state=${priceReview.initial}`)}>
            {changeText('all')}
          </Button>
        </>
      }
    >
      <p>{changeText('madeNote')}</p>
      <ul className="change-prices-made">
        {drafts.map((draft) => (
          <li key={draft.id}>
            <button type="button" className="link-button code" onClick={() => onOpen(draftAddress(draft))}>
              {draft.no}
            </button>{' '}
            {draft.title} <span className="quiet">{changeText('lines', { count: draft.lines })}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
