import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a preference or a saved view of a list is refused. */
export const preferenceErrors = defineErrors('preference', {
  viewNotFound: { status: 404, params: [] },
  viewStale: { status: 409, params: [] },
  viewNotYours: { status: 403, params: [] },
  viewNameTaken: { status: 409, params: ['name'] },
  viewNameMissing: { status: 400, params: [] },
  tooManyViews: { status: 400, params: ['limit'] },
  tooManyPreferences: { status: 400, params: ['limit'] },
  tooLarge: { status: 400, params: ['limit'] },
})
