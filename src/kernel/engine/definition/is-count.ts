import type { Field } from './fields.ts'

/** Whether a field is a quantity: an integer that is no number of something else. */
export function isCount(field: Pick<Field, 'kind' | 'refersTo'> | undefined): boolean {
  return field?.kind === 'integer' && field.refersTo === undefined
}
