import { buffer } from 'node:stream/consumers'
import type { Language } from '#kernel/base/i18n/language.ts'
import { type ExcelColumn, type Columns, type KeyOf, REQUIRED_MARK } from '../columns.ts'
import { exampleMarks } from '../locale/added-columns.ts'
import { headNotes } from '../locale/head-notes.ts'
import { type CellInput, displayWidth, type WrittenColumn } from '../sheet-cells.ts'
import type { StyleName } from '../sheet-styles.ts'
import { columnLetters } from '../sheet-xml.ts'
import type { Choices, WrittenSheet } from './write-sheet.ts'
import { workbookStream } from './write-workbook.ts'

/** One entry of a drop-down. With a name the cell shows `code / name`; reading takes the code. */
export interface ListEntry {
  readonly code: string
  readonly name?: string
}

export interface TemplateSpec<C extends Columns> {
  readonly sheetName: string
  readonly columns: C
  /** Drop-downs by column. Their entries are on a hidden sheet, since Excel allows only 255 characters of them in place. */
  readonly lists: Partial<Readonly<Record<KeyOf<C>, readonly ListEntry[]>>>
  /** Title and paragraphs of the second sheet. */
  readonly instructions: { readonly sheetName: string; readonly title: string; readonly lines: readonly string[] }
  readonly language: Language
  /** One example row: styled differently, and marked so that reading skips it. Amounts as text. */
  readonly example?: Readonly<Record<string, string | null>>
  /** Rows below the header that the drop-downs cover. */
  readonly rowLimit: number
}

const LISTS_SHEET = 'lists'

/** An import template that `parseRows` reads back with the same columns. */
export async function templateWorkbook<const C extends Columns>(spec: TemplateSpec<C>): Promise<Uint8Array> {
  const lists = spec.columns.flatMap((column) => {
    const entries = listOf(spec, column)
    return entries.length === 0 ? [] : [{ column, texts: entries.map(listText) }]
  })
  const sheets = [
    linesSheet(spec, lists),
    instructionSheet(spec.instructions),
    ...(lists.length === 0 ? [] : [listsSheet(lists.map(({ texts }) => texts))]),
  ]
  return buffer(workbookStream(sheets, 'UTC+00:00'))
}

interface List {
  readonly column: ExcelColumn
  readonly texts: readonly string[]
}

function linesSheet<C extends Columns>(spec: TemplateSpec<C>, lists: readonly List[]): WrittenSheet {
  const { columns, example } = spec
  return {
    name: spec.sheetName,
    columns: [
      ...columns.map(writtenColumn(spec)),
      // A last column for the example's mark.
      ...(example ? [{ title: '', kind: 'text' as const, styles: styled('plain', 'exampleText', 'plain') }] : []),
    ],
    batches: rows(example ? [exampleRow(spec, example)] : []),
    form: {
      isHeadFrozen: true,
      headHeight: 24,
      notes: columns.map((column, index) => ({ column: index, text: headNote(spec, column) })),
      choices: lists.map(({ column, texts }, index) => dropDown(spec, column, index, texts.length)),
    },
  }
}

async function* rows(cells: readonly (readonly CellInput[])[]) {
  yield cells
}

function styled(head: StyleName, cells: StyleName, empty: StyleName) {
  return { head, cells, empty }
}

function listOf<C extends Columns>(spec: TemplateSpec<C>, column: ExcelColumn): readonly ListEntry[] {
  const lists: Readonly<Record<string, readonly ListEntry[] | undefined>> = spec.lists
  return lists[column.key] ?? column.options?.map((code) => ({ code })) ?? []
}

function listText(entry: ListEntry): string {
  return entry.name === undefined ? entry.code : `${entry.code} / ${entry.name}`
}

function headerTitle(column: ExcelColumn, language: Language): string {
  return column.required || column.requiredIfNew
    ? `${column.titles[language]} ${REQUIRED_MARK}`
    : column.titles[language]
}

function isNumber({ kind }: ExcelColumn): boolean {
  return kind === 'amount' || kind === 'integer'
}

const EXAMPLE_STYLES = { amount: 'exampleAmount', integer: 'exampleInteger', text: 'exampleText' } as const
const EMPTY_STYLES = { amount: 'enteredAmount', integer: 'integer', text: 'text' } as const

function writtenColumn<C extends Columns>(spec: TemplateSpec<C>): (column: ExcelColumn) => WrittenColumn {
  return (column) => {
    const title = headerTitle(column, spec.language)
    const texts = [title, ...listOf(spec, column).map(listText)]
    const widest = texts.reduce((width, text) => Math.max(width, displayWidth(text)), 0)
    const kind = column.kind === 'amount' || column.kind === 'integer' ? column.kind : 'text'
    const head = column.required || column.requiredIfNew ? 'required' : 'optional'
    return {
      title,
      kind,
      width: Math.min(40, Math.max(14, widest + 3)),
      // The example is grey and italic, so that nobody takes it for a row of their own.
      styles: styled(isNumber(column) ? `${head}Right` : head, EXAMPLE_STYLES[kind], EMPTY_STYLES[kind]),
    }
  }
}

function headNote<C extends Columns>(spec: TemplateSpec<C>, column: ExcelColumn): string {
  const notes = headNotes[spec.language]
  const lines = [
    column.required ? notes.required : column.requiredIfNew ? notes.requiredIfNew : notes.optional,
    column.form?.note[spec.language] ?? notes.kinds[column.kind],
  ]
  if (column.isList) lines.push(notes.list)
  if (column.isNamed || column.words) lines.push(notes.named)
  if (column.range) lines.push(notes.whole(...column.range))
  else if (column.positive) lines.push(notes.positive)
  if (column.maxLength !== undefined) lines.push(notes.maxLength(column.maxLength))
  if (listOf(spec, column).length > 0) lines.push(notes.choices)
  return lines.join('\n')
}

function exampleRow<C extends Columns>(
  spec: TemplateSpec<C>,
  example: Readonly<Record<string, string | null>>,
): CellInput[] {
  const values = spec.columns.map((column) => {
    const value = example[column.key] ?? null
    const name = value === null ? undefined : column.words?.[value]?.[spec.language]
    return value !== null && name !== undefined ? listText({ code: value, name }) : value
  })
  return [...values, exampleMarks[spec.language]]
}

function dropDown<C extends Columns>(
  spec: TemplateSpec<C>,
  column: ExcelColumn,
  listIndex: number,
  length: number,
): Choices {
  const letters = columnLetters(listIndex)
  return {
    column: spec.columns.indexOf(column),
    rows: spec.rowLimit,
    from: `${LISTS_SHEET}!$${letters}$1:$${letters}$${length}`,
    mayBeBlank: !column.required,
  }
}

/** One column per list; the first entry stands in the title row. */
function listsSheet(lists: readonly (readonly string[])[]): WrittenSheet {
  const height = Math.max(...lists.map((list) => list.length))
  const below = Array.from({ length: height - 1 }, (_, row) => lists.map((list) => list[row + 1] ?? null))
  return {
    name: LISTS_SHEET,
    columns: lists.map(([first = '']) => ({ title: first, kind: 'text', styles: styled('plain', 'plain', 'plain') })),
    batches: rows(below),
    form: { isHidden: true },
  }
}

function instructionSheet({ sheetName, title, lines }: TemplateSpec<Columns>['instructions']): WrittenSheet {
  return {
    name: sheetName,
    columns: [{ title, kind: 'text', width: 100, styles: styled('title', 'paragraph', 'paragraph') }],
    batches: rows(lines.map((line) => [line])),
    form: {},
  }
}
