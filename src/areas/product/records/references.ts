import type { Reference } from '#kernel/engine/definition/reference.ts'

const table = (name: string, more: Partial<Reference> = {}): Reference => ({
  table: name,
  key: 'code',
  keyType: 'text',
  enabled: 'enabled',
  ...more,
})

export const categoryReference = table('product_category')
export const upperCategoryReference = table('product_category', { sameValue: { column: 'class', field: 'class' } })
export const upperLineReference = table('product_line', {
  sameValue: { column: 'product_class', field: 'productClass' },
})
export const materialReference = table('material', { search: 'search' })
export const bomReference = table('bom', { search: 'search' })
