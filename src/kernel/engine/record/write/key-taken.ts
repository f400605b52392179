import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type AnyRecord, keyField } from '../definition.ts'
import { recordErrors } from '../record.errors.ts'

/** Why a record cannot be made under this key: in the word that its area has for that, where it has one. */
export function keyTaken(record: AnyRecord, key: string): Refusal {
  const at = { field: keyField(record) }
  return record.exists ? { ...record.exists(key), ...at } : recordErrors.exists({ key }, at)
}
