import { type ReactNode, useId } from 'react'
import './choice-set.css'

interface ChoiceSetProps<V extends string> {
  readonly className?: string
  readonly label?: string
  /** Id of the label that is shown. */
  readonly labelId?: string
  readonly options: readonly { readonly value: V; readonly label: ReactNode }[]
  readonly value: V
  readonly onChange: (value: V) => void
}

/** A few choices side by side, of which one is chosen. */
export function ChoiceSet<V extends string>(props: ChoiceSetProps<V>) {
  const { className, label, labelId, options, value, onChange } = props
  const name = useId()
  return (
    <div className={`choice-set ${className ?? ''}`} role="radiogroup" aria-label={label} aria-labelledby={labelId}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
