import { lazy, Suspense } from 'react'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { nameOf, type Names, unitOf, viewOf } from '#kernel/engine/definition/view.ts'
import { type Amount as Sum, amount, amountText } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { documentTexts } from '../../client/document-texts.ts'
import { pageText } from '../../client/i18n.ts'
import type { FormDraft } from '../../form/draft/draft.ts'
import type { FieldsSpec, Limit } from '../../form/form-spec.ts'
import { listOf, fitting, type FormOptions, type OptionList } from '../../form/options.ts'
import { isStructured } from '../../structured-field/structured-summary.ts'
import type { Values } from '../../sheet/sheet-columns.ts'
import { ChoiceRow, DayRow, InputRow, PickerRow, TextAreaRow } from '../document/FieldRows.tsx'
import { settledText } from '../../form/settled-text.ts'

/** Lazy-loaded: few documents name another one. */
const DocumentRow = lazy(() => import('../../pick/DocumentRow.tsx').then((module) => ({ default: module.DocumentRow })))

/** Lazy-loaded: few fields are tiers or lists of codes. */
const StructuredRow = lazy(() =>
  import('../document/StructuredRow.tsx').then((module) => ({ default: module.StructuredRow })),
)

interface FormFieldsProps {
  readonly spec: FieldsSpec
  readonly draft: FormDraft
  readonly names: Names
  readonly options: FormOptions
  readonly errors: Readonly<Record<string, string>>
  readonly limits: readonly Limit[]
  /** Sum of the lines that is deducted from a limit. */
  readonly total: Sum
  readonly onChange: (name: string, value: string) => void
}

/** The header's fields in the order of the definition's view. */
export function FormFields({ spec, draft, names, options, errors, limits, total, onChange }: FormFieldsProps) {
  const { definition } = spec
  const texts = documentTexts(definition)
  const { currency: held } = viewOf(definition)
  const currency = held === null ? '' : (draft.header[held] ?? '')
  return (
    <section className="field-rows" aria-label={pageText('form.header')}>
      {(spec.formFields?.(draft.header) ?? viewOf(definition).form).map((name) => {
        const field = definition.fields[name]
        if (!field) return null
        const value = draft.header[name] ?? ''
        const limit = value === '' ? undefined : limits.find((each) => each.field === name && each.row === undefined)
        const list = listOf(texts, name, field, options.fields[name])
        return (
          <FormField
            key={name}
            name={name}
            field={field}
            label={texts.field(name)}
            isRequired={field.required}
            value={value}
            valueText={nameOf(field, names, value) ?? value}
            list={list && { ...list, options: fitting(list.options, draft.header) }}
            error={errors[name]}
            aside={limit ? <LimitNote limit={limit} total={total} /> : null}
            currency={currency}
            values={draft.header}
            onChange={(next) => onChange(name, next)}
          />
        )
      })}
    </section>
  )
}

export function LimitNote({ limit, total }: { readonly limit: Limit; readonly total: Sum }) {
  const { label, available, currency, isTakenFrom } = limit
  const left = limit.left ?? (isTakenFrom ? amountText(amount(available).minus(total)) : null)
  return (
    <>
      <span>
        {label} <Amount value={available} currency={currency} />
      </span>
      {left === null ? null : (
        <span>
          {pageText('form.leftAfter')} <Amount value={left} currency={currency} />
        </span>
      )}
    </>
  )
}

/** From this length on a text has several rows. */
const LONG_TEXT = 250
/** Most choices side by side. */
const SIDE_BY_SIDE = 3

interface FormFieldProps {
  readonly name: string
  readonly field: Field
  readonly label: string
  readonly isRequired: boolean
  readonly value: string
  /** Shown where the list does not contain the value, or not yet. */
  readonly valueText: string
  readonly list: OptionList | null
  readonly error: string | undefined
  readonly aside: React.ReactNode
  /** Currency of the document's amounts, for prices. */
  readonly currency: string
  /** The other values. */
  readonly values: Values
  readonly onChange: (value: string) => void
}

/** The control for a field, by its kind and the number of options. */
export function FormField(props: FormFieldProps) {
  const { name, field, value, valueText, list, onChange, label, isRequired, error, aside } = props
  const row = { label, isRequired, aside, ...(error === undefined ? {} : { error }) }
  if (list && field.kind === 'choice' && list.options.length <= SIDE_BY_SIDE)
    return <ChoiceRow {...row} value={value} options={list.options} onChange={onChange} />
  // Months, years: a few numbers in their order.
  const isShort = field.kind === 'integer' && field.refersTo === undefined
  if (list)
    return (
      <PickerRow
        {...row}
        {...(isShort ? { isShort } : { recentName: name })}
        value={value}
        valueText={valueText}
        options={list.options}
        isLoading={list.isLoading}
        onRetry={list.onRetry}
        {...(list.onSearch ? { onSearch: list.onSearch } : {})}
        isDisabled={list.options.length === 0 && !list.isLoading && !list.onRetry}
        onPick={(option) => onChange(option?.value ?? '')}
      />
    )
  if (field.document)
    return (
      <Suspense fallback={null}>
        <DocumentRow {...row} reference={field.document} header={props.values} value={value} onChange={onChange} />
      </Suspense>
    )
  if (isStructured(field))
    return (
      <Suspense fallback={null}>
        <StructuredRow
          {...row}
          field={field}
          value={value}
          values={props.values}
          currency={props.currency}
          onChange={onChange}
        />
      </Suspense>
    )
  if (field.kind === 'date')
    return (
      <DayRow
        {...row}
        value={value}
        {...(field.years ? { min: `${field.years[0]}-01-01`, max: `${field.years[1]}-12-31` } : {})}
        onChange={onChange}
      />
    )
  if ((field.max ?? 0) >= LONG_TEXT)
    return <TextAreaRow {...row} value={value} maxLength={field.max ?? LONG_TEXT} onChange={onChange} />
  return (
    <InputRow
      {...row}
      value={value}
      unit={field.kind === 'money' ? props.currency : unitOf(field, props.currency).trim()}
      inputMode={field.kind === 'money' || field.kind === 'integer' || field.exact ? 'decimal' : 'text'}
      maxLength={field.kind === 'money' ? 40 : (field.max ?? LONG_TEXT)}
      onChange={onChange}
      onBlur={() => {
        const settled = settledText(field, value, props.currency)
        if (settled !== value) onChange(settled)
      }}
    />
  )
}
