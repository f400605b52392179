import type { ReactNode } from 'react'
import './checkbox.css'

interface CheckboxProps {
  readonly checked: boolean
  /** Part of what it stands for is chosen. */
  readonly isSome?: boolean
  readonly disabled?: boolean
  readonly onChange?: (checked: boolean) => void
  /** Beside the box, and hit like it; without it the box has a label of its own, or stands in one. */
  readonly children?: ReactNode
  readonly className?: string
  readonly title?: string
  readonly tabIndex?: number
  readonly 'aria-label'?: string
}

/** The check box of both widths. */
export function Checkbox({ isSome = false, onChange, children, className, title, ...rest }: CheckboxProps) {
  const isLabelled = children !== undefined
  const box = (
    <input
      {...rest}
      ref={(input) => {
        if (input) input.indeterminate = isSome && !rest.checked
      }}
      type="checkbox"
      className={isLabelled || !className ? 'checkbox' : `checkbox ${className}`}
      title={isLabelled ? undefined : title}
      onChange={(event) => onChange?.(event.target.checked)}
    />
  )
  if (!isLabelled) return box
  return (
    <label className={className ? `checkbox-label ${className}` : 'checkbox-label'} title={title}>
      {box}
      <span>{children}</span>
    </label>
  )
}
