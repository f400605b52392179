import type { PointerEvent } from 'react'
import { Checkbox } from './choices/Checkbox.tsx'
import { cellClass, type Column, type RowSelection } from './table-columns.ts'
import { leftOf } from './TableRow.tsx'
import { dragWidth } from './use-table-layout.ts'

const NARROWEST = 56
const DIRECTIONS = { ascending: '↑', descending: '↓', none: '↕' } as const

interface TableHeadProps<T> {
  readonly columns: readonly Column<T>[]
  readonly selection: RowSelection<T> | undefined
  readonly sort: string | undefined
  readonly onSort: ((sort: string | undefined) => void) | undefined
  readonly onResize: ((key: string, width: number | null) => void) | undefined
}

export function TableHead<T>({ columns, selection, sort, onSort, onResize }: TableHeadProps<T>) {
  const lead = selection ? 1 : 0
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className="cell-select cell-frozen" style={leftOf(0)}>
            <PageBox selection={selection} />
          </th>
        ) : null}
        {columns.map((column, at) => (
          <th
            key={column.key}
            scope="col"
            data-column={column.key}
            className={cellClass(column)}
            style={column.isFrozen ? leftOf(at + lead) : undefined}
            aria-sort={column.sort !== undefined && onSort ? directionOf(column.sort, sort) : undefined}
          >
            <HeadText column={column} sort={sort} onSort={onSort} />
            {onResize ? <Grip index={at + lead} onResize={(width) => onResize(column.key, width)} /> : null}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function PageBox<T>({ selection }: { readonly selection: RowSelection<T> }) {
  return (
    <label>
      <Checkbox
        aria-label={selection.pageLabel}
        checked={selection.page === 'all'}
        isSome={selection.page === 'some'}
        onChange={selection.onTogglePage}
      />
    </label>
  )
}

function directionOf(field: string, sort: string | undefined): 'ascending' | 'descending' | 'none' {
  return sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'
}

interface HeadTextProps<T> {
  readonly column: Column<T>
  readonly sort: string | undefined
  readonly onSort: TableHeadProps<T>['onSort']
}

function HeadText<T>({ column, sort, onSort }: HeadTextProps<T>) {
  const field = column.sort
  if (field === undefined || !onSort) return column.title
  const direction = directionOf(field, sort)
  const next = direction === 'descending' ? field : direction === 'ascending' ? undefined : `-${field}`
  return (
    <button type="button" className="table-sort" onClick={() => onSort(next)}>
      {column.title}
      <span className="table-sort-mark" aria-hidden="true">
        {DIRECTIONS[direction]}
      </span>
    </button>
  )
}

/** A column's resize handle: dragging sets its width, a double click resets it. By keyboard: in the column settings. */
function Grip({ index, onResize }: { readonly index: number; readonly onResize: (width: number | null) => void }) {
  const start = (event: PointerEvent<HTMLSpanElement>): void => {
    const grip = event.currentTarget
    const cell = grip.closest('th')
    const table = grip.closest('table')
    if (!cell || !table || event.button !== 0) return
    event.preventDefault()
    grip.setPointerCapture(event.pointerId)
    const from = event.clientX - cell.getBoundingClientRect().width
    let width = 0
    const move = (at: globalThis.PointerEvent): void => {
      width = Math.max(NARROWEST, Math.round(at.clientX - from))
      dragWidth(table, index, width)
    }
    grip.addEventListener('pointermove', move)
    grip.addEventListener(
      'lostpointercapture',
      () => {
        grip.removeEventListener('pointermove', move)
        if (width > 0) onResize(width)
      },
      { once: true },
    )
  }
  return <span className="table-grip" aria-hidden="true" onPointerDown={start} onDoubleClick={() => onResize(null)} />
}
