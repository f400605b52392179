import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Reasons of printing. */
export const printErrors = defineErrors('print', {
  tooLarge: [],
})
