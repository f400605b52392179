import type { ImportColumnView, ImportRowView, ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { formatAmount, readAmount } from '#kernel/base/money/money.ts'
import { type Edits, editedText } from './edits.ts'
import { importText } from '../import-text.ts'

/** A cell as displayed. */
export interface CellView {
  /** Formatted value; for a change, the new value. */
  readonly text: string
  /** The replaced value; null where there is none. */
  readonly before: string | null
  readonly problem: string | null
  readonly note: string | null
  /** Edited and not checked yet. */
  readonly isTyped: boolean
}

/** The value of a cell: the edit, else the row's new value, else the file's. */
export function cellOf(column: ImportColumnView, row: ImportRowView, edits: Edits): CellView {
  const typed = editedText(edits, row.row, column.key)
  const messages = (list: ImportRowView['errors']): string | null =>
    list
      .filter((each) => each.column === column.key)
      .map(({ msg }) => msg)
      .join(' ') || null
  if (typed !== undefined) return { text: typed, before: null, problem: null, note: null, isTyped: true }
  const after = row.after?.[column.key]
  const written = row.texts[column.key] ?? ''
  const text = after === undefined ? (column.words?.[written] ?? written) : readText(column, after)
  const before = row.before ? readText(column, row.before[column.key]) : null
  return {
    text,
    before: row.action === 'update' && before !== null && before !== text ? before : null,
    problem: messages(row.errors),
    note: messages(row.warnings),
    isTyped: false,
  }
}

/** The text to edit: the file's, or the previous edit. */
export function sourceText(column: ImportColumnView, row: ImportRowView, edits: Edits): string {
  return editedText(edits, row.row, column.key) ?? row.texts[column.key] ?? ''
}

function readText(column: ImportColumnView, value: string | null | undefined): string {
  if (value === null || value === undefined) return ''
  const word = column.words?.[value]
  if (word !== undefined) return word
  if (column.kind !== 'amount' || typeof readAmount(value) === 'string') return value
  return formatAmount(value)
}

/** Errors of a row with the names of their columns, and its warnings; without cells that were changed since. */
export function problemsOf(run: ImportRunView, row: ImportRowView, edits: Edits): readonly string[] {
  const titles = new Map(run.columns.map(({ key, title }) => [key, title]))
  const isOpen = ({ column }: { readonly column: string }): boolean => editedText(edits, row.row, column) === undefined
  const named = (column: string, msg: string): string => {
    const title = titles.get(column)
    return title === undefined || msg.includes(title) ? msg : importText('rows.problem', { column: title, msg })
  }
  return [
    ...row.errors.filter(isOpen).map(({ column, msg }) => named(column, msg)),
    ...row.warnings
      .filter(isOpen)
      .map(({ column, msg, asks }) => importText(asks ? 'rows.asks' : 'rows.warning', { msg: named(column, msg) })),
  ]
}

/** Written and excluded rows cannot be edited. */
/** A figure is computed, so nobody types it. */
export function isTypedCell({ isFigure = false }: ImportColumnView): boolean {
  return !isFigure
}

export function mayMend({ can }: Pick<ImportRunView, 'can'>, row: ImportRowView): boolean {
  return can.edit && row.action !== 'removed' && !row.isApplied
}

/** Least and most in pixels: a column is as wide as its content on this page, changes included. */
const NARROWEST = 90
const WIDEST = { amount: 260, integer: 160, day: 160, code: 260, text: 320 } as const

/** Widths of the columns for a page of rows, in order. */
export function columnWidths(
  columns: readonly ImportColumnView[],
  rows: readonly ImportRowView[],
  edits: Edits,
): readonly number[] {
  return columns.map((column) => {
    const title = textWidth(column.title) * 0.9 + (column.required ? 12 : 0)
    const longest = rows.reduce((most, row) => {
      const { text, before } = cellOf(column, row, edits)
      return Math.max(most, textWidth(text) + (before === null ? 0 : textWidth(before || '/') + 30))
    }, title)
    return Math.round(Math.min(WIDEST[column.kind], Math.max(NARROWEST, longest + 22)))
  })
}

/** Approximate width; a Chinese character is as wide as two letters. */
function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += character > '\u2e7f' ? 14 : 7.8
  return width
}
