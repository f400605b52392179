import type { SheetContent, SheetRow } from '../cell.ts'
import { type ReadOptions, readRows } from './read-rows.ts'

/** Reads a whole sheet into memory: see {@link readRows}. */
export async function readSheet(
  source: Uint8Array | AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<SheetContent> {
  const { header, batches, warnings } = await readRows(source, options)
  const rows: SheetRow[] = []
  for await (const batch of batches) rows.push(...batch)
  return { header, rows, warnings }
}
