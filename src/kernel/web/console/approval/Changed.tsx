import type { ReactNode } from 'react'
import { changeKey, useChange } from './changes.ts'
import './flow.css'
import './changes.css'

interface ChangedProps {
  readonly row: number | null
  readonly field: string
  readonly children: ReactNode
}

/** A value; where it changed, with its former value. */
export function Changed({ row, field, children }: ChangedProps) {
  const change = useChange(row, field)
  if (!change) return children
  return (
    <span className="changed" data-change={changeKey(row, field)} tabIndex={-1}>
      {change.before === null ? null : <del>{change.before}</del>} <ins>{children}</ins>
    </span>
  )
}
