import type { ReactNode } from 'react'

/** What a column holds, as far as a card has to know it; a `document` leads to the row's page. */
export type ColumnKind =
  | 'text'
  | 'code'
  | 'document'
  | 'word'
  | 'state'
  | 'number'
  | 'day'
  | 'time'
  | 'amount'
  | 'percent'
  | 'person'
  | 'picture'

/** Where a column stands on the card of a row, where that does not follow from what it holds. */
export type CardRole = 'title' | 'below' | 'fact' | 'none'

export interface Column<T> {
  readonly key: string
  readonly title: string
  readonly render: (row: T) => ReactNode
  /** By default a text. */
  readonly kind?: ColumnKind
  readonly card?: CardRole
  /** On a card, where the cell says less than it has to without the columns beside it. */
  readonly renderCard?: (row: T) => ReactNode
  readonly align?: 'right'
  /** By default the column is as wide as its content, up to a limit. */
  readonly width?: number
  /** Field to sort by; by default the column cannot be sorted. */
  readonly sort?: string
  /** Stays while the table scrolls sideways; such columns come first. */
  readonly isFrozen?: boolean
  /** Hidden until a person chooses it. */
  readonly isHidden?: boolean
  /** Screen only: a printed list omits it (spec section 2). */
  readonly isPrintHidden?: boolean
}

export interface RowSelection<T> {
  readonly isSelected: (key: string) => boolean
  readonly labelOf: (row: T) => string
  /** A row was selected by box or key; with shift, everything from the last one to this. */
  readonly onToggle: (index: number, isRange: boolean) => void
  readonly page: 'none' | 'some' | 'all'
  readonly pageLabel: string
  readonly onTogglePage: () => void
}

export type Density = 'compact' | 'cosy'

export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { compact: 36, cosy: 44 }

export function cellClass(column: Pick<Column<never>, 'align' | 'isFrozen'>): string | undefined {
  const names = [column.align === 'right' ? 'cell-right' : '', column.isFrozen ? 'cell-frozen' : '']
  return names.filter(Boolean).join(' ') || undefined
}

/** Spec section 2: a wider table is printed smaller. */
export const PRINT_WIDTH = 1000
/** Below it, text of 14 px is smaller than 7 pt on paper. */
const LEAST_ZOOM = 0.67

export interface PrintColumns<T> {
  readonly columns: readonly Column<T>[]
  readonly leftOut: readonly Column<T>[]
}

/** What a column is to whoever reads the sheet: what names the row, then its amounts with their currency, then the others. */
function rankOf({ key, kind, card, isFrozen }: Column<never>): number {
  if (isFrozen || kind === 'document' || card === 'title' || card === 'below') return 0
  return kind === 'amount' || key === 'currency' ? 1 : 2
}

/**
 * A printed list omits screen-only columns (spec section 2), and those for which a sheet has no room at a size that can be read. What names a
 * row and its amounts have the room first: a list of budgets without amounts says nothing.
 */
export function printColumns<T>(columns: readonly Column<T>[], widths: ReadonlyMap<string, number>): PrintColumns<T> {
  const asked = columns.filter(({ isPrintHidden }) => !isPrintHidden)
  const byRank = asked.toSorted((a, b) => rankOf(a) - rankOf(b))
  let room = PRINT_WIDTH / LEAST_ZOOM
  // Once a column has no room, none of less weight takes its place.
  const fitting = byRank.filter(({ key }) => (room -= widths.get(key) ?? 0) >= 0)
  return {
    columns: asked.filter((column) => fitting.includes(column)),
    leftOut: asked.filter((column) => !fitting.includes(column)),
  }
}
