import { type CellInput, type CellKind, displayWidth, ReturnedCell, type WrittenColumn } from '../sheet-cells.ts'

/** Bounds of the width of a column, in characters. */
const NARROWEST = 8
const WIDEST = 60
/** Beside the widest content, and beside a title: the button of the filter. */
const ROOM = { cell: 2, head: 4 } as const
const A_TIME = '2026-11-29 12:00'

/** Rows whose cells are measured: the widths stand before the first of them in the file. */
export const MEASURED = 1000

/** The widths of columns by what the first rows hold. */
export class SheetWidths {
  private readonly kinds: readonly CellKind[]
  private readonly widest: Uint16Array

  constructor(columns: readonly WrittenColumn[]) {
    this.kinds = columns.map(({ kind }) => kind)
    this.widest = new Uint16Array(columns.length)
  }

  add(column: number, text: string): void {
    const width = shownWidth(this.kinds[column]!, text)
    if (width > this.widest[column]!) this.widest[column] = Math.min(width, WIDEST)
  }

  addCell(column: number, value: CellInput): void {
    if (value === null || value === undefined) return
    if (value instanceof ReturnedCell) this.add(column, value.cell.kind === 'empty' ? '' : value.cell.text)
    else this.add(column, value instanceof Date ? A_TIME : String(value))
  }

  of(column: number, { title, width }: WrittenColumn): number {
    const needed = Math.max(NARROWEST, displayWidth(title) + ROOM.head, this.widest[column]! + ROOM.cell)
    return width ?? Math.min(WIDEST, needed)
  }
}

/** The width of a cell as its format shows it: of a text of several lines the longest. */
function shownWidth(kind: CellKind, text: string): number {
  if (kind !== 'amount') return Math.max(...text.split('\n').map(displayWidth))
  const digits = text.split('.')[0]!.length
  return text.length + Math.floor(Math.max(0, digits - 1) / 3)
}
