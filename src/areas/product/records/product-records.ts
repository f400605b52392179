import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { bomLine } from './bom-line.record.ts'
import { bom } from './bom.record.ts'
import { material } from './material.record.ts'
import { priceClassification } from './price-classification.record.ts'
import { productCategory } from './product-category.record.ts'
import { productLine } from './product-line.record.ts'
import { salesSetting } from './sales-setting.record.ts'
import { sku } from './sku.record.ts'
import { sourceSku } from './source-sku.record.ts'
import { spu } from './spu.record.ts'

export const records: readonly AnyRecord[] = [
  productCategory,
  productLine,
  spu,
  sku,
  sourceSku,
  material,
  bom,
  bomLine,
  salesSetting,
  priceClassification,
]
