import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type AnyRecord, keyField } from '../definition.ts'
import { recordErrors } from '../record.errors.ts'

/** The refusal of a duplicate key: the area's own, where it has one. */
export function keyTaken(record: AnyRecord, key: string): Refusal {
  const at = { field: keyField(record) }
  return record.exists ? { ...record.exists(key), ...at } : recordErrors.exists({ key }, at)
}
