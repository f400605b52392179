import type { Reference } from '#kernel/record/definition.ts'

export const budgetRegionReference: Reference = {
  table: 'budget_region',
  key: 'code',
  keyType: 'text',
  enabled: 'enabled',
}
export const channelReference: Reference = {
  table: 'customer_channel',
  key: 'code',
  keyType: 'text',
  enabled: 'status = 1',
  scope: 'scope_id',
}
/** The price list that it buys by. */
export const classificationReference: Reference = {
  table: 'price_classification',
  key: 'code',
  keyType: 'text',
  enabled: 'enabled',
  scope: 'scope_id',
}
