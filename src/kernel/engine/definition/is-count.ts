import type { Field } from './fields.ts'

/** Whether a field says how many: a whole number that is no number of something else. */
export function isCount(field: Pick<Field, 'kind' | 'refersTo'> | undefined): boolean {
  return field?.kind === 'integer' && field.refersTo === undefined
}
