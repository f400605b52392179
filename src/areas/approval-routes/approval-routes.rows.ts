import type { OwnRows } from '#kernel/engine/record/routes/record-usage.ts'

/** Rows of the area's tables that may refer to a record, besides its documents and records. */
export const rows: readonly OwnRows[] = [
  { table: 'approval_substitute', name: 'absence', show: 'id' },
  { table: 'year_rate', name: 'yearRate', show: 'year' },
  { table: 'year_rate_version', name: 'yearRateBase', show: 'year' },
  { table: 'approval_band', name: 'approvalBand', show: 'version' },
]
