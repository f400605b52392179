import { type Refusal } from '#kernel/base/errors/errors.ts'
import type { Cell } from '../cell.ts'
import { type ExcelColumn, rangeOf } from '../columns.ts'
import { amountFromNumber, amountFromText, isScientific, plainDigits, tidy } from '../decimal-text.ts'
import { grouped } from '#kernel/base/money/exact-text.ts'
import { readDayText } from '#kernel/base/clock/day.ts'
import { excelErrors } from '../excel.errors.ts'

/** The value of a cell for its column, or why it is invalid. */
export type CellOutcome = { readonly value: string | null; readonly warning?: Refusal } | { readonly problem: Refusal }

type FilledCell = Exclude<Cell, { kind: 'empty' }>

/** Characters of a cell that a message repeats. */
const SHOWN_LENGTH = 40
/** Choices that a message lists. */
const SHOWN_CHOICES = 8
/** In a csv file and an error workbook they are plain text. */
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

/** The options that a text may mean. A code comes before any label, and people do not keep to capitals. */
function codesOf(
  options: readonly string[],
  words: ExcelColumn['words'] = {},
): (text: string) => readonly string[] | undefined {
  const folded = (text: string) => tidy(text).toLowerCase()
  const called = Map.groupBy(
    options.flatMap((code) => [...new Set(Object.values(words[code] ?? {}).map(folded))].map((word) => [word, code])),
    ([word]) => word,
  )
  const byCode = Map.groupBy(options, folded)
  return (text) =>
    options.includes(text) ? [text] : (byCode.get(folded(text)) ?? called.get(folded(text))?.map(([, code]) => code!))
}

function shownChoices(options: readonly string[]): string {
  return [...options.slice(0, SHOWN_CHOICES), ...(options.length > SHOWN_CHOICES ? ['…'] : [])].join(', ')
}

/** Full-width digits and letters are read as ordinary ones, with a warning. */
function named(cell: FilledCell, outcome: CellOutcome): CellOutcome {
  if (cell.kind !== 'text' || !('value' in outcome) || outcome.value === null || !FULL_WIDTH.test(cell.text.trim()))
    return outcome
  return { ...outcome, warning: excelErrors.cellFullWidth({ text: outcome.value.slice(0, SHOWN_LENGTH) }) }
}

function readNumber(column: ExcelColumn, cell: FilledCell): CellOutcome {
  const isWhole = column.kind === 'integer'
  if (cell.kind === 'date' || cell.kind === 'boolean')
    return { problem: isWhole ? notWhole(column) : excelErrors.cellNotNumber() }
  const result =
    cell.kind === 'number'
      ? amountFromNumber(cell.text, column.digits)
      : amountFromText(cell.text, column.currency, column.digits)
  if ('problem' in result) {
    const isOther = result.problem === 'cellDecimals' || result.problem === 'cellNotNumber'
    if (result.problem === 'cellDecimals' && column.digits)
      return { problem: excelErrors.cellDecimalsOf({ max: column.digits }) }
    return { problem: isWhole && isOther ? notWhole(column) : excelErrors[result.problem]() }
  }
  if (isWhole && !result.amount.endsWith('.00')) return { problem: notWhole(column) }
  if (column.positive && result.amount === '0.00') return { problem: excelErrors.cellNotPositive() }
  return { value: isWhole ? result.amount.slice(0, -3) : result.amount }
}

function notWhole(column: ExcelColumn): Refusal {
  const [min, max] = rangeOf(column)
  return excelErrors.cellNotWhole({ min: grouped(min), max: grouped(max) })
}

function readDay(cell: FilledCell): CellOutcome {
  const text = tidy(cell.text)
  const isMidnight = cell.kind === 'date' && text.endsWith(' 00:00:00')
  const value = readDayText(isMidnight ? text.slice(0, 10) : text)
  return (cell.kind === 'date' || cell.kind === 'text') && value !== null
    ? { value }
    : { problem: excelErrors.cellNotDay() }
}

function readText(column: ExcelColumn, cell: FilledCell, options: ReturnType<typeof codesOf> | undefined): CellOutcome {
  // The program turned the typed text into a date, 3-12 for example; what was meant is lost.
  if (cell.kind === 'date') return { problem: excelErrors.cellNotText() }
  const shown = cell.kind === 'number' ? plainDigits(cell.text) : cell.text.trim()
  if (shown === null || (column.kind !== 'text' && isScientific(tidy(shown))))
    return { problem: excelErrors.cellDigitsLost({ text: cell.text.slice(0, SHOWN_LENGTH) }) }
  if (column.form) return column.form.read(tidy(shown), column.isList === true)
  const value = column.kind === 'code' ? (tidy(shown).split(' / ', 1)[0] ?? '').trim() : shown
  if (column.maxLength !== undefined && Array.from(value).length > column.maxLength) {
    return { problem: excelErrors.cellTooLong({ max: column.maxLength }) }
  }
  // The name of a record may contain a slash, and so may a label.
  if (options === undefined) return { value: column.isNamed ? tidy(shown) : value }
  const [code, ...others] = options(tidy(shown)) ?? options(value) ?? []
  if (code === undefined) return { problem: excelErrors.cellNotOption({ choices: shownChoices(column.options ?? []) }) }
  if (others.length > 0)
    return {
      problem: excelErrors.cellAmbiguous({
        text: value.slice(0, SHOWN_LENGTH),
        choices: shownChoices([code, ...others]),
      }),
    }
  return { value: code }
}
