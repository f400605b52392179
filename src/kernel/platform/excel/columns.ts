import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

/**
 * What the cells of a column may hold:
 * - `text`: anything a person writes;
 * - `code`: an identifier; of a drop-down entry `code / name` only the code counts;
 * - `amount`: a decimal with at most two places, not negative;
 * - `integer`: a whole number, not negative;
 * - `day`: a date without a time of day, as a date of the spreadsheet or written year first.
 */
export type ExcelColumnKind = 'text' | 'code' | 'amount' | 'integer' | 'day'

/** A form of code that an area adds: how it is read, and what a template says of it. */
export interface CodeForm {
  /** Of the text of a cell the code, or with `isList` the codes with one space between them; or why it is none. */
  readonly read: (text: string, isList: boolean) => { readonly value: string } | { readonly problem: Refusal }
  /** At the head of the column, where any other code says that it is one. */
  readonly note: Readonly<Record<Language, string>>
}

/** One column of an import and of its template. Definitions share it with the web side: no Node in it. */
export interface ExcelColumn {
  /** Wire name of the field. */
  readonly key: string
  readonly titles: Readonly<Record<Language, string>>
  readonly required: boolean
  readonly kind: ExcelColumnKind
  /** In characters, of texts and codes. */
  readonly maxLength?: number
  /** The only texts or codes allowed. */
  readonly options?: readonly string[]
  /** What people call them: a cell may say the word instead of the code, in either language. */
  readonly words?: Readonly<Record<string, Readonly<Record<Language, string>>>>
  /** Of a column of codes: the form that they have. */
  readonly form?: CodeForm
  /** Several codes of that form in one cell, separated by spaces. */
  readonly isList?: boolean
  /** Refuses zero too, for amounts and integers. */
  readonly positive?: boolean
}

export type Columns = readonly ExcelColumn[]

export type KeyOf<C extends Columns> = C[number]['key']

/** A good row: every value is text, amounts in the wire form `1234.50`; null where an optional cell is empty. */
export type RowValues<C extends Columns> = {
  readonly [K in C[number] as K['key']]: K['required'] extends true ? string : string | null
}

/** Keeps the literal keys, so that a misspelt one does not compile. */
export function defineColumns<const C extends Columns>(columns: C): C {
  return columns
}

/** The mark that a template puts behind the title of a required column. */
export const REQUIRED_MARK = '*'
