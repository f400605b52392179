import type { RecordView } from '#kernel/engine/record/routes/record-view.ts'
import { bom } from './bom.record.ts'
import { sku } from './sku.record.ts'
import { sourceSku } from './source-sku.record.ts'

/** The sell-in catalogue, kits for assembly in a country, and source SKUs without a SKU. */
export const views: readonly RecordView[] = [
  { name: 'sellIn', record: sku, page: '/master/pc/siProduct', filters: { sellIn: 'yes' } },
  { name: 'skd', record: bom, page: '/master/pc/skd', filters: { kind: 'skd' } },
  { name: 'unmapped', record: sourceSku, page: '/master/pc/unmappedSku', filters: { mapping: 'unmapped' } },
]
