import type { Refusal } from '#kernel/base/errors/errors.ts'

/**
 * The content of a workbook cell. A number is the decimal text in the file, never a float. A formula is only its text:
 * the cached result is not read, because whoever made the file chose it.
 */
export type Cell =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly text: 'TRUE' | 'FALSE' }
  /** ISO date, with the time where the cell has one. */
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'formula'; readonly text: string }
  /** An Excel error such as `#REF!`. */
  | { readonly kind: 'error'; readonly text: string }

export interface SheetRow {
  /** As Excel numbers it, from 1. */
  readonly row: number
  /** From column A to the last filled cell. */
  readonly cells: readonly Cell[]
}

export interface SheetContent {
  /** Titles in the first row that is not blank, from column A on. */
  readonly header: readonly string[]
  /** The rows below the header that are not blank. */
  readonly rows: readonly SheetRow[]
  /** Warnings about the whole file. */
  readonly warnings?: readonly Refusal[]
}

export interface ReadLimits {
  /** Size of the uploaded file. */
  readonly maxBytes: number
  /** Size of everything unpacked from it, and of all texts of the result. */
  readonly maxUncompressedBytes: number
  /** Filled rows below the header. */
  readonly maxRows: number
  readonly maxColumns: number
}

export const emptyCell: Cell = { kind: 'empty' }

/** The text that a person sees in the cell, so that a refused one can be shown and corrected. */
export function cellText(cell: Cell | undefined): string {
  return cell === undefined || cell.kind === 'empty' ? '' : cell.text
}
