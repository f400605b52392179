import type { Field } from '#kernel/engine/definition/fields.ts'

/** Whether a field is edited in a dialog: tiers, a list of codes. */
export function isStructured({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'ladder' || kind === 'list'
}
