import type { Reference } from '#kernel/engine/definition/reference.ts'

// References for records of any area. Browser and server share them.

const scoped = { key: 'code', keyType: 'text', enabled: 'enabled', scope: 'scope_id' } as const
export const storeReference = {
  names: 'stores',
  table: 'store',
  ...scoped,
} as const satisfies Reference
export const locationReference = { names: 'locations', table: 'location', ...scoped } as const satisfies Reference
export const warehouseReference: Reference = { table: 'warehouse', ...scoped }
