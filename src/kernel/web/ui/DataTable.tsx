import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react'
import {
  printColumns,
  type PrintColumns,
  ROW_HEIGHTS,
  type Column,
  type Density,
  type RowSelection,
} from './table-columns.ts'
import { TableHead } from './TableHead.tsx'
import { Skeleton, Spacer, TableFoot, TableRow } from './TableRow.tsx'
import { usePrintMode } from './use-print-mode.ts'
import { useMoreAside } from './use-more-aside.ts'
import { useTableLayout } from './use-table-layout.ts'
import './data-table.css'

export type { Column, RowSelection } from './table-columns.ts'

/** Actions for keys pressed elsewhere on the page. */
export interface TableHandle {
  readonly move: (step: 1 | -1, isExtending?: boolean) => void
  readonly toggle: () => void
  readonly open: () => void
}

export interface DataTableProps<T> {
  readonly caption: string
  /** Must be stable: rows rerender only when their data or the columns change. */
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly rowKey: (row: T) => string
  readonly sort?: string | undefined
  readonly onSort?: (sort: string | undefined) => void
  readonly onOpen?: (row: T, isNewTab: boolean) => void
  /** A click shows a row beside the table, and only a double click, Enter or its link opens it. */
  readonly isReading?: boolean
  /** The row with the cursor, as it moves and rows change; null where none was reached yet. */
  readonly onActive?: ((row: T | null) => void) | undefined
  readonly selection?: RowSelection<T> | undefined
  readonly onResize?: (key: string, width: number | null) => void
  readonly density?: Density
  /** Spec section 2. */
  readonly maxHeight?: number
  /** Old rows stay, dimmed, while new ones load. */
  readonly isStale?: boolean
  readonly skeletonRows?: number
  readonly empty?: ReactNode
  /** Totals below the rows, by column. */
  readonly foot?: ReadonlyMap<string, ReactNode> | undefined
  /** Said on paper where columns are left out because they could not be read. */
  readonly printNote?: (titles: readonly string[]) => ReactNode
  readonly handle?: Ref<TableHandle>
}

/** Up to this length every row is rendered; longer pages render visible rows and some around them. */
const ALL_DRAWN = 60
const AROUND = 16
const IN_SIGHT = 16
/** Interactive parts of a row: using one does not count as using the row. */
const ACTING = 'a, button, input, label, select, [role=separator]'

/** A plain HTML table: sticky head and first columns, rows that can be focused, selected and opened by keyboard. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { rows, selection, maxHeight = 520, isStale = false, skeletonRows = 0, density = 'compact' } = props
  const box = useRef<HTMLDivElement>(null)
  const more = useMoreAside()
  const table = useRef<HTMLTableElement>(null)
  const widths = usePrintMode(useCallback(() => widthsOf(table.current), []))
  const isPrinting = widths !== null
  const { columns, leftOut } = usePrintColumns(props.columns, widths)
  const rowHeight = ROW_HEIGHTS[density]
  const part = useWindow(rows.length, rowHeight, isPrinting)
  const cursor = useCursor(box, table, props, part.reveal)
  useTableLayout(table, columns as readonly Column<never>[], rows, isPrinting, selection !== undefined)
  const span = columns.length + (selection ? 1 : 0)
  return (
    <div className="more-aside" ref={more}>
      {leftOut.length > 0 ? props.printNote?.(leftOut.map(({ title }) => title)) : null}
      <div
        ref={box}
        className={`table-scroll table-${density}`}
        style={{ '--table-max': `${maxHeight}px`, '--row-height': `${rowHeight}px` } as CSSProperties}
        tabIndex={0}
        role="region"
        aria-label={props.caption}
        onScroll={(event) => part.onScroll(event.currentTarget.scrollTop)}
      >
        <table
          ref={table}
          className={isStale ? 'table table-stale' : 'table'}
          aria-busy={isStale || skeletonRows > 0}
          aria-rowcount={part.isLong ? rows.length + 1 : undefined}
        >
          <caption className="unseen">{props.caption}</caption>
          <colgroup>
            {selection && !isPrinting ? <col /> : null}
            {columns.map((column) => (
              <col key={column.key} />
            ))}
          </colgroup>
          <TableHead
            columns={columns}
            selection={isPrinting ? undefined : selection}
            sort={props.sort}
            onSort={props.onSort}
            onResize={props.onResize}
          />
          <tbody {...cursor.handlers}>
            <Spacer height={part.first * rowHeight} columns={span} />
            {rows.slice(part.first, part.last).map((row, offset) => {
              const key = props.rowKey(row)
              const index = part.first + offset
              return (
                <TableRow
                  key={key}
                  row={row}
                  index={index}
                  columns={columns as readonly Column<unknown>[]}
                  isOpening={props.onOpen !== undefined}
                  isSelected={selection && !isPrinting ? selection.isSelected(key) : null}
                  selectLabel={selection?.labelOf(row) ?? ''}
                  isActive={index === cursor.active}
                />
              )
            })}
            <Spacer height={(rows.length - part.last) * rowHeight} columns={span} />
            {rows.length === 0 ? <Skeleton rows={skeletonRows} columns={columns.map((column) => column.key)} /> : null}
          </tbody>
          {props.foot ? (
            <TableFoot columns={columns as readonly Column<unknown>[]} foot={props.foot} lead={span - columns.length} />
          ) : null}
        </table>
        {rows.length === 0 && skeletonRows === 0 ? props.empty : null}
      </div>
    </div>
  )
}

type Widths = ReadonlyMap<string, number>

const widthsOf = (table: HTMLTableElement | null): Widths =>
  new Map([...(table?.tHead?.rows[0]?.cells ?? [])].map((cell) => [cell.dataset['column'] ?? '', cell.offsetWidth]))

/** While the list is printed, the columns for which a sheet has room; otherwise all. */
function usePrintColumns<T>(columns: readonly Column<T>[], widths: Widths | null): PrintColumns<T> {
  return useMemo(() => (widths === null ? { columns, leftOut: [] } : printColumns(columns, widths)), [columns, widths])
}

