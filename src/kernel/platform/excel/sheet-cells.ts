import type { Cell } from './cell.ts'
import type { StyleName } from './sheet-styles.ts'

/**
 * The kind of the cells in a column of a written file:
 * - `text` and `code`: written as text, so that no digit of an identifier is lost and nothing can run as a formula;
 * - `amount`: decimal text with two places, written as a number;
 * - `integer`: a whole number;
 * - `decimal`: decimal text of any number of places, written as a number;
 * - `day`: `2026-11-29`, written as a date;
 * - `instant`: a moment, written as date and time in the file's zone.
 */
export type CellKind = 'text' | 'code' | 'amount' | 'integer' | 'decimal' | 'day' | 'instant'

/** A cell of an uploaded file in an error workbook, marked where it is invalid. */
export class ReturnedCell {
  readonly cell: Cell
  readonly isMarked: boolean

  constructor(cell: Cell, isMarked: boolean) {
    this.cell = cell
    this.isMarked = isMarked
  }
}

export type CellInput = string | number | Date | ReturnedCell | null | undefined

export interface WrittenColumn {
  readonly title: string
  readonly kind: CellKind
  /** In characters, where it does not follow from what the column holds. */
  readonly width?: number
  /** Styles, where they do not follow from kind and value: of the title, of filled cells, and of empty ones. */
  readonly styles?: { readonly head: StyleName; readonly cells: StyleName; readonly empty: StyleName }
}

/** Characters that begin a formula in spreadsheet programs; East Asian versions accept the full-width signs too. */
const RUNS = /^[=+\-@\t\r＝＋－＠]/

export function couldRun(text: string): boolean {
  return RUNS.test(text)
}

/** Positions where a csv cell may begin inside a text: a program that splits cells by semicolons ignores the quotes. */
const BEGINS_WITHIN = /([;\r\n])(?='*[=+\-@\t\r＝＋－＠])/g
const GUARDED_WITHIN = /([;\r\n])'(?='*[=+\-@\t\r＝＋－＠])/g

/** Makes a csv text harmless: an apostrophe precedes whatever could run as a formula. */
export function guarded(text: string): string {
  return (couldRun(text) ? `'${text}` : text).replace(BEGINS_WITHIN, "$1'")
}

/** Reverses {@link guarded}. */
export function unguarded(text: string): string {
  const plain = text.startsWith("'") && couldRun(text.slice(1)) ? text.slice(1) : text
  return plain.replace(GUARDED_WITHIN, '$1')
}

const DECIMAL = /^-?\d+(\.\d+)?$/
/** Digits that a spreadsheet program keeps of a number; a longer amount is written as text, to keep every cent. */
const EXACT_DIGITS = 15

export function isExactNumber(text: string): boolean {
  return DECIMAL.test(text) && text.replace(/[-.]/g, '').replace(/^0+/, '').length <= EXACT_DIGITS
}

/** A Chinese character is as wide as two digits. */
export function displayWidth(text: string): number {
  return Array.from(text).reduce((width, character) => width + (character > '\u2E7F' ? 2 : 1), 0)
}
