import Button from 'antd-mobile/es/components/button'
import { Fragment, lazy, Suspense, useRef, useState } from 'react'
import { type AnyRecord, formFields, type RecordField } from '#kernel/engine/record/definition.ts'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { instantAt, wallClock, zoneNote } from '#kernel/web/ui/time.ts'
import { pageText } from '../../client/i18n.ts'
import { notify } from '../../client/live/notices.ts'
import { useOptions } from '../../client/use-options.ts'
import { ChoiceRow, DayRow, InputRow, PickerRow, TextAreaRow } from '../../phone/document/FieldRows.tsx'
import { PhoneLink } from '../../phone/PhoneLink.tsx'
import { MenuButton } from '../../phone/parts/MenuButton.tsx'
import { usePhoneTitle } from '../../phone/use-phone-title.ts'
import { useSession } from '../../shell/session-context.ts'
import { ImageControl } from './ImageControl.tsx'
import { offeredOf } from '#kernel/engine/record/choices.ts'
import { placeFieldsOf } from './place-fields.ts'
import { PlaceTools } from './PlaceControl.tsx'
import { fixedFields } from '../life-of.ts'
import { recordApi, type RecordWire } from '../record-api.ts'
import { kitText, textsOf } from '../record-texts.ts'
import { momentsOf } from './moments.ts'
import { type RecordDraft, useRecordDraft } from './use-record-draft.ts'
import '../../phone/action-bar.css'
import '../../phone/document/field-rows.css'

const RecordConflict = lazy(async () => ({ default: (await import('./RecordConflict.tsx')).RecordConflict }))

interface PhoneRecordFormProps {
  readonly record: AnyRecord
  /** Null for a new one. */
  readonly stored: RecordWire | null
  /** Initial values of a new one, by field. */
  readonly begins: Readonly<Record<string, string>>
  /** Address to go back to. */
  readonly back: string | null
  readonly onSaved: (saved: RecordWire) => void
}

/** The form of a record on a phone: rows of fields, a picture by camera, a position by location. */
export function PhoneRecordForm({ record, stored, begins, back, onSaved }: PhoneRecordFormProps) {
  const texts = textsOf(record)
  const page = useRef<HTMLElement>(null)
  const { user } = useSession()
  const draft = useRecordDraft(
    record,
    stored,
    (saved) => {
      notify('success', kitText('saved'))
      onSaved(saved)
    },
    stored ? undefined : { ...momentsOf(record), ...begins },
    keptName(user.userAccount, record, stored, begins),
  )
  const title = stored ? `${kitText('edit')} · ${stored.name}` : kitText('new', { label: texts.label() })
  usePhoneTitle(title)
  const save = async (): Promise<void> => {
    // After the errors are rendered under their fields.
    if (!(await draft.save())) setTimeout(() => goToFirst(page.current), 50)
  }
  const [latitude, longitude] = placeFieldsOf(record) ?? []
  return (
    <>
      <main className="phone-page has-bar" ref={page}>
        <header className="phone-head">
          <MenuButton />
          {back === null ? null : (
            <PhoneLink to={back} className="back-link">
              <Icon name="left" size={18} />
              {stored?.name ?? texts.title()}
            </PhoneLink>
          )}
          <h1>{title}</h1>
        </header>
        <FormProblems draft={draft} />
        <section className="field-rows" aria-label={texts.label()}>
          {Object.entries(formFields(record, stored)).map(([name, field]) => (
            <Fragment key={name}>
              {name === latitude && longitude !== undefined ? (
                <PlaceTools
                  latitude={draft.values[latitude] ?? ''}
                  longitude={draft.values[longitude] ?? ''}
                  onPick={(north, east) => {
                    draft.change(latitude, north)
                    draft.change(longitude, east)
                  }}
                />
              ) : null}
              <Row record={record} stored={stored} draft={draft} name={name} field={field} />
            </Fragment>
          ))}
        </section>
      </main>
      <footer className="action-bar">
        <Button
          block
          color="primary"
          loading={draft.isSaving}
          loadingText={kitText('save')}
          disabled={draft.isSaving || draft.conflict !== null}
          onClick={() => void save()}
        >
          {kitText('save')}
        </Button>
      </footer>
    </>
  )
}

/** Identifies the person, the form and its initial values: other values or another version of the record start a new input. */
function keptName(
  account: string,
  { name, fields }: AnyRecord,
  stored: RecordWire | null,
  begins: PhoneRecordFormProps['begins'],
): string {
  const which = stored
    ? `${stored.id} ${stored.version}`
    : new URLSearchParams(Object.entries(begins).filter(([field]) => field in fields))
  return `${account} ${name} ${which}`
}

function goToFirst(page: HTMLElement | null): void {
  const first = page?.querySelector<HTMLElement>('[data-invalid]') ?? page?.querySelector<HTMLElement>('.banner-error')
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center' })
}

