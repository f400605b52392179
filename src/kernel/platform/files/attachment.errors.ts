import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a file is not taken, or not bound. `name` is the file's own, as it was cleaned. */
export const attachmentErrors = defineErrors('attachment', {
  empty: { status: 400, params: ['name'] },
  tooLarge: { status: 413, params: ['limit'] },
  // By content; `types` are the endings that are taken.
  wrongType: { status: 400, params: ['name', 'types'] },
  // The content is not what the name says.
  disguised: { status: 400, params: ['name', 'types'] },
  damaged: { status: 400, params: ['name'] },
  tooManyPixels: { status: 400, params: ['name', 'limit'] },
  bomb: { status: 400, params: ['name'] },
  tooManyWaiting: { status: 429, params: ['limit'] },
  brokenOff: { status: 400, params: [] },
  // Of an action that names keys. One that is unknown, swept or somebody else's: all the same to who asks.
  unknown: { status: 400, params: [] },
  elsewhere: { status: 409, params: ['name'] },
  tooMany: { status: 400, params: ['limit'] },
  typeNotTaken: { status: 400, params: ['name', 'types'] },
  notTaken: { status: 400, params: [] },
  required: { status: 400, params: [] },
  twice: { status: 400, params: ['name'] },
  bound: { status: 409, params: ['name'] },
})

/** Of files of any kind. */
export const fileErrors = defineErrors('file', {
  linkOver: { status: 404, params: [] },
  // Of an upload, when a virus scanner is set up; `threat` is what it calls it.
  infected: { status: 400, params: ['name', 'threat'] },
  notScanned: { status: 503, params: ['name'] },
  // The store gives no answer, or its disk is full.
  storeAway: { status: 503, params: [] },
})
