import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a draft of a setting is refused, or may not be published (yet). */
export const twoPeopleErrors = defineErrors('twoPeople', {
  unknown: { status: 404 },
  unknownVersion: { status: 404 },
  noDraft: { status: 404 },
  draftStale: { status: 409, params: ['by', 'at'] },
  baseMoved: { status: 409, params: ['version'] },
  secondPerson: { status: 403 },
  tookPart: { status: 403 },
  drafterMayNot: { status: 403, params: ['by', 'right'] },
  nothingChanged: [],
  incomplete: ['count'],
  mayNotAsk: { status: 403, params: ['right'] },
  nobodyToAsk: [],
  notAsked: { status: 409 },
})
