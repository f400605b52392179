import type { Reference } from '#kernel/record/definition.ts'

const table = (name: string, more: Partial<Reference> = {}): Reference => ({
  table: name,
  key: 'code',
  keyType: 'text',
  enabled: 'enabled',
  ...more,
})

export const categoryReference = table('product_category')
export const upperCategoryReference = table('product_category', { alike: { column: 'class', field: 'class' } })
export const productLineReference = table('product_line')
export const upperLineReference = table('product_line', { alike: { column: 'product_class', field: 'productClass' } })
export const spuReference = table('spu', { search: 'search' })
export const skuReference = table('sku', { search: 'search' })
export const materialReference = table('material', { search: 'search' })
export const bomReference = table('bom', { search: 'search' })
export const channelReference: Reference = {
  table: 'customer_channel',
  key: 'code',
  keyType: 'text',
  enabled: 'status = 1',
  scope: 'scope_id',
}
