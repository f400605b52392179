import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { SheetRow } from '../cell.ts'
import type { RowReceiver } from './parse-workbook.ts'

const BATCH_ROWS = 1000
/** A batch with huge texts has fewer rows. */
const BATCH_CHARACTERS = 1024 * 1024

/** Collects rows into batches; `finish` delivers the last one after success. */
export function batching(
  batch: (rows: SheetRow[]) => void,
  warn: (warning: Refusal) => void,
  rest: () => Promise<void>,
): RowReceiver & { finish(): void } {
  let rows: SheetRow[] = []
  let characters = 0
  const hand = () => {
    if (rows.length > 0) batch(rows)
    rows = []
    characters = 0
  }
  return {
    row(row) {
      rows.push(row)
      for (const cell of row.cells) if (cell.kind !== 'empty') characters += cell.text.length
      if (rows.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) hand()
    },
    warn,
    rest,
    finish: hand,
  }
}
