import { type ReactNode, createContext, use } from 'react'
import type { ChangeView } from '#kernel/engine/approval/approval-wire.ts'
import { TableContext } from '../document/table-context.ts'
import './flow.css'
import './changes.css'

/** Key of a value's place: its further table, its line (none for the header) and its field. */
export function changeKey(row: number | null, field: string, table = ''): string {
  return `${table}${row ?? ''} ${field}`
}

type ChangesByPlace = ReadonlyMap<string, ChangeView>

const NONE: ChangesByPlace = new Map()

/** Changes on the displayed page: each value marks itself. */
export const ChangesContext = createContext<ChangesByPlace>(NONE)

export function changesByPlace(changes: readonly ChangeView[] | undefined): ChangesByPlace {
  if (!changes || changes.length === 0) return NONE
  // A removed line has no place on the page; it is only in the list.
  const here = changes.filter((change) => change.line !== 'removed')
  return new Map(here.map((change) => [changeKey(change.row, change.field, change.table), change]))
}

interface ChangedProps {
  readonly row: number | null
  readonly field: string
  readonly children: ReactNode
}

/** A value; where it changed, with its former value. */
export function Changed({ row, field, children }: ChangedProps) {
  const key = changeKey(row, field, use(TableContext))
  const change = use(ChangesContext).get(key)
  if (!change) return children
  return (
    <span className="changed" data-change={key} tabIndex={-1}>
      {change.before === null ? null : <del>{change.before}</del>} <ins>{children}</ins>
    </span>
  )
}
