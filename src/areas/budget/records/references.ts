import type { Reference } from '#kernel/record/definition.ts'

export const poolReference: Reference = { table: 'project_pool', key: 'code', keyType: 'text', enabled: 'enabled' }
