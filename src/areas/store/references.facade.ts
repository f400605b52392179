import type { Reference } from '#kernel/record/definition.ts'

// What records of any area may refer to here. Browser and server share them.

const scoped = { key: 'code', keyType: 'text', enabled: 'enabled', scope: 'scope_id' } as const
export const storeReference: Reference = { table: 'store', ...scoped }
export const warehouseReference: Reference = { table: 'warehouse', ...scoped }
