import { useEffect, type RefObject } from 'react'
import type { SheetColumn } from './sheet-columns.ts'

export const ROW_HEIGHT = 36
/** Spec section 9: the height of a table. */
export const MAX_HEIGHT = 520
export const OVERSCAN = 6
/** Width of the column of line numbers. */
export const HEAD_WIDTH = 92

/** Left offset of each frozen column. */
export function frozenLefts(columns: readonly SheetColumn[]): readonly number[] {
  return columns.map((_, at) => HEAD_WIDTH + widthOf(columns.slice(0, at).filter((column) => column.isFrozen)))
}

/** Names and texts share the remaining width; frozen columns have their declared one. */
export function growClass(column: SheetColumn): string {
  return !column.isFrozen && (column.kind === 'choice' || column.kind === 'text' || column.kind === 'opened')
    ? 'sheet-cell-grows'
    : ''
}

export function widthOf(columns: readonly SheetColumn[]): number {
  return columns.reduce((total, column) => total + column.width, 0)
}

/** Keeps the active cell visible; rows that are not rendered cannot scroll themselves into view. */
export function useScrollTo(
  scroller: RefObject<HTMLDivElement | null>,
  row: number | undefined,
  column: number | undefined,
  columns: readonly SheetColumn[],
): void {
  useEffect(() => {
    const box = scroller.current
    if (!box || row === undefined || column === undefined) return
    const top = row * ROW_HEIGHT
    const height = box.clientHeight - ROW_HEIGHT
    if (top < box.scrollTop) box.scrollTo({ top })
    else if (top + ROW_HEIGHT > box.scrollTop + height) box.scrollTo({ top: top + ROW_HEIGHT - height })
    if (columns[column]?.isFrozen) return
    const frozen = HEAD_WIDTH + widthOf(columns.filter((each) => each.isFrozen))
    const left = HEAD_WIDTH + widthOf(columns.slice(0, column))
    const right = left + (columns[column]?.width ?? 0)
    if (left - frozen < box.scrollLeft) box.scrollTo({ left: Math.max(0, left - frozen) })
    else if (right > box.scrollLeft + box.clientWidth) box.scrollTo({ left: right - box.clientWidth })
  }, [scroller, row, column, columns])
}

/** How long the row of a cell that was jumped to takes until it is rendered. */
const RENDERED_MS = 50

/** A cell that is jumped to comes into sight of the page too, and not only of its sheet. */
export function useSheetInSight(scroller: RefObject<HTMLDivElement | null>, focus: object | null): void {
  useEffect(() => {
    if (!focus) return undefined
    const timer = setTimeout(
      () => scroller.current?.querySelector('[data-active="true"]')?.scrollIntoView({ block: 'center' }),
      RENDERED_MS,
    )
    return () => clearTimeout(timer)
  }, [scroller, focus])
}
