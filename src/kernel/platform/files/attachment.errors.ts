import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Reasons why a file is refused or not bound. `name` is the file's cleaned name. */
export const attachmentErrors = defineErrors('attachment', {
  empty: ['name'],
  tooLarge: { status: 413, params: ['limit'] },
  // By content; `types` are the endings that are taken.
  wrongType: ['name', 'types'],
  // The content is not what the name says.
  disguised: ['name', 'types'],
  damaged: ['name'],
  tooManyPixels: ['name', 'limit'],
  bomb: ['name'],
  tooManyWaiting: { status: 429, params: ['limit'] },
  brokenOff: [],
  // Of an action that names keys. One that is unknown, swept or somebody else's: all the same to who asks.
  unknown: [],
  elsewhere: { status: 409, params: ['name'] },
  tooMany: ['limit'],
  typeNotTaken: ['name', 'types'],
  notTaken: [],
  required: [],
  twice: ['name'],
  bound: { status: 409, params: ['name'] },
})

/** Errors of files of any kind. */
export const fileErrors = defineErrors('file', {
  linkOver: { status: 404 },
  // Of an upload, when a virus scanner is set up; `threat` is what it calls it.
  infected: ['name', 'threat'],
  notScanned: { status: 503, params: ['name'] },
  // The store gives no answer, or its disk is full.
  storeAway: { status: 503 },
})
