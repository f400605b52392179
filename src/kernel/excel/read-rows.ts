import type { SheetRow } from './cell.ts'
import { type ReadOptions, readSheet } from './read-workbook.ts'

/** A sheet as it is read: the header first, the rows below it in batches. */
export interface SheetStream {
  /** Titles in the first row that is not blank, from column A on. */
  readonly header: readonly string[]
  /** To be gone through once; whoever stops early ends the reading. A refusal may come with any batch. */
  readonly batches: AsyncIterable<readonly SheetRow[]>
}

const BATCH = 1000

/**
 * Reads one sheet of an uploaded workbook, batch by batch.
 *
 * @throws Refused with a reason of {@link excelErrors} for everything that is no harmless workbook
 */
export async function readRows(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<SheetStream> {
  const { header, rows } = await readSheet(source, options)
  return { header, batches: inBatches(rows) }
}

async function* inBatches(rows: readonly SheetRow[]): AsyncGenerator<readonly SheetRow[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH)
}
