import {
  memo,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'

export interface Column<T> {
  readonly key: string
  readonly title: string
  readonly render: (row: T) => ReactNode
  readonly align?: 'right'
  readonly width?: number
  /** Field to sort by; without it the column cannot be sorted. */
  readonly sort?: string
  /** Stays while the table scrolls sideways; only the first column may. */
  readonly isFrozen?: boolean
}

export interface RowSelection<T> {
  readonly keys: ReadonlySet<string>
  readonly labelOf: (row: T) => string
  readonly onToggle: (row: T) => void
}

export interface DataTableProps<T> {
  readonly caption: string
  /** Keep it stable: rows are drawn again only when their row or the columns change. */
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly rowKey: (row: T) => string
  readonly sort?: string | undefined
  readonly onSort?: (sort: string | undefined) => void
  readonly onOpen?: (row: T, isNewTab: boolean) => void
  readonly selection?: RowSelection<T> | undefined
  /** Spec section 2. */
  readonly maxHeight?: number
  /** Old rows stay, dimmed, while new ones load. */
  readonly isStale?: boolean
  readonly skeletonRows?: number
  readonly empty?: ReactNode
}

const ROW_HEIGHT = 36
/** Up to here every row is drawn; a longer page draws those in sight and some around them. */
const ALL_DRAWN = 60
const AROUND = 16
const IN_SIGHT = 16

/** A plain table of the platform, with a fixed head and first column. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { columns, rows, selection, maxHeight = 520, isStale = false, skeletonRows = 0 } = props
  const table = useRef<HTMLTableElement>(null)
  const [top, setTop] = useState(0)
  const isLong = rows.length > ALL_DRAWN
  const first = isLong ? Math.max(0, Math.min(top, rows.length - 1) - AROUND) : 0
  const last = isLong ? Math.min(rows.length, top + IN_SIGHT + AROUND) : rows.length
  useSteadyWidths(table, isLong, rows, columns)
  const rowAt = (event: MouseEvent): T | undefined => {
    const index = (event.target as Element).closest('tr')?.getAttribute('data-row')
    return index ? rows[Number(index)] : undefined
  }
  return (
    <div
      className="table-scroll"
      style={{ '--table-max': `${maxHeight}px` } as CSSProperties}
      tabIndex={0}
      role="region"
      aria-label={props.caption}
      onScroll={(event) => {
        const at = Math.floor(event.currentTarget.scrollTop / ROW_HEIGHT)
        // A few rows of movement are covered by those drawn around; drawing for each row would be work for nothing.
        if (isLong && Math.abs(at - top) >= AROUND / 2) setTop(at)
      }}
    >
      <table
        ref={table}
        className={isStale ? 'table table-stale' : 'table'}
        aria-busy={isStale || skeletonRows > 0}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
      >
        <caption className="unseen">{props.caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody
          onClick={(event) => {
            const row = rowAt(event)
            const target = event.target as Element
            if (!row || !props.onOpen) return
            // A click on something that acts by itself is not a click on the row; nor is the end of a text selection.
            if (target.closest('a, button, input, label') || window.getSelection()?.toString()) return
            props.onOpen(row, event.ctrlKey || event.metaKey)
          }}
          onAuxClick={(event) => {
            const row = rowAt(event)
            if (row && event.button === 1 && !(event.target as Element).closest('a')) props.onOpen?.(row, true)
          }}
          onChange={(event) => {
            const index = (event.target as Element).closest('tr')?.getAttribute('data-row')
            const row = index ? rows[Number(index)] : undefined
            if (row) selection?.onToggle(row)
          }}
        >
          <Spacer rows={first} columns={columns.length} />
          {rows.slice(first, last).map((row, offset) => {
            const key = props.rowKey(row)
            return (
              <Row
                key={key}
                row={row}
                index={first + offset}
                columns={columns as readonly Column<unknown>[]}
                isOpening={props.onOpen !== undefined}
                isSelected={selection ? selection.keys.has(key) : null}
                selectLabel={selection?.labelOf(row) ?? ''}
              />
            )
          })}
          <Spacer rows={rows.length - last} columns={columns.length} />
          {rows.length === 0 ? <Skeleton rows={skeletonRows} columns={columns.map((column) => column.key)} /> : null}
        </tbody>
      </table>
      {rows.length === 0 && skeletonRows === 0 ? props.empty : null}
    </div>
  )
}

interface RowProps {
  readonly row: unknown
  readonly index: number
  readonly columns: readonly Column<unknown>[]
  readonly isOpening: boolean
  /** Null where rows cannot be selected. */
  readonly isSelected: boolean | null
  readonly selectLabel: string
}

