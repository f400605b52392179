import { type ReactNode, useId } from 'react'
import './choices.css'

export interface OneChoice<V> {
  readonly value: V
  readonly label: ReactNode
  /** Below the label: what the choice means. */
  readonly hint?: ReactNode
  readonly isDisabled?: boolean
}

interface ChoicesProps<V> {
  readonly legend: ReactNode
  readonly options: readonly OneChoice<V>[]
  readonly value: V | undefined
  readonly onChange: (value: V) => void
  /** Id of the first choice, to which an error jumps. */
  readonly id?: string
  readonly error?: string | undefined
  /** Side by side. */
  readonly isRow?: boolean
}

/** One of a few choices that all stand on the page. The arrow keys move within them, as in every group of radio buttons. */
export function Choices<V extends string | boolean | null>(props: ChoicesProps<V>) {
  const { legend, options, value, onChange, id, error, isRow = false } = props
  const name = useId()
  const first = id ?? name
  return (
    <fieldset
      className={isRow ? 'choices choices-row' : 'choices'}
      role="radiogroup"
      aria-describedby={error ? `${first}-error` : undefined}
    >
      <legend>{legend}</legend>
      {options.map((option, at) => (
        <label key={String(option.value)}>
          <input
            id={at === 0 ? first : undefined}
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.isDisabled ?? false}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint ? <small>{option.hint}</small> : null}
          </span>
        </label>
      ))}
      {error ? (
        <p id={`${first}-error`} className="field-error" role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
