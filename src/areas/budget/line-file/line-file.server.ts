import type { TProperties } from 'typebox'
import type { Area } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { RawContent } from '#kernel/engine/definition/content.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Columns } from '#kernel/platform/excel/columns.ts'
import type { CellError, ParsedRow } from '#kernel/platform/excel/read/parse-rows.ts'
import type { ImportDefinition } from '#kernel/services/imports/import-definition.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

// The lines of a document over budgets, read from a file: into the form by its parse call, or as a draft by an import.

type Values = Readonly<Record<string, string>>

/** Who reads it: a call's context is one, and so is whoever imports. */
export type LineFileReader = Pick<RequestContext, 'principal' | 'language' | 'now'>

export interface LineFile<H, L> {
  /** Of the import and its template. */
  readonly kind: string
  readonly right: string
  readonly document: ServerDocument
  /** The call that reads a file into the form. */
  readonly parsePath: string
  readonly summary: string
  /** The header as the form has it, without lines. What is missing the form says when the draft is opened. */
  readonly params: TProperties
  columns(header: Readonly<Record<string, unknown>>): Columns
  readonly example: Readonly<Record<string, string | null>>
  headerOf(raw: RawContent, area: Pick<Area, 'id' | 'idcCode'>): H
  /** A line as the rules read it, of the values that could be read; '' for the others. */
  lineOf(good: (column: string) => string): L
  /** What the rules of the submit say of these lines. */
  check(tx: Tx, reader: LineFileReader, header: H, lines: readonly L[]): Promise<readonly Refusal[]>
  /** What two lines of a file that are the same have in common. */
  keyOf(line: L): string
  /** Whether what a rule says about a field rests on a cell that could not be read. */
  isAffected(key: string, field: string, broken: string): boolean
  readonly texts: Readonly<Record<Language, { readonly title: string; readonly lines: readonly string[] }>>
  readonly lists: NonNullable<ImportDefinition['lists']>
  /** The draft's address says this of the header beside its number. */
  addressOf(params: Readonly<Record<string, unknown>>): Readonly<Record<string, string>>
}

/** A row of the file: its values where they are good, its own texts where they are not. */
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

/** The lines as the rules read them. What could not be read is empty; its error is known, and the rules add no second one. */
export function readableLines<H, L>(file: LineFile<H, L>, lines: readonly ImportedLine[]): L[] {
  return lines.map(({ line, errors }) => {
    const broken = new Set(errors.map((error) => error.column))
    return file.lineOf((column) => (broken.has(column) ? '' : (line[column] ?? '')))
  })
}

/**
 * Each line against the master data and the budgets as they are now: unknown codes, a country or budget of another area, a budget
 * twice. What the rules say about the document as a whole the form shows itself.
 */
export async function checkedLines<H, L>(
  tx: Tx,
  file: LineFile<H, L>,
  reader: LineFileReader,
  header: H,
  lines: readonly ImportedLine[],
): Promise<ImportedLine[]> {
  const added = new Map<number, CellError[]>()
  for (const refusal of await file.check(tx, reader, header, readableLines(file, lines))) {
    const { row: index, field, key, params } = refusal
    const imported = index === undefined ? undefined : lines[index]
    if (!imported || index === undefined || field === undefined) continue
    if (imported.errors.some(({ column }) => column === field || file.isAffected(key, field, column))) continue
    added.set(index, [...(added.get(index) ?? []), { row: imported.row, column: field, key, params }])
  }
  return lines.map((line, index) => ({ ...line, errors: [...line.errors, ...(added.get(index) ?? [])] }))
}
