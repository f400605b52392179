import type { CSSProperties, ReactNode } from 'react'

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

export interface DataTableProps<T> {
  readonly caption: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly rowKey: (row: T) => string
  readonly sort?: string | undefined
  readonly onSort?: (sort: string | undefined) => void
  readonly onOpen?: (row: T, isNewTab: boolean) => void
  /** Spec section 2. */
  readonly maxHeight?: number
  /** Old rows stay, dimmed, while new ones load. */
  readonly isStale?: boolean
  readonly skeletonRows?: number
  readonly empty?: ReactNode
}

/** A table of the platform: the browser lays out 500 rows of it faster than any grid library builds them. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { columns, rows, maxHeight = 520, isStale = false, skeletonRows = 0 } = props
  return (
    <div
      className="table-scroll"
      style={{ '--table-max': `${maxHeight}px` } as CSSProperties}
      tabIndex={0}
      role="region"
      aria-label={props.caption}
    >
      <table className={isStale ? 'table table-stale' : 'table'} aria-busy={isStale || skeletonRows > 0}>
        <caption className="unseen">{props.caption}</caption>
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={column.width ? { minWidth: column.width, width: column.width } : undefined} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={props.rowKey(row)} row={row} columns={columns} onOpen={props.onOpen} />
          ))}
          {rows.length === 0 && skeletonRows > 0
            ? Array.from({ length: skeletonRows }, (_, index) => (
                <tr key={index} className="table-skeleton">
                  {columns.map((column) => (
                    <td key={column.key}>
                      <span style={{ width: `${45 + ((index * 7 + column.key.length * 13) % 40)}%` }} />
                    </td>
                  ))}
                </tr>
              ))
            : null}
        </tbody>
      </table>
      {rows.length === 0 && skeletonRows === 0 ? props.empty : null}
    </div>
  )
}

function Row<T>({
  row,
  columns,
  onOpen,
}: {
  row: T
  columns: readonly Column<T>[]
  onOpen: DataTableProps<T>['onOpen']
}) {
  return (
    <tr
      className={onOpen ? 'table-row-open' : undefined}
      onClick={(event) => {
        // A click on something that acts by itself is not a click on the row; nor is the end of a text selection.
        if ((event.target as Element).closest('a, button, input')) return
        if (window.getSelection()?.toString()) return
        onOpen?.(row, event.ctrlKey || event.metaKey)
      }}
      onAuxClick={(event) => {
        if (event.button === 1 && !(event.target as Element).closest('a')) onOpen?.(row, true)
      }}
    >
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)}>
          {column.render(row)}
        </td>
      ))}
    </tr>
  )
}

function HeadCell<T>({
  column,
  sort,
  onSort,
}: {
  column: Column<T>
  sort: string | undefined
  onSort: DataTableProps<T>['onSort']
}) {
  const field = column.sort
  const direction =
    field === undefined ? undefined : sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none'
  if (field === undefined || !onSort) {
    return (
      <th scope="col" className={cellClass(column)}>
        {column.title}
      </th>
    )
  }
  const next = direction === 'descending' ? field : direction === 'ascending' ? undefined : `-${field}`
  return (
    <th scope="col" className={cellClass(column)} aria-sort={direction}>
      <button type="button" className="table-sort" onClick={() => onSort(next)}>
        {column.title}
        <span className="table-sort-mark" aria-hidden="true">
          {direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : '↕'}
        </span>
      </button>
    </th>
  )
}

function cellClass<T>(column: Column<T>): string {
  return [column.align === 'right' ? 'cell-right' : '', column.isFrozen ? 'cell-frozen' : ''].filter(Boolean).join(' ')
}
