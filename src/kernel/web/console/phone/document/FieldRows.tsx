import { lazy, Suspense, useEffect, useId, useState, type ReactNode } from 'react'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { pageText } from '../../client/i18n.ts'
import type { PickerOption } from '../form/PickerSheet.tsx'
import '../form/choice-set.css'
import './field-rows.css'

const loadPicker = () => import('../form/PickerSheet.tsx')

/** A failure is shown when the sheet opens. */
const startLoading = (): void => void loadPicker().catch(() => undefined)

/** Lazy-loaded: a person opens it. */
const PickerSheet = lazy(async () => ({ default: (await loadPicker()).PickerSheet }))

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

interface PickerRowProps extends RowProps {
  readonly value: string | null | undefined
  /** Shown where the options do not contain the value, or not yet. */
  readonly valueText?: string
  readonly options: readonly PickerOption[]
  readonly isLoading: boolean
  readonly onRetry?: (() => void) | undefined
  readonly isDisabled?: boolean
  readonly recentName?: string
  /** The server searches; the options are its results. */
  readonly onSearch?: (word: string) => void
  readonly onPick: (option: PickerOption | null) => void
}

/** Value help: a tap opens a searchable list. */
export function PickerRow({
  value,
  valueText,
  options,
  isLoading,
  onRetry,
  isDisabled = false,
  recentName,
  onSearch,
  onPick,
  ...row
}: PickerRowProps) {
  const [isOpen, setOpen] = useState(false)
  // A mobile network may be lost while the person fills in the form: the sheet is preloaded at their first touch.
  useEffect(() => {
    addEventListener('pointerdown', startLoading, { once: true })
    return () => removeEventListener('pointerdown', startLoading)
  }, [])
  const chosen = options.find((option) => option.value === value)
  const text = value ? (chosen?.label ?? valueText ?? value) : null
  return (
    <RowFrame {...row}>
      {({ id, described }) => (
        <>
          <button
            type="button"
            id={id}
            className="field-row-main"
            disabled={isDisabled}
            aria-haspopup="dialog"
            {...described}
            onClick={() => setOpen(true)}
          >
            <span className="field-row-label">
              <Label label={row.label} isRequired={row.isRequired} />
            </span>
            <span className={text ? 'field-row-value' : 'field-row-value is-empty'}>
              {text ?? pageText(onRetry ? 'options.failed' : 'common.choose')}
            </span>
            <Icon name="right" size={16} />
          </button>
          {isOpen ? (
            <Suspense fallback={null}>
              <PickerSheet
                title={row.label}
                options={options}
                isLoading={isLoading}
                onRetry={onRetry}
                value={value ?? null}
                canClear={!row.isRequired}
                recentName={recentName}
                {...(onSearch ? { onSearch } : {})}
                onPick={onPick}
                onClose={() => setOpen(false)}
              />
            </Suspense>
          ) : null}
        </>
      )}
    </RowFrame>
  )
}

interface InputRowProps extends RowProps {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Called when the input is left. */
  readonly onBlur?: () => void
  readonly maxLength?: number
  readonly inputMode?: 'decimal' | 'text'
  readonly type?: 'text' | 'date' | 'datetime-local'
  /** Suffix of a number. */
  readonly unit?: string
}

export function InputRow({
  value,
  onChange,
  onBlur,
  maxLength,
  inputMode = 'text',
  type = 'text',
  unit,
  ...row
}: InputRowProps) {
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
            type={type}
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
          <div className="choice-set" role="radiogroup" aria-labelledby={`${id}-label`}>
            {options.map((option) => (
              <label key={option.value}>
                <input
                  type="radio"
                  name={id}
                  checked={option.value === value}
                  onChange={() => onChange(option.value)}
                />
                <span>{option.label}</span>
              </label>
            ))}
          </div>
        </div>
      )}
    </RowFrame>
  )
}

interface SelectRowProps extends RowProps {
  readonly value: number | null
  readonly options: readonly { readonly value: number; readonly label: string }[]
  readonly onChange: (value: number) => void
}

/** A short list, shown by the phone's native picker. */
export function SelectRow({ value, options, onChange, ...row }: SelectRowProps) {
  return (
    <RowFrame {...row}>
      {({ id, described }) => (
        <div className="field-row-main">
          <label className="field-row-label" htmlFor={id}>
            <Label label={row.label} isRequired={row.isRequired} />
          </label>
          <select
            id={id}
            value={value ?? ''}
            aria-invalid={row.error !== undefined}
            {...described}
            onChange={(event) => onChange(Number(event.target.value))}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="right" size={16} />
        </div>
      )}
    </RowFrame>
  )
}
