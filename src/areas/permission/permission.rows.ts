import type { OwnRows } from '#kernel/engine/record/routes/record-usage.ts'

/** Rows of the area's tables that may refer to a record, besides its documents and records. */
export const rows: readonly OwnRows[] = [
  { table: 'user_role', name: 'userRole', show: 'role_code', words: { organisation_id: 'userRoleOfOrganisation' } },
]