/** The rendered part of a long page. For print, every row is rendered. */
function useWindow(length: number, rowHeight: number, isPrinting: boolean) {
  const [top, setTop] = useState(0)
  const isLong = length > ALL_DRAWN
  const isPart = isLong && !isPrinting
  return {
    isLong,
    first: isPart ? Math.max(0, Math.min(top, length - 1) - AROUND) : 0,
    last: isPart ? Math.min(length, top + IN_SIGHT + AROUND) : length,
    onScroll: (scrollTop: number) => {
      const at = Math.floor(scrollTop / rowHeight)
      // Small moves are covered by the overscan, so rendering at each row would be wasted.
      if (isLong && Math.abs(at - top) >= AROUND / 2) setTop(at)
    },
    /** Scrolls so that a row is rendered. */
    reveal: (box: HTMLElement | null, index: number) => {
      if (!isLong || !box) return
      const y = index * rowHeight
      if (y < box.scrollTop) box.scrollTop = y
      else if (y + 2 * rowHeight > box.scrollTop + box.clientHeight)
        box.scrollTop = y + 2 * rowHeight - box.clientHeight
      setTop(Math.floor(box.scrollTop / rowHeight))
    },
  }
}

/** One row has the cursor: arrow keys move it, space selects, Enter opens. */
function useCursor<T>(
  box: { readonly current: HTMLDivElement | null },
  table: { readonly current: HTMLTableElement | null },
  { rows, rowKey, selection, onOpen, onActive, isReading = false, handle }: DataTableProps<T>,
  reveal: (box: HTMLElement | null, index: number) => void,
) {
  const [active, setActive] = useState<number | null>(null)
  const wanted = useRef<number | null>(null)
  const at = active === null ? null : Math.min(active, rows.length - 1)
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const row = table.current?.querySelector<HTMLElement>(`tr[data-row="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  })
  const row = at === null ? null : (rows[at] ?? null)
  useEffect(() => onActive?.(row), [row, onActive])
  const move = (step: 1 | -1, isExtending = false): void => {
    const next = Math.max(0, Math.min(rows.length - 1, (at ?? (step > 0 ? -1 : rows.length)) + step))
    if (rows.length === 0) return
    const from = at === null ? undefined : rows[at]
    if (isExtending && at !== null && from && selection) {
      if (!selection.isSelected(rowKey(from))) selection.onToggle(at, false)
      selection.onToggle(next, true)
    }
    wanted.current = next
    reveal(box.current, next)
    setActive(next)
  }
  const toggle = (): void => {
    if (at !== null) selection?.onToggle(at, false)
  }
  const open = (): void => {
    if (row) onOpen?.(row, false)
  }
  useImperativeHandle(handle, () => ({ move, toggle, open }))
  const indexOf = (event: { target: EventTarget }): number | null => {
    const index = (event.target as Element).closest('tr')?.getAttribute('data-row')
    return index ? Number(index) : null
  }
  return {
    active: at ?? 0,
    handlers: {
      onFocus: (event: { target: EventTarget }) => {
        const index = indexOf(event)
        if (index !== null && index !== active) setActive(index)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const onRow = (event.target as Element).tagName === 'TR'
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (step !== 0) move(step, event.shiftKey)
        else if (event.key === ' ' && onRow && selection) toggle()
        else if (event.key === 'Enter' && onRow) open()
        else return
        event.preventDefault()
      },
      onClick: (event: MouseEvent) => {
        const index = indexOf(event)
        const row = index === null ? undefined : rows[index]
        if (index === null || !row) return
        setActive(index)
        // A click on an interactive element is no click on the row; nor is the end of a text selection, unless a double click made it.
        if ((event.target as Element).closest(ACTING)) return
        const isDouble = isReading && event.detail > 1
        if (!isDouble && window.getSelection()?.toString()) return
        const isNewTab = event.ctrlKey || event.metaKey
        if (!isReading || isNewTab || isDouble) onOpen?.(row, isNewTab)
      },
      onAuxClick: (event: MouseEvent) => {
        const index = indexOf(event)
        const row = index === null ? undefined : rows[index]
        if (row && event.button === 1 && !(event.target as Element).closest('a')) onOpen?.(row, true)
      },
      onChange: (event: { target: EventTarget; nativeEvent: Event }) => {
        const index = indexOf(event)
        if (index !== null)
          selection?.onToggle(index, 'shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)
      },
    },
  }
}
