import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { type Column, PRINT_WIDTH } from './table-columns.ts'

/** Including the padding of a cell. */
const WIDEST = 344

/**
 * Lets the browser compute column widths, then fixes them: a fixed table layout makes scrolling fast and steady.
 * Written to the table element directly, because a drag changes them at every move.
 */
export function useTableLayout(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column<never>[],
  rows: readonly unknown[],
  isPrinting: boolean,
  isSelecting: boolean,
): void {
  const widest = useRef<{ columns: readonly unknown[]; widths: Map<string, number> }>({ columns, widths: new Map() })
  /** The container width at the last layout; 0 where it had none. */
  const laidOut = useRef(0)
  useLayoutEffect(() => {
    if (!table.current) return
    if (widest.current.columns !== columns) widest.current = { columns, widths: new Map() }
    laidOut.current = layOut(table.current, columns, widest.current.widths)
    // A check box column that appears late (rights are known late) shifts all others.
  }, [table, columns, rows, isPrinting, isSelecting])
  useEffect(() => {
    const box = table.current?.parentElement
    if (!box) return undefined
    // The observer also reports the first width, which may differ from that of the layout: a dialog opens after its content exists.
    const observer = new ResizeObserver(() => {
      if (!table.current || box.clientWidth === laidOut.current || box.clientWidth === 0) return
      widest.current = { columns, widths: new Map() }
      laidOut.current = layOut(table.current, columns, widest.current.widths)
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [table, columns])
}

/**
 * Returns the container width of the layout. Without a width, as in a closed dialog or a hidden page, all columns would
 * measure 0: nothing is done until there is one.
 */
function layOut(table: HTMLTableElement, columns: readonly Column<never>[], widest: Map<string, number>): number {
  const box = table.parentElement?.clientWidth ?? 0
  if (box === 0) return 0
  const cols = [...table.querySelectorAll<HTMLElement>('col')]
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])]
  table.classList.remove('table-fixed')
  // Measured at content width; the remaining space is distributed below.
  table.style.width = 'max-content'
  for (const col of cols) col.style.width = ''
  const lead = cells.length - columns.length
  const widths = cells.map((cell, at) => {
    const column = columns[at - lead]
    const natural = cell.getBoundingClientRect().width
    if (!column) return natural
    if (column.width) return column.width
    // Never narrower than for earlier rows, so that columns do not jump from page to page.
    const wide = Math.max(Math.ceil(Math.min(natural, WIDEST)), widest.get(column.key) ?? 0)
    widest.set(column.key, wide)
    return wide
  })
  holdWidths(table, shared(widths, columns, lead, box))
  return box
}

/** Remaining space goes to the columns without a chosen width, in proportion to their width. */
function shared(
  widths: readonly number[],
  columns: readonly Column<never>[],
  lead: number,
  box: number,
): readonly number[] {
  const room = box - widths.reduce((sum, width) => sum + width, 0)
  if (room <= 0) return widths
  const isOpen = (at: number): boolean => at >= lead && !columns[at - lead]?.width
  const open = widths.reduce((sum, width, at) => sum + (isOpen(at) ? width : 0), 0)
  if (open === 0) return widths.map((width, at) => (at === widths.length - 1 ? width + room : width))
  return widths.map((width, at) => (isOpen(at) ? width + (room * width) / open : width))
}

/** The widths of all columns, including the check boxes; offsets of frozen columns follow from them. */
function holdWidths(table: HTMLTableElement, widths: readonly number[]): void {
  const total = widths.reduce((sum, width) => sum + width, 0)
  const cols = [...table.querySelectorAll<HTMLElement>('col')]
  let offset = 0
  widths.forEach((width, at) => {
    const col = cols[at]
    if (col) col.style.width = `${width}px`
    table.style.setProperty(`--left-${at}`, `${offset}px`)
    offset += width
  })
  table.style.width = `${total}px`
  table.style.setProperty('--print-zoom', String(Math.min(1, PRINT_WIDTH / Math.max(1, total))))
  table.classList.add('table-fixed')
}

/** Sets one column's width while it is dragged; the others stay. */
export function dragWidth(table: HTMLTableElement, index: number, width: number): void {
  const cols = [...table.querySelectorAll<HTMLElement>('col')]
  holdWidths(
    table,
    cols.map((col, at) => (at === index ? width : Number.parseFloat(col.style.width) || 0)),
  )
}
