import { useMemo, useRef, useState } from 'react'
import type { RowSelection } from '#kernel/web/ui/table-columns.ts'
import { pageText } from '../client/i18n.ts'

type TypedFilters = Readonly<Record<string, unknown>>

/** Selected rows, kept over pages; or everything that matches, which is the filters and never a list of ids. */
export type SelectedRows<T> =
  | { readonly kind: 'rows'; readonly rows: ReadonlyMap<string, T> }
  | { readonly kind: 'all'; readonly filters: TypedFilters }

const NOTHING = { kind: 'rows', rows: new Map<string, never>() } as const

/** Adds or removes one row. */
export function toggledRow<T>(chosen: SelectedRows<T>, key: string, row: T): SelectedRows<T> {
  const rows = new Map(chosen.kind === 'rows' ? chosen.rows : [])
  if (!rows.delete(key)) rows.set(key, row)
  return { kind: 'rows', rows }
}

/** Adds or removes some rows. */
export function withRows<T>(
  chosen: SelectedRows<T>,
  entries: readonly (readonly [key: string, row: T])[],
  isChosen: boolean,
): SelectedRows<T> {
  const rows = new Map(chosen.kind === 'rows' ? chosen.rows : [])
  for (const [key, row] of entries) {
    if (isChosen) rows.set(key, row)
    else rows.delete(key)
  }
  return { kind: 'rows', rows }
}

export interface SelectionState<T> {
  readonly chosen: SelectedRows<T>
  /** Whether every row of the page is selected, so that selecting all matches can be offered. */
  readonly hasPage: boolean
  readonly table: RowSelection<T>
  readonly clear: () => void
  readonly chooseAll: () => void
}

interface SelectionInput<T> {
  readonly rows: readonly T[]
  readonly rowKey: (row: T) => string
  readonly rowLabel: (row: T) => string
  readonly filters: TypedFilters
}

/** The selection of a list; changing a filter clears it. */
export function useSelection<T>({ rows, rowKey, rowLabel, filters }: SelectionInput<T>): SelectionState<T> {
  const filterText = JSON.stringify(filters)
  const [state, setState] = useState<{ readonly of: string; readonly chosen: SelectedRows<T> }>({
    of: filterText,
    chosen: NOTHING,
  })
  const chosen = state.of === filterText ? state.chosen : NOTHING
  const anchor = useRef<number | null>(null)
  return useMemo(() => {
    const put = (next: SelectedRows<T>): void => setState({ of: filterText, chosen: next })
    const entries = (from: number, to: number) =>
      rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => [rowKey(row), row] as const)
    const isSelected = (key: string): boolean => chosen.kind === 'all' || chosen.rows.has(key)
    const count = rows.filter((row) => isSelected(rowKey(row))).length
    const page = count === 0 ? 'none' : count === rows.length ? 'all' : 'some'
    // Deselecting one row of everything leaves the rows of this page: the selection must be visible.
    const base: SelectedRows<T> =
      chosen.kind === 'all' ? withRows<T>(NOTHING, entries(0, rows.length - 1), true) : chosen
    const table: RowSelection<T> = {
      isSelected,
      labelOf: (row) => pageText('list.select', { row: rowLabel(row) }),
      onToggle: (index, isRange) => {
        const row = rows[index]
        if (!row) return
        if (isRange && anchor.current !== null) put(withRows(base, entries(anchor.current, index), true))
        else put(toggledRow(base, rowKey(row), row))
        anchor.current = index
      },
      page,
      pageLabel: pageText('list.selectPage'),
      onTogglePage: () => put(withRows(base, entries(0, rows.length - 1), page !== 'all')),
    }
    return {
      chosen,
      hasPage: page === 'all',
      table,
      clear: () => put(NOTHING),
      chooseAll: () => put({ kind: 'all', filters }),
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- filterText stands for filters
  }, [chosen, rows, rowKey, rowLabel, filterText])
}
