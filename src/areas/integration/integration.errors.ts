import { defineErrors } from '#kernel/base/errors/errors.ts'

/** What the forms of the integration area refuse by themselves. */
export const integrationErrors = defineErrors('integration', {
  address: [],
  addressClear: [],
  zoneMissing: [],
  pagingMissing: [],
})
