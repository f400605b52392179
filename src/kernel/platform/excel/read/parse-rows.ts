import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { type Cell, cellText, type SheetContent, type SheetRow } from '../cell.ts'
import { type ExcelColumn, type Columns, type KeyOf, REQUIRED_MARK, type RowValues } from '../columns.ts'
import { tidy } from '../decimal-text.ts'
import { excelErrors } from '../excel.errors.ts'
import { addedColumns, exampleMarks } from '../locale/added-columns.ts'
import { cellReader } from './read-cell.ts'

/** An error in one cell. */
export interface CellError<K extends string = string> {
  /** As Excel numbers it, from 1. */
  readonly row: number
  /** Key of the column. */
  readonly column: K
  readonly key: string
  readonly params: Refusal['params']
}

export type ParsedRow<C extends Columns> =
  | {
      readonly row: number
      readonly ok: true
      readonly values: RowValues<C>
      /** Warnings on cells that were read differently from how they are written. */
      readonly warnings: readonly CellError<KeyOf<C>>[]
    }
  | {
      readonly row: number
      readonly ok: false
      /** The value of each valid cell and the raw text of each invalid one, to correct it on the screen. */
      readonly texts: Readonly<Record<KeyOf<C>, string>>
      readonly errors: readonly CellError<KeyOf<C>>[]
      readonly warnings: readonly CellError<KeyOf<C>>[]
    }

export interface ParsedSheet<C extends Columns> {
  readonly rows: readonly ParsedRow<C>[]
  readonly goodCount: number
  readonly badCount: number
  /** Titles that match no column; their cells are not read. */
  readonly warnings: readonly Refusal[]
}

/** Characters kept of an invalid cell's text: enough to recognise and correct it, too few to return a file of one huge text a row. */
const SHOWN_LENGTH = 1000

/** Parses rows of one sheet, whose header has been matched to the columns. */
export interface RowParser<C extends Columns> {
  /** Titles that match no column; their cells are not read. */
  readonly warnings: readonly Refusal[]
  /** Null where the row is blank in all of the columns. */
  parse(row: SheetRow): ParsedRow<C> | null
  /** The filled cells by column, unparsed. */
  cellsOf(row: SheetRow): Partial<Readonly<Record<KeyOf<C>, Cell>>>
}

export interface RowParserOptions {
  /** The example row of the template: skipped while it is marked and unchanged. */
  readonly example?: Readonly<Record<string, string | null>>
}

/**
 * Matches the titles of a header, in any order and in either language. Rows are then parsed one by one: each is valid
 * or refused with a reason for each of its cells; one invalid row affects no other.
 *
 * @throws Refused where the header lacks a required column or names one twice
 */
export function rowParser<const C extends Columns>(
  header: readonly string[],
  columns: C,
  language: Language,
  { example }: RowParserOptions = {},
): RowParser<C> {
  const { places, warnings } = matchHeader(header, columns, language)
  const asMeant = header.some((title) => ADDED.has(titleKey(title))) ? returned : (cell: Cell | undefined) => cell
  const readers = columns.map((column) => ({ column, place: places.get(column.key), read: cellReader(column) }))
  return {
    warnings,
    parse({ row, cells }) {
      const found = readers.map(({ place }) => (place === undefined ? undefined : asMeant(cells[place])))
      if (found.every((cell) => tidy(cellText(cell)) === '')) return null
      const values: Record<string, string | null> = {}
      const errors: CellError<KeyOf<C>>[] = []
      const doubts: CellError<KeyOf<C>>[] = []
      const about = (column: KeyOf<C>, { key, params }: Refusal) => ({ row, column, key, params })
      readers.forEach(({ column, read }, index) => {
        const outcome = read(found[index])
        if ('value' in outcome) {
          values[column.key] = outcome.value
          if (outcome.warning) doubts.push(about(column.key, outcome.warning))
        } else {
          values[column.key] = cellText(found[index]).slice(0, SHOWN_LENGTH)
          errors.push(about(column.key, outcome.problem))
        }
      })
      if (isMarked(header, cells)) {
        if (example && columns.every(({ key }) => (values[key] ?? '') === (example[key] ?? ''))) return null
        errors.push(about(columns[0]?.key ?? '', excelErrors.rowExample()))
      }
      if (errors.length === 0) return { row, ok: true, values: values as RowValues<C>, warnings: doubts }
      const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? '']))
      return { row, ok: false, texts: texts as Record<KeyOf<C>, string>, errors, warnings: doubts }
    },
    cellsOf({ cells }) {
      const found: Partial<Record<KeyOf<C>, Cell>> = {}
      for (const [key, place] of places) {
        const cell = asMeant(cells[place])
        if (cell && cell.kind !== 'empty') found[key as KeyOf<C>] = cell
      }
      return found
    },
  }
}

