import type { OwnRows } from '#kernel/engine/record/routes/record-usage.ts'

/** Rows of the area's tables that may refer to a record, besides its documents. */
export const rows: readonly OwnRows[] = [
  { table: 'price_key', name: 'price', show: 'sku_code', scope: 'scope_id', right: 'price.review.view' },
  { table: 'price_cost_key', name: 'cost', show: 'sku_code', scope: 'scope_id', right: 'price.cost.view' },
]
