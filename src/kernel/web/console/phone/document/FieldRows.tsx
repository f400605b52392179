import { type ComponentProps, useId, type ReactNode } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import { ChoiceSet } from '../form/ChoiceSet.tsx'
import { DayButton, OptionButton } from '../form/SheetButtons.tsx'
import './field-rows.css'

export interface RowProps {
  readonly label: string
  readonly isRequired?: boolean
  readonly error?: string | undefined
  /** The limit of this field, recomputed while typing. */
  readonly aside?: ReactNode
}

interface FrameProps extends RowProps {
  readonly children: (ids: {
    readonly id: string
    readonly described: { 'aria-describedby'?: string; 'data-invalid'?: true }
  }) => ReactNode
}

/** One row of a form: label at the start, value at the end, limit and error below. */
export function RowFrame({ error, aside, children }: FrameProps) {
  const id = useId()
  const described = error ? { 'aria-describedby': `${id}-error`, 'data-invalid': true as const } : {}
  return (
    <div className="field-row">
      {children({ id, described })}
      {aside ? <p className="field-aside">{aside}</p> : null}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

export function Label({ label, isRequired }: { readonly label: string; readonly isRequired: boolean | undefined }) {
  return (
    <>
      {label}
      {isRequired ? (
        <span className="field-star" aria-hidden="true">
          *
        </span>
      ) : null}
    </>
  )
}

type OptionProps = Omit<ComponentProps<typeof OptionButton>, 'id' | 'title' | 'className' | 'children'>

interface PickerRowProps extends RowProps, OptionProps {
  /** Shown where the options do not contain the value, or not yet. */
  readonly valueText?: string
}

/** Value help: a tap opens a searchable list. */
export function PickerRow({ label, isRequired, error, aside, valueText, ...picker }: PickerRowProps) {
  const { value, options, onRetry } = picker
  const text = options.find((option) => option.value === value)?.label ?? valueText ?? value
  return (
    <RowFrame label={label} error={error} aside={aside}>
      {({ id, described }) => (
        <OptionButton
          {...picker}
          {...{ id, described }}
          className="field-row-main"
          title={label}
          canClear={!isRequired}
        >
          <Chosen
            {...{ label, isRequired }}
            text={value && text}
            hint={onRetry ? 'options.failed' : 'common.choose'}
            icon="right"
          />
        </OptionButton>
      )}
    </RowFrame>
  )
}

type DayProps = Omit<ComponentProps<typeof DayButton>, 'id' | 'title' | 'className' | 'children'>

/** A tap opens a calendar. */
export function DayRow({ label, isRequired, error, aside, ...day }: RowProps & DayProps) {
  return (
    <RowFrame label={label} error={error} aside={aside}>
      {({ id, described }) => (
        <DayButton {...day} {...{ id, described }} className="field-row-main" title={label} canClear={!isRequired}>
          <Chosen {...{ label, isRequired }} text={day.value} hint="common.choose" icon="calendar" />
        </DayButton>
      )}
    </RowFrame>
  )
}

interface ChosenProps extends Pick<RowProps, 'label' | 'isRequired'> {
  readonly text: string | null | undefined
  readonly hint: 'options.failed' | 'common.choose'
  readonly icon: 'right' | 'calendar'
}

/** What the button of a row shows. */
export function Chosen({ label, isRequired, text, hint, icon }: ChosenProps) {
  return (
    <>
      <span className="field-row-label">
        <Label label={label} isRequired={isRequired} />
      </span>
      <span className={text ? 'field-row-value' : 'field-row-value is-empty'}>{text || pageText(hint)}</span>
      <Icon name={icon} size={16} />
    </>
  )
}

interface InputRowProps extends RowProps {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Called when the input is left. */
  readonly onBlur?: () => void
  readonly maxLength?: number
  readonly inputMode?: 'decimal' | 'text'
  /** Suffix of a number. */
  readonly unit?: string
}

export function InputRow({ value, onChange, onBlur, maxLength, inputMode = 'text', unit, ...row }: InputRowProps) {
  return (
    <RowFrame {...row}>
      {({ id, described }) => (
        <div className="field-row-main">
          <label className="field-row-label" htmlFor={id}>
            <Label label={row.label} isRequired={row.isRequired} />
          </label>
          <input
            id={id}
            value={value}
            maxLength={maxLength}
            inputMode={inputMode}
            autoComplete="off"
            aria-required={row.isRequired ?? false}
            aria-invalid={row.error !== undefined}
            {...described}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
          {unit ? <span className="field-row-unit">{unit}</span> : null}
        </div>
      )}
    </RowFrame>
  )
}

interface TextAreaRowProps extends RowProps {
  readonly value: string
  readonly maxLength: number
  readonly onChange: (text: string) => void
}

export function TextAreaRow({ value, maxLength, onChange, ...row }: TextAreaRowProps) {
  return (
    <RowFrame {...row}>
      {({ id, described }) => (
        <div className="phone-field is-block">
          <label htmlFor={id}>
            <Label label={row.label} isRequired={row.isRequired} />
          </label>
          <textarea
            id={id}
            rows={3}
            value={value}
            maxLength={maxLength}
            aria-required={row.isRequired ?? false}
            aria-invalid={row.error !== undefined}
            {...described}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </RowFrame>
  )
}

interface ChoiceRowProps<T extends string> extends RowProps {
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

/** Two or three choices side by side. */
export function ChoiceRow<T extends string>({ value, options, onChange, ...row }: ChoiceRowProps<T>) {
  return (
    <RowFrame {...row}>
      {({ id }) => (
        <div className="field-row-main">
          <span className="field-row-label" id={`${id}-label`}>
            <Label label={row.label} isRequired={row.isRequired} />
          </span>
          <ChoiceSet labelId={`${id}-label`} options={options} value={value} onChange={onChange} />
        </div>
      )}
    </RowFrame>
  )
}