const MARKS: ReadonlySet<string> = new Set(Object.values(exampleMarks))

/** Whether a cell without a title has the mark of the template's example. */
function isMarked(header: readonly string[], cells: readonly Cell[]): boolean {
  return cells.some((cell, place) => cell.kind === 'text' && !header[place] && MARKS.has(cell.text.trim()))
}

/** A cell that a person corrected. A formula stays a formula and is refused, never taken for its text. */
export function typedCell(text: string): Cell {
  if (text === '') return { kind: 'empty' }
  return { kind: text.startsWith('=') ? 'formula' : 'text', text }
}

/** An error workbook holds formulas as texts: an uncorrected one must still be refused. */
function returned(cell: Cell | undefined): Cell | undefined {
  return cell?.kind === 'text' ? typedCell(cell.text) : cell
}

/**
 * Parses a whole sheet in memory: see {@link rowParser}.
 *
 * @throws Refused where the header does not fit, or where no row is filled
 */
export function parseRows<const C extends Columns>(
  sheet: SheetContent,
  columns: C,
  language: Language,
  options?: RowParserOptions,
): ParsedSheet<C> {
  const parser = rowParser(sheet.header, columns, language, options)
  const rows = sheet.rows.map((row) => parser.parse(row)).filter((row) => row !== null)
  if (rows.length === 0) throw new Refused(excelErrors.emptySheet())
  const goodCount = rows.filter((row) => row.ok).length
  return {
    rows,
    goodCount,
    badCount: rows.length - goodCount,
    warnings: [...(sheet.warnings ?? []), ...parser.warnings],
  }
}

/** Columns that an error workbook added are not reported as unknown when it is uploaded again. */
const ADDED = new Set(Object.values(addedColumns).flatMap((added) => Object.values(added).map(titleKey)))

function matchHeader(
  header: readonly string[],
  columns: Columns,
  language: Language,
): { places: Map<string, number>; warnings: Refusal[] } {
  const byTitle = new Map<string, ExcelColumn>()
  for (const column of columns) for (const title of Object.values(column.titles)) byTitle.set(titleKey(title), column)
  const places = new Map<string, number>()
  const problems: Refusal[] = []
  const warnings: Refusal[] = []
  header.forEach((title, place) => {
    const key = titleKey(title)
    if (key === '' || ADDED.has(key)) return
    const column = byTitle.get(key)
    if (!column) warnings.push(excelErrors.columnIgnored({ column: title.slice(0, 100) }))
    else if (places.has(column.key)) problems.push(excelErrors.columnTwice({ column: column.titles[language] }))
    else places.set(column.key, place)
  })
  const missing = columns.filter(({ required, key }) => required && !places.has(key))
  if (missing.length > 0) {
    const names = missing.map(({ titles }) => titles[language]).join(language === 'zh' ? '、' : ', ')
    // In one message, because of several refusals a page shows the first.
    problems.push(excelErrors.columnMissing({ columns: names, count: missing.length }))
  }
  if (problems.length > 0) throw new Refused(problems)
  return { places, warnings }
}

/** People change case and spaces of a title, and the template marks the required ones. */
function titleKey(title: string): string {
  const bare = tidy(title)
  return (bare.endsWith(REQUIRED_MARK) ? bare.slice(0, -REQUIRED_MARK.length) : bare)
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
