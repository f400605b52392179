import type { Reference } from '#kernel/engine/definition/reference.ts'

/** The records that can be sent or fetched: every record of the product, by the name of its definition. */
export const kindReference: Reference = { table: 'record_kind', key: 'code', keyType: 'text', enabled: 'enabled' }
export const systemReference: Reference = { table: 'external_system', key: 'code', keyType: 'text', enabled: 'enabled' }
