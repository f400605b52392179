import { bomLine } from '#areas/product/records/bom-line.record.ts'
import { productCategory } from '#areas/product/records/product-category.record.ts'
import { sku } from '#areas/product/records/sku.record.ts'
import { sourceSku } from '#areas/product/records/source-sku.record.ts'
import { salesSetting } from '#areas/product/records/sales-setting.record.ts'
import type { RuleCase } from './rule-case.ts'

/** Rules of products, their categories, BOMs and sales settings. */
export const rules: readonly RuleCase[] = [
  {
    rule: 'Q19',
    record: productCategory,
    given: { nameZh: null },
    field: 'nameZh',
    zh: '请填写中文名称',
    en: 'Chinese name is required',
  },
  {
    rule: 'Q19',
    record: productCategory,
    given: { nameEn: null },
    field: 'nameEn',
    zh: '请填写英文名称',
    en: 'English name is required',
  },
  {
    rule: 'B6',
    record: productCategory,
    given: { parentCode: 'mobile' },
    to: 'mobile',
    field: 'parentCode',
    zh: '上级品类：不能添加自身',
    en: 'Upper category: cannot add itself',
  },
  { rule: 'Q22', record: sku, given: { spuCode: null }, field: 'spuCode', zh: '请填写所属SPU', en: 'SPU is required' },
  {
    rule: 'Q22',
    record: salesSetting,
    given: { skuCode: null },
    field: 'skuCode',
    zh: '请填写商品SKU',
    en: 'SKU is required',
  },
  {
    rule: 'B10',
    record: sku,
    given: { code: 'AL7-BK-12256', eanCode: null },
    isNewOnly: true,
    field: 'code',
    zh: 'SKU已存在：AL7-BK-12256',
    en: 'SKU already exists: AL7-BK-12256',
  },
  {
    rule: 'B10',
    record: sourceSku,
    given: { sourceCode: 'AL7-BK-12256', skuSourceType: '1' },
    isNewOnly: true,
    field: 'skuSourceType',
    zh: 'SKU已存在：1/AL7-BK-12256在该系统中已映射，一个编码只映射一次',
    en: 'SKU already exists: 1/AL7-BK-12256 is mapped in this system, and only once',
  },
  {
    rule: 'Q20',
    record: bomLine,
    given: { materialCode: null },
    field: 'materialCode',
    zh: '物料与SKU二选一',
    en: 'Either a material or a SKU',
  },
  {
    rule: 'Q20',
    record: bomLine,
    given: { skuCode: 'AL7-BK-12256' },
    field: 'materialCode',
    zh: '物料与SKU二选一',
    en: 'Either a material or a SKU',
  },
]
