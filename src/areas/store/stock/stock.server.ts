import type { Tx } from '#kernel/platform/db/tx.ts'

/** Returns which of these warehouses hold anything: on hand, in transit to them, or reserved. */
export type StockCount = (tx: Tx, warehouseCodes: readonly string[]) => Promise<readonly string[]>

const counts: StockCount[] = []

/** An area that keeps stock registers its count when it is loaded: a warehouse can be disabled only when all report it empty. */
export function countStockBy(count: StockCount): () => void {
  counts.push(count)
  return () => void counts.splice(counts.indexOf(count), 1)
}

export async function warehousesWithStock(tx: Tx, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const full = new Set<string>()
  if (codes.length === 0) return full
  for (const count of counts) for (const code of await count(tx, codes)) full.add(code)
  return full
}
