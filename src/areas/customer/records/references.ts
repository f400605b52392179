import type { Reference } from '#kernel/engine/definition/reference.ts'

/** The price list that it buys by. */
export const classificationReference: Reference = {
  table: 'price_classification',
  key: 'code',
  keyType: 'text',
  enabled: 'enabled',
  scope: 'scope_id',
}
