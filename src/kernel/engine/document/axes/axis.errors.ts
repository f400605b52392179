import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why an event of an axis is refused. */
export const axisErrors = defineErrors('axis', {
  /** A pair that is not in the table (domain.md 7). */
  notNow: { status: 409, params: ['axis', 'state'] },
})
