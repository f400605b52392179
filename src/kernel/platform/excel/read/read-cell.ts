import { type Refusal } from '#kernel/base/errors/errors.ts'
import type { Cell } from '../cell.ts'
import type { ExcelColumn } from '../columns.ts'
import { amountFromNumber, amountFromText, isScientific, plainDigits, tidy } from '../decimal-text.ts'
import { readDayText } from '#kernel/base/clock/day.ts'
import { excelErrors } from '../excel.errors.ts'

/** What a cell holds for its column, or why that cannot be known. */
export type CellOutcome = { readonly value: string | null; readonly warning?: Refusal } | { readonly problem: Refusal }

type FilledCell = Exclude<Cell, { kind: 'empty' }>

/** Of what is repeated in a message. */
const SHOWN_LENGTH = 40
/** Choices that a message names. */
const SHOWN_CHOICES = 8
/** What a csv file and a workbook of errors hold of them is their text. */
const EXCEL_ERRORS = new Set(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#SPILL!', '#CALC!'])
const FULL_WIDTH = /[\uFF01-\uFF5E\u3000]/

export function cellReader(column: ExcelColumn): (cell: Cell | undefined) => CellOutcome {
  const options = column.options && codesOf(column.options, column.words)
  return (cell) => {
    if (cell?.kind === 'formula') return { problem: excelErrors.cellFormula() }
    if (cell?.kind === 'error' || (cell?.kind === 'text' && EXCEL_ERRORS.has(cell.text.trim())))
      return { problem: excelErrors.cellError({ error: cell.text.trim().slice(0, SHOWN_LENGTH) }) }
    if (cell === undefined || cell.kind === 'empty' || tidy(cell.text) === '') {
      return column.required ? { problem: excelErrors.cellRequired() } : { value: null }
    }
    switch (column.kind) {
      case 'amount':
      case 'integer':
        return named(cell, readNumber(column, cell))
      case 'day':
        return named(cell, readDay(cell))
      case 'text':
        return readText(column, cell, options)
      case 'code':
        return named(cell, readText(column, cell, options))
    }
  }
}

/** Each code by itself, and by what it is called in either language. */
function codesOf(options: readonly string[], words: ExcelColumn['words'] = {}): ReadonlyMap<string, string> {
  const called = Object.entries(words).flatMap(([code, word]) =>
    Object.values(word).map((each) => [tidy(each), code] as const),
  )
  return new Map([...called, ...options.map((code) => [code, code] as const)])
}

function shownChoices(options: readonly string[]): string {
  return [...options.slice(0, SHOWN_CHOICES), ...(options.length > SHOWN_CHOICES ? ['…'] : [])].join(', ')
}

/** Full-width digits and letters are read as ordinary ones, and the person is told. */
function named(cell: FilledCell, outcome: CellOutcome): CellOutcome {
  if (cell.kind !== 'text' || !('value' in outcome) || outcome.value === null || !FULL_WIDTH.test(cell.text.trim()))
    return outcome
  return { ...outcome, warning: excelErrors.cellFullWidth({ text: outcome.value.slice(0, SHOWN_LENGTH) }) }
}

function readNumber(column: ExcelColumn, cell: FilledCell): CellOutcome {
  if (cell.kind === 'date' || cell.kind === 'boolean') return { problem: excelErrors.cellNotNumber() }
  const result = cell.kind === 'number' ? amountFromNumber(cell.text) : amountFromText(cell.text)
  const isWhole = column.kind === 'integer'
  if ('problem' in result) {
    const problem = isWhole && result.problem === 'cellDecimals' ? 'cellNotWhole' : result.problem
    return { problem: excelErrors[problem]() }
  }
  if (isWhole && !result.amount.endsWith('.00')) return { problem: excelErrors.cellNotWhole() }
  if (column.positive && result.amount === '0.00') return { problem: excelErrors.cellNotPositive() }
  return { value: isWhole ? result.amount.slice(0, -3) : result.amount }
}

function readDay(cell: FilledCell): CellOutcome {
  const text = tidy(cell.text)
  const isMidnight = cell.kind === 'date' && text.endsWith(' 00:00:00')
  const value = readDayText(isMidnight ? text.slice(0, 10) : text)
  return (cell.kind === 'date' || cell.kind === 'text') && value !== null
    ? { value }
    : { problem: excelErrors.cellNotDay() }
}

function readText(
  column: ExcelColumn,
  cell: FilledCell,
  options: ReadonlyMap<string, string> | undefined,
): CellOutcome {
  // A program made a date of what was typed, 3-12 for one: what was meant is lost.
  if (cell.kind === 'date') return { problem: excelErrors.cellNotText() }
  const shown = cell.kind === 'number' ? plainDigits(cell.text) : cell.text.trim()
  if (shown === null || (column.kind !== 'text' && isScientific(tidy(shown))))
    return { problem: excelErrors.cellDigitsLost({ text: cell.text.slice(0, SHOWN_LENGTH) }) }
  if (column.form) return column.form.read(tidy(shown), column.isList === true)
  const value = column.kind === 'code' ? (tidy(shown).split(' / ', 1)[0] ?? '').trim() : shown
  if (column.maxLength !== undefined && Array.from(value).length > column.maxLength) {
    return { problem: excelErrors.cellTooLong({ max: column.maxLength }) }
  }
  if (options === undefined) return { value }
  // A word may have a slash of its own.
  const code = options.get(tidy(shown)) ?? options.get(value)
  return code === undefined
    ? { problem: excelErrors.cellNotOption({ choices: shownChoices(column.options ?? []) }) }
    : { value: code }
}
