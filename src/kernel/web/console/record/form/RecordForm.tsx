import { Button } from 'antd'
import { Fragment, lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { askAddress } from '#kernel/engine/record/change-address.ts'
import { type AnyRecord, keyField, formFields } from '#kernel/engine/record/definition.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import { zoneNote } from '#kernel/web/ui/time.ts'
import { pageText } from '../../client/i18n.ts'
import { DayInput } from '../../days/DayInput.tsx'
import { FormSummary, withLabel } from '../../form/summary/FormSummary.tsx'
import { isLongText } from '../../form/TypedControl.tsx'
import { Banner } from '../../Banner.tsx'
import { fixedFields, isGuarded } from '../life-of.ts'
import type { RecordWire } from '../record-api.ts'
import { placeFieldsOf } from './place-fields.ts'
import { PlaceTools } from './PlaceControl.tsx'
import { RecordControl } from './RecordControl.tsx'
import { kitText, textsOf } from '../record-texts.ts'
import { momentsOf } from './moments.ts'
import { FROM, type RecordDraft, useRecordDraft } from './use-record-draft.ts'
import '../../document/document.css'
import '../record.css'

const RecordConflict = lazy(async () => ({ default: (await import('./RecordConflict.tsx')).RecordConflict }))

interface RecordFormProps {
  readonly record: AnyRecord
  /** Null for a new one. */
  readonly stored: RecordWire | null
  /** Initial values of a new one. */
  readonly start?: Readonly<Record<string, string>> | undefined
  readonly onSaved: (saved: RecordWire) => void
  readonly onClose: () => void
}

/** The form of a record: its fields, errors, and conflicts with another person's change. */
export function RecordForm({ record, stored, start, onSaved, onClose }: RecordFormProps) {
  const draft = useRecordDraft(record, stored, onSaved, stored ? undefined : { ...momentsOf(record), ...start })
  const [isLeaving, setLeaving] = useState(false)
  const texts = textsOf(record)
  const leave = (): void => (draft.isDirty ? setLeaving(true) : onClose())
  return (
    <Dialog
      shape="drawer"
      // The address of the list says that a new one is made.
      isAddressed={stored === null}
      width={640}
      title={stored ? `${kitText('edit')} · ${stored.name}` : kitText('new', { label: texts.label() })}
      closeLabel={pageText('common.close')}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{pageText('common.cancel')}</Button>
          <Button
            type="primary"
            loading={draft.isSaving}
            disabled={draft.conflict !== null}
            onClick={() => void draft.save()}
          >
            {kitText('save')}
          </Button>
        </>
      }
    >
      <form
        className="record-form"
        onSubmit={(event) => {
          event.preventDefault()
          void draft.save()
        }}
      >
        <Problems record={record} draft={draft} />
        <Fields record={record} stored={stored} draft={draft} fixed={fixedFields(record, stored)} />
        {stored && record.guarded && isGuarded(record, stored) ? (
          <p className="quiet">
            {kitText('guarded', { fields: record.guarded.map((name) => texts.field(name)).join(', ') })}{' '}
            <Link to={askAddress('pc', record, String(stored.values[record.key]), 'change')}>{kitText('ask')}</Link>
          </p>
        ) : null}
        <button type="submit" hidden />
      </form>
      {isLeaving ? (
        <Dialog
          title={pageText('shell.leaveTitle')}
          closeLabel={pageText('common.close')}
          onClose={() => setLeaving(false)}
          footer={
            <>
              <Button onClick={() => setLeaving(false)}>{pageText('shell.leaveStay')}</Button>
              <Button danger onClick={onClose}>
                {pageText('shell.leaveDiscard')}
              </Button>
            </>
          }
        >
          <p>{pageText('shell.leaveText', { title: stored?.name ?? kitText('new', { label: texts.label() }) })}</p>
        </Dialog>
      ) : null}
    </Dialog>
  )
}

function Problems({ record, draft }: { readonly record: AnyRecord; readonly draft: RecordDraft }) {
  const { conflict, problems, attempt } = draft
  const texts = textsOf(record)
  if (conflict)
    return (
      <Banner kind="warning">
        <Suspense fallback={null}>
          <RecordConflict {...conflict} />
        </Suspense>
        <span className="record-choice">
          <Button size="small" onClick={draft.takeTheirs}>
            {pageText('form.conflictTheirs')}
          </Button>
          <Button size="small" type="primary" onClick={draft.keepMine}>
            {pageText('form.conflictMine')}
          </Button>
        </span>
      </Banner>
    )
  const placeOf = (field: string | null) => Object.keys(record.fields).indexOf(field ?? '')
  return (
    <FormSummary
      attempt={attempt}
      problems={problems
        .toSorted((one, other) => placeOf(one.field) - placeOf(other.field))
        .map(({ field, text }) => ({
          key: field ?? text,
          text: field ? withLabel(field === FROM ? kitText('countsFrom') : texts.field(field), text) : text,
          jump: () => document.getElementById(`${draft.formId}-${field ?? keyField(record)}`)?.focus(),
        }))}
    />
  )
}

interface FieldsProps {
  readonly record: AnyRecord
  readonly stored: RecordWire | null
  readonly draft: RecordDraft
  readonly fixed: ReadonlySet<string>
}

function Fields({ record, stored, draft, fixed }: FieldsProps) {
  const texts = textsOf(record)
  const [latitude, longitude] = placeFieldsOf(record) ?? []
  return (
    <div className="form-grid">
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
          <Field
            id={`${draft.formId}-${name}`}
            label={texts.field(name)}
            isRequired={field.required}
            error={draft.problems.find((problem) => problem.field === name)?.text}
            aside={field.stored === 'timestamptz' ? zoneNote() : undefined}
            wide={Boolean(field.links) || field.isImage || (!field.refersTo && isLongText(field))}
          >
            <RecordControl
              record={record}
              name={name}
              value={draft.values[name] ?? ''}
              isFixed={fixed.has(name)}
              fileName={stored?.values[name] === draft.values[name] ? stored?.names[name] : null}
              onChange={(value) => draft.change(name, value)}
            />
          </Field>
          {name === record.dated?.field && draft.isDated ? <FromDay draft={draft} /> : null}
        </Fragment>
      ))}
    </div>
  )
}

/** The day on which it takes effect; empty means today. */
function FromDay({ draft }: { readonly draft: RecordDraft }) {
  return (
    <Field
      id={`${draft.formId}-${FROM}`}
      label={kitText('countsFrom')}
      isRequired={false}
      error={draft.problems.find(({ field }) => field === FROM)?.text}
    >
      <DayInput value={draft.from} onChange={draft.setFrom} />
    </Field>
  )
}
