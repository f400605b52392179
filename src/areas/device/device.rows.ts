import type { OwnRows } from '#kernel/engine/record/routes/record-usage.ts'

/** Rows of the area's tables that may refer to a record, besides its documents and records. */
export const rows: readonly OwnRows[] = [
  { table: 'device_claim', name: 'deviceClaim', show: 'customer_code', scope: 'scope_id', right: 'device.price.view' },
  { table: 'device_tac', name: 'deviceTac', show: 'tac' },
  { table: 'device', name: 'device', show: 'sn', right: 'device.registry.view' },
  { table: 'device_day', name: 'deviceDay', show: 'closed_until', scope: 'scope_id', right: 'device.stock.view' },
  { table: 'device_stock_day', name: 'deviceStockDay', show: 'day', scope: 'scope_id', right: 'device.stock.view' },
  { table: 'device_place', name: 'devicePlace', show: 'holder_code', scope: 'scope_id', right: 'device.registry.view' },
]
