import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Cell, emptyCell, type SheetRow } from '../cell.ts'
import type { ParseRequest } from './parse-workbook.ts'

export interface ReaderTask {
  readonly bytes: Uint8Array
  readonly request: ParseRequest
}

export type ReaderAnswer =
  | { readonly kind: 'rows'; readonly rows: PackedRows }
  | { readonly kind: 'warned'; readonly warning: Refusal }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] }
  | { readonly kind: 'done' }

/** Rows as transferred between threads: few lists of texts transfer far faster than an object for each cell. */
export interface PackedRows {
  readonly numbers: readonly number[]
  /** A letter for each cell of each row. */
  readonly kinds: readonly string[]
  readonly texts: readonly string[]
}

const LETTERS = { empty: '-', text: 't', number: 'n', boolean: 'b', date: 'd', formula: 'f', error: 'e' } as const
const KINDS = Object.fromEntries(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind]))

export function packRows(rows: readonly SheetRow[]): PackedRows {
  const texts: string[] = []
  const kinds = rows.map(({ cells }) => {
    let letters = ''
    for (const cell of cells) {
      letters += LETTERS[cell.kind]
      if (cell.kind !== 'empty') texts.push(cell.text)
    }
    return letters
  })
  return { numbers: rows.map(({ row }) => row), kinds, texts }
}

export function unpackRows({ numbers, kinds, texts }: PackedRows): SheetRow[] {
  let next = 0
  return kinds.map((letters, index) => {
    const cells: Cell[] = []
    for (let place = 0; place < letters.length; place += 1) {
      const kind = KINDS[letters.charAt(place)]
      cells.push(kind === undefined || kind === 'empty' ? emptyCell : ({ kind, text: texts[next++] } as Cell))
    }
    return { row: numbers[index] ?? 0, cells }
  })
}

/** Batches in transit to the receiver: the thread waits when it is that far ahead. */
export const AHEAD = 2
