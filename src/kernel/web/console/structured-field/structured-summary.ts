import { entriesOf } from '#kernel/engine/definition/code-list.ts'
import type { Field } from '#kernel/engine/definition/fields.ts'
import { ladderText } from '#kernel/engine/definition/ladder.ts'
import { pageText } from '../client/i18n.ts'

/** Whether a field is edited in a dialog: tiers, a list of codes. */
export function isStructured({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'ladder' || kind === 'list'
}

/** Most codes listed; of more the number is shown. */
const FEW = 2

/** Summary of a structured field: its tiers, or the number of codes. */
export function structuredSummary(field: Field, value: string, values: Readonly<Record<string, unknown>>): string {
  if (field.ladder) return ladderText(field, value, values)
  const entries = entriesOf(value)
  return entries.length <= FEW ? entries.join(' ') : pageText('form.counted', { count: entries.length })
}
