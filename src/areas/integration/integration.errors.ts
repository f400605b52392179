import { defineErrors } from '#kernel/base/errors/errors.ts'

/** What the forms of the integration area refuse by themselves. */
export const integrationErrors = defineErrors('integration', {
  address: { status: 400, params: [] },
  addressClear: { status: 400, params: [] },
  zoneMissing: { status: 400, params: [] },
  pagingMissing: { status: 400, params: [] },
})
