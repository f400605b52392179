import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { preferenceErrors } from '../preference.errors.ts'

/** Texts of why a saved view or a preference is refused, in English. */
export const preferenceErrorTexts = {
  viewNotFound: 'This view does not exist or is no longer shared',
  viewStale: 'This view was changed in another window. Load it again before you change it',
  viewNotYours: 'Only the owner of a view may change it. Save it under a name of your own',
  viewNameTaken: 'You already have a view named "{name}"',
  viewNameMissing: 'Please enter a name',
  tooManyViews: 'A list keeps at most {limit} views. Delete one that you no longer need',
  tooManyPreferences: 'At most {limit} settings are kept',
  tooLarge: 'The setting is larger than {limit} bytes',
} satisfies ErrorTexts<typeof preferenceErrors>
