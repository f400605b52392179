import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Refusals of the integration area's forms. */
export const integrationErrors = defineErrors('integration', {
  address: [],
  addressClear: [],
  zoneMissing: [],
  pagingMissing: [],
})
