import type { OwnRows } from '#kernel/engine/record/routes/record-usage.ts'

/** Rows of the area's tables that may name a record, beside those of its documents and records. */
export const rows: readonly OwnRows[] = [
  { table: 'user_role', name: 'userRole', show: 'role_code', words: { organisation_id: 'userRoleOfOrganisation' } },
]
