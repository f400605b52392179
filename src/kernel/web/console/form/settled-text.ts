import type { Field } from '#kernel/engine/definition/fields.ts'
import { unitOf } from '#kernel/engine/definition/view.ts'
import { plainNumber } from '#kernel/base/money/written-number.ts'

/** The text of a field once its input is left: a number that was typed as people write it in its plain form, anything else as it is. */
export function settledText(field: Field, text: string, currency: string | undefined): string {
  const { kind } = field
  if (kind !== 'money' && kind !== 'decimal' && kind !== 'integer') return text
  return plainNumber(text, kind === 'money' ? currency : unitOf(field, currency).trim()) ?? text
}
