import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Refusals of the integration area's forms. */
export const integrationErrors = defineErrors('integration', {
  address: { status: 400, params: [] },
  addressClear: { status: 400, params: [] },
  zoneMissing: { status: 400, params: [] },
  pagingMissing: { status: 400, params: [] },
})