const Row = memo(function Row({ row, index, columns, isOpening, isSelected, selectLabel }: RowProps) {
  return (
    <tr data-row={index} aria-rowindex={index + 2} className={isOpening ? 'table-row-open' : undefined}>
      {columns.map((column, at) => (
        <td key={column.key} className={cellClass(column)}>
          {at === 0 && isSelected !== null ? (
            <label className="table-select">
              <input type="checkbox" aria-label={selectLabel} checked={isSelected} onChange={noop} />
              {column.render(row)}
            </label>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
    </tr>
  )
})

/** The table hears of a changed box by itself; React wants a handler on a controlled one. */
function noop(): void {
  return undefined
}

/** Stands for the rows above and below that are not drawn. */
function Spacer({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0) return null
  return (
    <tr className="table-spacer" aria-hidden="true">
      <td colSpan={columns} style={{ height: rows * ROW_HEIGHT }} />
    </tr>
  )
}

function Skeleton({ rows, columns }: { readonly rows: number; readonly columns: readonly string[] }) {
  return Array.from({ length: rows }, (_, index) => (
    <tr key={index} className="table-skeleton">
      {columns.map((key) => (
        <td key={key}>
          <span style={{ width: `${45 + ((index * 7 + key.length * 13) % 40)}%` }} />
        </td>
      ))}
    </tr>
  ))
}

/** A long table keeps each column as wide as it ever was for these rows, or it would breathe while it scrolls. */
function useSteadyWidths(
  table: RefObject<HTMLTableElement | null>,
  isLong: boolean,
  rows: readonly unknown[],
  columns: readonly unknown[],
): void {
  useLayoutEffect(() => {
    const cells = [...(table.current?.tHead?.rows[0]?.cells ?? [])]
    for (const cell of cells) cell.style.minWidth = ''
    if (!isLong) return
    const widths = cells.map((cell) => cell.getBoundingClientRect().width)
    cells.forEach((cell, at) => {
      cell.style.minWidth = `${widths[at] ?? 0}px`
    })
  }, [table, isLong, rows, columns])
}

interface HeadCellProps<T> {
  readonly column: Column<T>
  readonly sort: string | undefined
  readonly onSort: DataTableProps<T>['onSort']
}

const DIRECTIONS = { ascending: '↑', descending: '↓', none: '↕' } as const

function HeadCell<T>({ column, sort, onSort }: HeadCellProps<T>) {
  const field = column.sort
  if (field === undefined || !onSort) {
    return (
      <th scope="col" className={cellClass(column)} style={{ width: column.width }}>
        {column.title}
      </th>
    )
  }
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'
  const next = direction === 'descending' ? field : direction === 'ascending' ? undefined : `-${field}`
  return (
    <th scope="col" className={cellClass(column)} style={{ width: column.width }} aria-sort={direction}>
      <button type="button" className="table-sort" onClick={() => onSort(next)}>
        {column.title}
        <span className="table-sort-mark" aria-hidden="true">
          {DIRECTIONS[direction]}
        </span>
      </button>
    </th>
  )
}

function cellClass(column: Pick<Column<never>, 'align' | 'isFrozen'>): string | undefined {
  const names = [column.align === 'right' ? 'cell-right' : '', column.isFrozen ? 'cell-frozen' : '']
  return names.filter(Boolean).join(' ') || undefined
}