/** Errors of no field, and conflicts with another person's change. */
function FormProblems({ draft }: { readonly draft: RecordDraft }) {
  const { conflict, problems } = draft
  if (conflict)
    return (
      <div className="banner banner-warning" role="alert">
        <Icon name="alert" />
        <div>
          <Suspense fallback={null}>
            <RecordConflict {...conflict} />
          </Suspense>
          <p className="record-choice">
            <Button size="small" onClick={draft.takeTheirs}>
              {pageText('form.conflictTheirs')}
            </Button>
            <Button size="small" color="primary" onClick={draft.keepMine}>
              {pageText('form.conflictMine')}
            </Button>
          </p>
        </div>
      </div>
    )
  const loose = problems.filter(({ field }) => field === null)
  if (loose.length === 0) return null
  return (
    <div className="banner banner-error" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div>
        {loose.map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  readonly record: AnyRecord
  readonly stored: RecordWire | null
  readonly draft: RecordDraft
  readonly name: string
  readonly field: RecordField
}

/** From this length on a text has several rows. */
const LONG_TEXT = 250
/** Most choices side by side. */
const SIDE_BY_SIDE = 3

function Row({ record, stored, draft, name, field }: RowProps) {
  const texts = textsOf(record)
  const value = draft.values[name] ?? ''
  const error = draft.problems.find((problem) => problem.field === name)?.text
  const change = (next: string): void => draft.change(name, next)
  const row = { label: texts.field(name), isRequired: field.required, ...(error === undefined ? {} : { error }) }
  if (fixedFields(record, stored).has(name)) return <FixedRow label={row.label} text={value} />
  if (field.refersTo) return <ReferenceRow {...{ record, name, row, value, stored }} onChange={change} />
  if (field.isImage) {
    const fileName = stored?.values[name] === value ? (stored.names[name] ?? '') : ''
    return (
      <div className="field-row phone-field is-block">
        <span className="field-row-label">
          {row.label}
          {field.required ? (
            <span className="field-star" aria-hidden="true">
              *
            </span>
          ) : null}
        </span>
        <ImageControl value={value} name={fileName} isPhone aria-invalid={error !== undefined} onChange={change} />
        {error ? <p className="field-error">{error}</p> : null}
      </div>
    )
  }
  if (field.options) {
    const options = offeredOf(record, name).map((each) => ({ value: each, label: texts.option(name, each) }))
    if (options.length <= SIDE_BY_SIDE) return <ChoiceRow {...row} value={value} options={options} onChange={change} />
    return (
      <PickerRow
        {...row}
        value={value}
        options={options}
        isLoading={false}
        onPick={(option) => change(option?.value ?? '')}
      />
    )
  }
  if (field.stored === 'timestamptz')
    return (
      <DayRow
        {...row}
        hasTime
        aside={zoneNote()}
        value={wallClock(value)}
        onChange={(wall) => change(instantAt(wall))}
      />
    )
  if (field.stored === 'date') return <DayRow {...row} value={value} onChange={change} />
  if ((field.max ?? 0) >= LONG_TEXT)
    return <TextAreaRow {...row} value={value} maxLength={field.max ?? LONG_TEXT} onChange={change} />
  const isNumber = field.kind === 'integer' || field.kind === 'money' || field.stored === 'numeric'
  return <InputRow {...row} value={value} inputMode={isNumber ? 'decimal' : 'text'} onChange={change} />
}

function FixedRow({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="field-row">
      <div className="field-row-main">
        <span className="field-row-label">{label}</span>
        <span className="field-row-value">{text || '/'}</span>
      </div>
    </div>
  )
}

interface ReferenceRowProps {
  readonly record: AnyRecord
  readonly name: string
  readonly row: { readonly label: string; readonly isRequired: boolean; readonly error?: string }
  readonly value: string
  readonly stored: RecordWire | null
  readonly onChange: (value: string) => void
}

const optionOf = ({ code, name }: { readonly code: string; readonly name: string }) => ({
  value: code,
  label: `${code} / ${name}`,
})

/** Codes are searched on the server: a list of stores is too long for a phone. */
function ReferenceRow({ record, name, row, value, stored, onChange }: ReferenceRowProps) {
  const [word, setWord] = useState('')
  const load = () => recordApi(record).choices(name, word, 41, { handles: true })
  const { options, isLoading, onRetry } = useOptions([`${record.name}.${name}`, word], load, optionOf)
  const known = stored?.values[name] === value ? stored.names[name] : null
  return (
    <PickerRow
      {...row}
      value={value}
      {...(known ? { valueText: `${value} / ${known}` } : {})}
      options={options}
      isLoading={isLoading}
      onRetry={onRetry}
      onSearch={setWord}
      onPick={(option) => onChange(option?.value ?? '')}
    />
  )
}
