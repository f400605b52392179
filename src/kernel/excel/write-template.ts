import {
  type Cell,
  type CellStyle,
  type CellValue,
  type ColumnDef,
  type DataValidation,
  colToLetter,
  writeXlsx,
} from 'hucre/xlsx'
import type { Language } from '#kernel/i18n/language.ts'
import { type Column, type Columns, type KeyOf, REQUIRED_MARK } from './columns.ts'
import { exampleMarks } from './locale/added-columns.ts'
import { headNotes } from './locale/head-notes.ts'
import { displayWidth } from './sheet-cells.ts'

/** One entry of a drop-down. With a name the cell shows `code / name`; reading takes the code. */
export interface ListEntry {
  readonly code: string
  readonly name?: string
}

export interface TemplateSpec<C extends Columns> {
  readonly sheetName: string
  readonly columns: C
  /** Drop-downs by column. Their entries stand on a hidden sheet: Excel holds 255 characters of them in place. */
  readonly lists: Partial<Readonly<Record<KeyOf<C>, readonly ListEntry[]>>>
  /** Title and paragraphs of the second sheet. */
  readonly instructions: { readonly sheetName: string; readonly title: string; readonly lines: readonly string[] }
  readonly language: Language
  /** One row to show how it is done: set apart, and marked so that reading leaves it out. Amounts as text. */
  readonly example?: Readonly<Record<string, string | null>>
  /** How far the drop-downs reach below the header. */
  readonly rowLimit: number
}

/**
 * The library writes a column's format on its cells only, not on the column, so the rows to fill in are
 * written as formatted blank cells. A row beyond them still reads: a text format only keeps Excel from
 * changing a code while it is typed.
 */
const FORMATTED_ROWS = 1000

const LISTS_SHEET = 'lists'
const FONT = 'Calibri'
const ACCENT = '1F5FBF'
const HEADER_GREY = 'F2F4F7'
const TEXT_FORMAT = '@'
const AMOUNT_FORMAT = '#,##0.00'
const INTEGER_FORMAT = '0'
const EXAMPLE_FONT = { name: FONT, size: 11, italic: true, color: { rgb: '6B7280' } }

type TemplateCell = Pick<Cell, 'value' | 'type' | 'style' | 'comment'>

/** An import template that reads back through the same columns: see `parseRows`. */
export async function templateWorkbook<const C extends Columns>(spec: TemplateSpec<C>): Promise<Uint8Array> {
  const lists = spec.columns.flatMap((column) => {
    const entries = listOf(spec, column)
    return entries.length === 0 ? [] : [{ column, texts: entries.map(listText) }]
  })
  return writeXlsx({
    defaultFont: { name: FONT, size: 11 },
    sheets: [
      {
        name: spec.sheetName,
        columns: spec.columns.map(columnFormat(spec)),
        rows: [
          spec.columns.map((column) => headerTitle(column, spec.language)),
          ...(spec.example ? [exampleValues(spec, spec.example)] : []),
          ...blankRows(spec),
        ],
        cells: new Map([...headerCells(spec), ...(spec.example ? exampleCells(spec, spec.example) : [])]),
        rowDefs: new Map([[0, { height: 24 }]]),
        freezePane: { rows: 1 },
        dataValidations: lists.map(({ column, texts }, index) => dropDown(spec, column, index, texts.length)),
      },
      instructionSheet(spec.instructions),
      ...(lists.length === 0
        ? []
        : [{ name: LISTS_SHEET, hidden: true, rows: listRows(lists.map(({ texts }) => texts)) }]),
    ],
  })
}

function listOf<C extends Columns>(spec: TemplateSpec<C>, column: Column): readonly ListEntry[] {
  const lists: Readonly<Record<string, readonly ListEntry[] | undefined>> = spec.lists
  return lists[column.key] ?? column.options?.map((code) => ({ code })) ?? []
}

function listText(entry: ListEntry): string {
  return entry.name === undefined ? entry.code : `${entry.code} / ${entry.name}`
}

function headerTitle(column: Column, language: Language): string {
  return column.required ? `${column.titles[language]} ${REQUIRED_MARK}` : column.titles[language]
}

function isNumber({ kind }: Column): boolean {
  return kind === 'amount' || kind === 'integer'
}

function formatOf(column: Column): string {
  if (column.kind === 'amount') return AMOUNT_FORMAT
  return column.kind === 'integer' ? INTEGER_FORMAT : TEXT_FORMAT
}

