import type { TProperties } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { RawContent } from '#kernel/engine/definition/content.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Columns } from '#kernel/platform/excel/columns.ts'
import type { CellError, ParsedRow } from '#kernel/platform/excel/read/parse-rows.ts'
import type { ImportDefinition, UnreadableRow } from '#kernel/services/imports/import-definition.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

// Reads the lines of a document from a file: into the form by its parse call, or as a draft by an import.

type Values = Readonly<Record<string, string>>

/** The reader: the context of a call, or an importer. */
export type LineFileReader = Pick<RequestContext, 'principal' | 'language' | 'now'>

/** The sales area that a file is about. */
export interface FileArea {
  readonly id: number
  readonly idcCode: string
}

export interface LineFile<H, L> {
  /** Kind of the import and its template. */
  readonly kind: string
  readonly right: string
  readonly document: ServerDocument
  /** The call that reads a file into the form. */
  readonly parsePath: string
  readonly summary: string
  /** The form's header without lines. The form reports missing values when the draft is opened. */
  readonly params: TProperties
  columns(header: Readonly<Record<string, unknown>>): Columns
  /** The columns of the form's sheet with this header, in its order: a row of the template can be pasted there. */
  templateColumns(header: Readonly<Record<string, unknown>>): Columns
  readonly example: Readonly<Record<string, string | null>>
  /** The area of an IDC; one that the reader may not see is refused. */
  areaOf(reader: LineFileReader, tx: Tx, idc: string): Promise<FileArea>
  headerOf(raw: RawContent, area: FileArea): H
  /** A line for the rules, from parsable values; '' for the others. */
  lineOf(good: (column: string) => string): L
  /** The submit's refusals of these lines. */
  check(tx: Tx, reader: LineFileReader, header: H, lines: readonly L[]): Promise<readonly Refusal[]>
  /** The key of a line for finding duplicates. */
  keyOf(line: L): string
  /** The refusal of a line that repeats another, which an import finds by key over the whole file. */
  readonly repeated?: string
  /** What rows of the file become before they are checked: a code that stands for several products becomes a line of each. */
  expand?(tx: Tx, lines: readonly ImportedLine[]): Promise<readonly ImportedLine[]>
  /** Whether a refusal about a field depends on an unparsable cell. */
  isAffected(key: string, field: string, broken: string): boolean
  readonly texts: Readonly<Record<Language, { readonly title: string; readonly lines: readonly string[] }>>
  readonly lists: NonNullable<ImportDefinition['lists']>
  /** Query parameters of the draft's address besides its number. */
  addressOf(params: Readonly<Record<string, unknown>>): Readonly<Record<string, string>>
}

/** A row of the file: parsed where valid, raw text where not. */
export interface ImportedLine {
  readonly row: number
  readonly line: Values
  readonly errors: readonly CellError[]
}

export function importedLines(columns: Columns, rows: readonly ParsedRow<Columns>[]): ImportedLine[] {
  return rows.map((parsed) => {
    const found: Readonly<Record<string, string | null>> = parsed.ok ? parsed.values : parsed.texts
    const line = Object.fromEntries(columns.map(({ key }) => [key, found[key] ?? '']))
    return { row: parsed.row, line, errors: parsed.ok ? [] : parsed.errors }
  })
}

/** The lines for the rules. Unparsable cells are empty; their error is known, and no second one is added. */
export function readableLines<H, L>(file: LineFile<H, L>, lines: readonly ImportedLine[]): L[] {
  return lines.map(({ line, errors }) => {
    const broken = new Set(errors.map((error) => error.column))
    return file.lineOf((column) => (broken.has(column) ? '' : (line[column] ?? '')))
  })
}

/**
 * Checks each line by the rules of its document: unknown codes, what belongs to another area, duplicates. The form shows refusals of the document as a whole.
 */
export async function checkedLines<H, L>(
  tx: Tx,
  file: LineFile<H, L>,
  reader: LineFileReader,
  header: H,
  given: readonly ImportedLine[],
): Promise<ImportedLine[]> {
  const lines = file.expand ? await file.expand(tx, given) : given
  const added = new Map<number, CellError[]>()
  for (const refusal of await file.check(tx, reader, header, readableLines(file, lines))) {
    const { row: index, field, key, params } = refusal
    const imported = index === undefined ? undefined : lines[index]
    if (!imported || index === undefined || field === undefined) continue
    if (imported.errors.some(({ column }) => column === field || file.isAffected(key, field, column))) continue
    added.set(index, [...(added.get(index) ?? []), { row: imported.row, column: field, key, params }])
  }
  const places = file.columns({}).map(({ key }) => key)
  // As the columns stand: a code that is unknown is found later than an amount that is none.
  const inOrder = (errors: readonly CellError[]) =>
    errors.toSorted((one, other) => places.indexOf(one.column) - places.indexOf(other.column))
  return lines.map((line, index) => ({ ...line, errors: inOrder([...line.errors, ...(added.get(index) ?? [])]) }))
}

/** What is wrong with lines besides their unreadable cells. Equal lines are found by key, over the whole file. */
export async function restOfLines<H, L>(
  tx: Tx,
  file: LineFile<H, L>,
  reader: LineFileReader,
  header: H,
  rows: readonly UnreadableRow[],
): Promise<CellError[]> {
  const lines = rows.map(({ row, values, unreadable }): ImportedLine => {
    const line = Object.entries(values).map(([column, value]) => [column, value ?? ''])
    const errors = [...unreadable].map((column): CellError => ({ row, column, key: '', params: {} }))
    return { row, line: Object.fromEntries(line) as Values, errors }
  })
  const checked = await checkedLines(tx, file, reader, header, lines)
  return checked.flatMap(({ errors }) => errors.filter(({ key }) => key !== '' && key !== file.repeated))
}
