import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a draft of a setting is refused, or may not be published (yet). */
export const twoPeopleErrors = defineErrors('twoPeople', {
  unknown: { status: 404, params: [] },
  unknownVersion: { status: 404, params: [] },
  noDraft: { status: 404, params: [] },
  draftStale: { status: 409, params: ['by', 'at'] },
  baseMoved: { status: 409, params: ['version'] },
  secondPerson: { status: 403, params: [] },
  tookPart: { status: 403, params: [] },
  drafterMayNot: { status: 403, params: ['by', 'right'] },
  nothingChanged: { status: 400, params: [] },
  incomplete: { status: 400, params: ['count'] },
})
