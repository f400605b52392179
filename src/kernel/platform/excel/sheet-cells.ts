import type { Cell } from './cell.ts'
import type { StyleName } from './sheet-styles.ts'

/**
 * What a column of a written file holds:
 * - `text` and `code`: written as text, so that no digit of an identifier is lost and nothing in it can run;
 * - `amount`: decimal text with two places, written as a number;
 * - `integer`: a whole number;
 * - `decimal`: decimal text of any number of places, written as a number;
 * - `instant`: a moment, written as date and time in the file's zone.
 */
export type CellKind = 'text' | 'code' | 'amount' | 'integer' | 'decimal' | 'instant'

/** A cell of an uploaded file on its way back to its person, marked where something is wrong with it. */
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
  /** A code with its name, or what a company is called: twice as wide as a word. */
  readonly isWide?: boolean
  /** In characters, where it does not follow from kind and title. */
  readonly width?: number
  /** Where they do not follow from kind and value: of the title, of cells in which something stands, and of empty ones. */
  readonly styles?: { readonly head: StyleName; readonly cells: StyleName; readonly empty: StyleName }
}

/** What a spreadsheet program takes for the beginning of a formula; an East Asian one takes the wide signs too. */
const RUNS = /^[=+\-@\t\r＝＋－＠]/

export function couldRun(text: string): boolean {
  return RUNS.test(text)
}

/** Where a cell of csv may begin in the middle of a text: a program that parts cells by semicolons sees no quote before it. */
const BEGINS_WITHIN = /([;\r\n])(?='*[=+\-@\t\r＝＋－＠])/g
const GUARDED_WITHIN = /([;\r\n])'(?='*[=+\-@\t\r＝＋－＠])/g

/** A csv text in which nothing can run: an apostrophe stands before what could. */
export function guarded(text: string): string {
  return (couldRun(text) ? `'${text}` : text).replace(BEGINS_WITHIN, "$1'")
}

/** The text that {@link guarded} was given. */
export function unguarded(text: string): string {
  const plain = text.startsWith("'") && couldRun(text.slice(1)) ? text.slice(1) : text
  return plain.replace(GUARDED_WITHIN, '$1')
}

const DECIMAL = /^-?\d+(\.\d+)?$/
/** Digits that a spreadsheet program keeps of a number; an amount with more stays text, to the last cent. */
const EXACT_DIGITS = 15

export function isExactNumber(text: string): boolean {
  return DECIMAL.test(text) && text.replace(/[-.]/g, '').replace(/^0+/, '').length <= EXACT_DIGITS
}

const ZONE = /^UTC([+-])(\d\d):(\d\d)$/

/** Minutes that a zone (`UTC+05:30`) is ahead of UTC. */
export function zoneMinutes(zone: string): number {
  const [, sign, hours, minutes] = ZONE.exec(zone) ?? []
  if (sign === undefined) throw new Error(`not a zone: ${zone}`)
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Date and time of a moment in a zone, as a person reads it: `2026-11-21 13:30`. */
export function timeIn(zone: string, at: Date): string {
  return new Date(at.getTime() + zoneMinutes(zone) * 60_000).toISOString().slice(0, 16).replace('T', ' ')
}

/** A Chinese character takes two places of a digit. */
export function displayWidth(text: string): number {
  return Array.from(text).reduce((width, character) => width + (character > '\u2E7F' ? 2 : 1), 0)
}
