import { productNow } from '#kernel/base/clock/clock.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, DatePicker, Input, Select } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { dayBounds, homeDay } from '#kernel/web/ui/time.ts'
import { dayjs } from '../days/dayjs.ts'
import { ApiError } from '../client/api.ts'
import { pageText, runningLanguage } from '../client/i18n.ts'
import { notify } from '../client/live/notices.ts'
import { TextChoice } from '../form/TextChoice.tsx'
import type { PersonChoice } from '../people/people-api.ts'
import { PeoplePicker } from '../people/PeoplePicker.tsx'
import { absenceApi, absenceKeys, type AbsenceOptions, type NewAbsence } from './absence-api.ts'
import { absenceText } from './absence-text.ts'

interface Draft {
  readonly account: readonly PersonChoice[]
  readonly substitute: readonly PersonChoice[]
  readonly firstDay: string
  readonly lastDay: string
  readonly types: readonly string[]
  readonly organisation: string | null
  readonly amount: string
  readonly currency: string | null
  readonly reason: string
}

type Problems = Readonly<Record<string, string>>

/** Form fields of the server's fields. */
const PLACES: Readonly<Record<string, keyof Draft>> = {
  account: 'account',
  substitute: 'substitute',
  startsAt: 'firstDay',
  endsAt: 'lastDay',
  documentTypes: 'types',
  organisation: 'organisation',
  amountLimit: 'amount',
  currency: 'currency',
}

interface AbsenceFormProps {
  readonly options: AbsenceOptions
  /** An administrator chooses who is away; the field is initially empty. */
  readonly isForOthers: boolean
  readonly onClose: () => void
}

/** Form of an absence: substitute, period and documents; the server's refusals are shown at their fields. */
export function AbsenceForm({ options, isForOthers, onClose }: AbsenceFormProps) {
  const [today] = useState(() => homeDay())
  const [draft, setDraft] = useState<Draft>({
    account: [],
    substitute: [],
    firstDay: today,
    lastDay: '',
    types: [],
    organisation: null,
    amount: '',
    currency: null,
    reason: '',
  })
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setSaving] = useState(false)
  const client = useQueryClient()
  const put = (change: Partial<Draft>): void => {
    setDraft({ ...draft, ...change })
    setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => !(name in change))))
  }
  const save = async (): Promise<void> => {
    const found = problemsOf(draft, isForOthers)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setSaving(true)
    try {
      await absenceApi.save(absenceOf(draft, today))
      notify(
        'success',
        absenceText('form.saved', {
          substitute: draft.substitute[0]?.name ?? '',
          from: draft.firstDay,
          to: draft.lastDay,
        }),
      )
      await client.invalidateQueries({ queryKey: absenceKeys.all })
      onClose()
    } catch (error) {
      setProblems(refusalsOf(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Dialog
      title={absenceText('form.title')}
      closeLabel={pageText('common.close')}
      shape="drawer"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{absenceText('form.cancel')}</Button>
          <Button type="primary" disabled={isSaving} onClick={() => void save()}>
            {absenceText(isSaving ? 'form.saving' : 'form.save')}
          </Button>
        </>
      }
    >
      <form
        className="absence-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {problems['form'] ? (
          <p className="field-error" role="alert">
            {problems['form']}
          </p>
        ) : null}
        <People draft={draft} problems={problems} isForOthers={isForOthers} put={put} />
        <Days draft={draft} problems={problems} today={today} put={put} />
        <Limits draft={draft} problems={problems} options={options} put={put} />
      </form>
    </Dialog>
  )
}

function problemsOf(draft: Draft, isForOthers: boolean): Problems {
  const missing = absenceText('form.missing')
  return {
    ...(isForOthers && draft.account.length === 0 ? { account: missing } : {}),
    ...(draft.substitute.length === 0 ? { substitute: missing } : {}),
    ...(draft.firstDay === '' ? { firstDay: missing } : {}),
    ...(draft.lastDay === '' ? { lastDay: missing } : {}),
    ...(draft.lastDay !== '' && draft.lastDay < draft.firstDay ? { lastDay: absenceText('form.backwards') } : {}),
    ...(draft.amount.trim() !== '' && !draft.currency ? { currency: missing } : {}),
  }
}