function columnFormat<C extends Columns>(spec: TemplateSpec<C>): (column: Column) => ColumnDef {
  return (column) => {
    const texts = [headerTitle(column, spec.language), ...listOf(spec, column).map(listText)]
    const widest = texts.reduce((width, text) => Math.max(width, displayWidth(text)), 0)
    return { width: Math.min(40, Math.max(14, widest + 3)), numFmt: formatOf(column) }
  }
}

function headerCells<C extends Columns>(spec: TemplateSpec<C>): [string, TemplateCell][] {
  return spec.columns.map((column, index) => [
    `0,${index}`,
    {
      value: headerTitle(column, spec.language),
      type: 'string',
      style: headerStyle(column),
      comment: { text: headNote(spec, column) },
    },
  ])
}

function headNote<C extends Columns>(spec: TemplateSpec<C>, column: Column): string {
  const notes = headNotes[spec.language]
  const lines = [
    column.required ? notes.required : notes.optional,
    column.form?.note[spec.language] ?? notes.kinds[column.kind],
  ]
  if (column.isList) lines.push(notes.list)
  if (column.positive) lines.push(notes.positive)
  if (column.maxLength !== undefined) lines.push(notes.maxLength(column.maxLength))
  if (listOf(spec, column).length > 0) lines.push(notes.choices)
  return lines.join('\n')
}

function headerStyle(column: Column): CellStyle {
  const color = { rgb: column.required ? 'FFFFFF' : '1F2937' }
  return {
    font: { name: FONT, size: 11, bold: true, color },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: column.required ? ACCENT : HEADER_GREY } },
    alignment: {
      vertical: 'center',
      horizontal: isNumber(column) ? 'right' : 'left',
    },
    numFmt: TEXT_FORMAT,
  }
}

function exampleValues<C extends Columns>(
  spec: TemplateSpec<C>,
  example: Readonly<Record<string, string | null>>,
): CellValue[] {
  const values = spec.columns.map((column) => {
    const value = example[column.key] ?? null
    const name = value === null ? undefined : column.words?.[value]?.[spec.language]
    if (value !== null && name !== undefined) return listText({ code: value, name })
    return value !== null && isNumber(column) ? Number(value) : value
  })
  return [...values, exampleMarks[spec.language]]
}

/** Grey and slanted, so that nobody takes it for a row of his own. */
function exampleCells<C extends Columns>(
  spec: TemplateSpec<C>,
  example: Readonly<Record<string, string | null>>,
): [string, TemplateCell][] {
  return exampleValues(spec, example).flatMap((value, index): [string, TemplateCell][] => {
    const column = spec.columns[index]
    const style = { font: EXAMPLE_FONT, numFmt: column ? formatOf(column) : TEXT_FORMAT }
    if (value === null) return []
    return [[`1,${index}`, { value, type: typeof value === 'number' ? 'number' : 'string', style }]]
  })
}

function blankRows<C extends Columns>(spec: TemplateSpec<C>): CellValue[][] {
  const count = Math.min(spec.rowLimit, FORMATTED_ROWS) - (spec.example ? 1 : 0)
  return Array.from({ length: Math.max(0, count) }, () => spec.columns.map(() => null))
}

function dropDown<C extends Columns>(
  spec: TemplateSpec<C>,
  column: Column,
  listIndex: number,
  length: number,
): DataValidation {
  const letter = colToLetter(spec.columns.indexOf(column))
  const listLetter = colToLetter(listIndex)
  return {
    type: 'list',
    formula1: `${LISTS_SHEET}!$${listLetter}$1:$${listLetter}$${length}`,
    range: `${letter}2:${letter}${spec.rowLimit + 1}`,
    allowBlank: !column.required,
    // A warning, no stop: a code may be pasted without its name, and the server checks it anyway.
    errorStyle: 'warning',
    showErrorMessage: true,
  }
}

function listRows(lists: readonly (readonly string[])[]): CellValue[][] {
  const height = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: height }, (_, row) => lists.map((list) => list[row] ?? null))
}

function instructionSheet(instructions: { sheetName: string; title: string; lines: readonly string[] }) {
  const title = {
    value: instructions.title,
    type: 'string' as const,
    style: { font: { name: FONT, size: 14, bold: true } },
  }
  return {
    name: instructions.sheetName,
    columns: [{ width: 100, style: { alignment: { wrapText: true, vertical: 'top' as const } } }],
    rows: [[instructions.title], ...instructions.lines.map((line) => [line])],
    cells: new Map([['0,0', title]]),
  }
}
