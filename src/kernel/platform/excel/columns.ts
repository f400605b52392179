import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

/**
 * The values that the cells of a column may hold:
 * - `text`: any text;
 * - `code`: an identifier; of a drop-down entry `code / name` only the code counts, where the column is not `isNamed`;
 * - `amount`: a non-negative decimal with at most two places;
 * - `integer`: a non-negative whole number;
 * - `day`: a date without a time, as a spreadsheet date or written year first.
 */
export type ExcelColumnKind = 'text' | 'code' | 'amount' | 'integer' | 'day'

/** A code format that an area adds: how it is parsed, and its note in templates. */
export interface CodeForm {
  /** Parses a cell's text to the code, or with `isList` to codes separated by one space; or returns why it is invalid. */
  readonly read: (text: string, isList: boolean) => { readonly value: string } | { readonly problem: Refusal }
  /** Note on the column's title, in place of the general note of codes. */
  readonly note: Readonly<Record<Language, string>>
}

/** One column of an import and of its template. Definitions are shared with the browser: no Node in it. */
export interface ExcelColumn {
  /** Wire name of the field. */
  readonly key: string
  readonly titles: Readonly<Record<Language, string>>
  readonly required: boolean
  /** Required of new rows only: templates mark it, and a file or a row may leave it out. */
  readonly requiredIfNew?: true
  readonly kind: ExcelColumnKind
  /** Maximum characters of texts and codes. */
  readonly maxLength?: number
  /** The only allowed texts or codes. */
  readonly options?: readonly string[]
  /** Labels of the options: a cell may hold the label instead of the code, in either language. */
  readonly words?: Readonly<Record<string, Readonly<Record<Language, string>>>>
  /** For a column of codes of records: a cell may hold the name instead, in either language. The definition that reads the rows looks it up. */
  readonly isNamed?: true
  /** For a column of codes: their format. */
  readonly form?: CodeForm
  /** Several codes of that form in one cell, separated by spaces. */
  readonly isList?: boolean
  /** The currency that may stand beside an amount; with any other the cell is no amount. */
  readonly currency?: string
  /** The most decimals of an amount, where these are not two: a rate. */
  readonly digits?: number
  /** Refuses zero too, for amounts and integers. */
  readonly positive?: boolean
  /** The smallest and the largest integer that the import takes: it is told with a cell that holds none. */
  readonly range?: readonly [number, number]
}

export type Columns = readonly ExcelColumn[]

export type KeyOf<C extends Columns> = C[number]['key']

/** A valid row: every value is text, amounts in the wire form `1234.50`; null where an optional cell is empty. */
export type RowValues<C extends Columns> = {
  readonly [K in C[number] as K['key']]: K['required'] extends true ? string : string | null
}

/** Keeps the literal keys in the type, so that a misspelt one does not compile. */
export function defineColumns<const C extends Columns>(columns: C): C {
  return columns
}

/** The integers of a column that says no range have as many digits as a form takes. */
export function rangeOf({ range, positive }: ExcelColumn): readonly [number, number] {
  return range ?? [positive ? 1 : 0, 999_999_999]
}

/** The mark after the title of a required column in templates. */
export const REQUIRED_MARK = '*'