function absenceOf(draft: Draft, today: string): NewAbsence {
  const { account, amount, firstDay, lastDay } = draft
  // An absence from today begins now, since earlier decisions were the person's own.
  const start = firstDay === today ? productNow() : dayBounds(firstDay).start
  return {
    ...(account[0] ? { account: account[0].account } : {}),
    substitute: draft.substitute[0]?.account ?? '',
    documentTypes: draft.types.length > 0 ? draft.types : null,
    organisation: draft.organisation,
    amountLimit: amount.trim() || null,
    currency: amount.trim() === '' ? null : draft.currency,
    startsAt: start.toISOString(),
    endsAt: dayBounds(lastDay).end.toISOString(),
    reason: draft.reason.trim() || null,
  }
}

function refusalsOf(error: unknown): Problems {
  const refusals = error instanceof ApiError ? error.refusals : []
  const placed = refusals.flatMap(({ field, msg }) => {
    const place = PLACES[field ?? '']
    return place ? [[place, msg ?? ''] as const] : []
  })
  return placed.length > 0
    ? Object.fromEntries(placed)
    : { form: error instanceof Error ? error.message : String(error) }
}

interface PartProps {
  readonly draft: Draft
  readonly problems: Problems
  readonly put: (change: Partial<Draft>) => void
}

const SUBSTITUTE = { verb: 'substitute' } as const

function People({ draft, problems, put, isForOthers }: PartProps & { readonly isForOthers: boolean }) {
  return (
    <>
      {isForOthers ? (
        <PeoplePicker
          label={absenceText('form.account')}
          picking={SUBSTITUTE}
          most={1}
          value={draft.account}
          onChange={(account) => put({ account })}
          error={problems['account'] ?? null}
        />
      ) : null}
      <PeoplePicker
        label={absenceText('form.substitute')}
        picking={SUBSTITUTE}
        most={1}
        value={draft.substitute}
        onChange={(substitute) => put({ substitute })}
        error={problems['substitute'] ?? null}
      />
    </>
  )
}

function Days({ draft, problems, put, today }: PartProps & { readonly today: string }) {
  dayjs.locale(runningLanguage() === 'zh' ? 'zh-cn' : 'en')
  const day = (name: 'firstDay' | 'lastDay', earliest: string) => (
    <Field id={`absence-${name}`} label={absenceText(`form.${name}`)} isRequired error={problems[name]}>
      <DatePicker
        style={{ width: '100%' }}
        placeholder={pageText('common.choose')}
        value={draft[name] ? dayjs(draft[name]) : null}
        minDate={dayjs(earliest)}
        onChange={(next) => put({ [name]: next ? next.format('YYYY-MM-DD') : '' })}
      />
    </Field>
  )
  return (
    <div className="absence-pair">
      {day('firstDay', today)}
      {day('lastDay', draft.firstDay || today)}
    </div>
  )
}

function Limits({ draft, problems, put, options }: PartProps & { readonly options: AbsenceOptions }) {
  return (
    <>
      <Field id="absence-types" label={absenceText('form.types')} error={problems['types']}>
        <Select
          mode="multiple"
          style={{ width: '100%' }}
          placeholder={absenceText('form.typesAll')}
          value={[...draft.types]}
          options={options.documentTypes.map(({ code, name }) => ({ value: code, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(types: string[]) => put({ types })}
        />
      </Field>
      <Field id="absence-organisation" label={absenceText('form.organisation')} error={problems['organisation']}>
        <TextChoice
          allowClear
          placeholder={absenceText('form.organisationAll')}
          value={draft.organisation}
          options={options.organisations.map(({ code, name }) => ({ value: code, label: `${code} / ${name}` }))}
          onChange={(organisation) => put({ organisation })}
        />
      </Field>
      <div className="absence-pair">
        <Field id="absence-amount" label={absenceText('form.amount')} error={problems['amount']}>
          <Input
            inputMode="decimal"
            placeholder={absenceText('form.amountAll')}
            value={draft.amount}
            onChange={(event) => put({ amount: event.target.value })}
          />
        </Field>
        <Field id="absence-currency" label={absenceText('form.currency')} error={problems['currency']}>
          <TextChoice
            allowClear
            value={draft.currency}
            options={options.currencies.map((code) => ({ value: code, label: code }))}
            onChange={(currency) => put({ currency })}
          />
        </Field>
      </div>
      <Field id="absence-reason" label={absenceText('form.reason')}>
        <Input maxLength={200} value={draft.reason} onChange={(event) => put({ reason: event.target.value })} />
      </Field>
    </>
  )
}
