import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Refusals of printing. */
export const printErrors = defineErrors('print', {
  tooLarge: [],
})
