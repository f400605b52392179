import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Reasons why a file is refused or not bound. `name` is the file's cleaned name. */
export const attachmentErrors = defineErrors('attachment', {
  empty: { status: 400, params: ['name'] },
  tooLarge: { status: 413, params: ['limit'] },
  // Judged by content; `types` lists the accepted extensions.
  wrongType: { status: 400, params: ['name', 'types'] },
  // The content does not match the extension.
  disguised: { status: 400, params: ['name', 'types'] },
  damaged: { status: 400, params: ['name'] },
  tooManyPixels: { status: 400, params: ['name', 'limit'] },
  bomb: { status: 400, params: ['name'] },
  tooManyWaiting: { status: 429, params: ['limit'] },
  brokenOff: { status: 400, params: [] },
  // For an action that names keys: an unknown, a swept and another person's key look the same.
  unknown: { status: 400, params: [] },
  elsewhere: { status: 409, params: ['name'] },
  tooMany: { status: 400, params: ['limit'] },
  typeNotTaken: { status: 400, params: ['name', 'types'] },
  notTaken: { status: 400, params: [] },
  required: { status: 400, params: [] },
  twice: { status: 400, params: ['name'] },
  bound: { status: 409, params: ['name'] },
})

/** Errors of files of any kind. */
export const fileErrors = defineErrors('file', {
  linkOver: { status: 404, params: [] },
  // Refusal by a virus scanner; `threat` is its name for the finding.
  infected: { status: 400, params: ['name', 'threat'] },
  notScanned: { status: 503, params: ['name'] },
  // The store does not answer, or its disk is full.
  storeAway: { status: 503, params: [] },
})
