import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a preference or a saved view of a list is refused. */
export const preferenceErrors = defineErrors('preference', {
  viewNotFound: { status: 404 },
  viewStale: { status: 409 },
  viewNotYours: { status: 403 },
  viewNameTaken: { status: 409, params: ['name'] },
  viewNameMissing: [],
  tooManyViews: ['limit'],
  tooManyPreferences: ['limit'],
  tooLarge: ['limit'],
})
