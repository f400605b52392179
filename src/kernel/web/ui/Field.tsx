import { cloneElement, type ReactElement, type ReactNode } from 'react'

export interface ControlProps {
  readonly id?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
  readonly 'aria-required'?: boolean
  readonly status?: 'error' | ''
}

interface FieldProps {
  readonly id: string
  readonly label: ReactNode
  readonly isRequired?: boolean
  readonly error?: string | undefined
  /** Shown beside the label: the limit of this field, or a hint. */
  readonly aside?: ReactNode
  readonly wide?: boolean
  readonly children: ReactElement<ControlProps>
}

/** Label above, the error below and linked to the field for screen readers. */
export function Field({ id, label, isRequired = false, error, aside, wide = false, children }: FieldProps) {
  const errorId = `${id}-error`
  return (
    <div className={wide ? 'field field-wide' : 'field'}>
      <div className="field-head">
        <label htmlFor={id}>
          {label}
          {isRequired ? (
            <span className="field-star" aria-hidden="true">
              *
            </span>
          ) : null}
        </label>
        {aside ? <span className="field-aside">{aside}</span> : null}
      </div>
      {cloneElement(children, {
        id,
        'aria-required': isRequired,
        ...(error ? { 'aria-invalid': true, 'aria-describedby': errorId, status: 'error' as const } : {}),
      })}
      {error ? (
        <div className="field-error" id={errorId}>
          {error}
        </div>
      ) : null}
    </div>
  )
}
