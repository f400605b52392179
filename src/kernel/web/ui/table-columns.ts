import type { ReactNode } from 'react'

export interface Column<T> {
  readonly key: string
  readonly title: string
  readonly render: (row: T) => ReactNode
  readonly align?: 'right'
  /** Without it the column is as wide as what stands in it, up to a limit. */
  readonly width?: number
  /** Field to sort by; without it the column cannot be sorted. */
  readonly sort?: string
  /** Stays while the table scrolls sideways; such columns come first. */
  readonly isFrozen?: boolean
  /** Left out until a person asks for it. */
  readonly isHidden?: boolean
  /** Only for the screen: a printed list leaves it out (spec section 2). */
  readonly isPrintHidden?: boolean
}

export interface RowSelection<T> {
  readonly isSelected: (key: string) => boolean
  readonly labelOf: (row: T) => string
  /** A box, or a key, was used on a row; with shift everything from the last one to this. */
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
