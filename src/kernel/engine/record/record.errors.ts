import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Refusals of record changes. */
export const recordErrors = defineErrors('record', {
  notFound: { status: 404 },
  stale: { status: 409, params: ['by', 'at'] },
  changedSince: { status: 409, params: ['by'] },
  exists: { status: 409, params: ['key'] },
  keyShape: ['field'],
  keyFixed: ['field'],
  shape: ['field', 'like'],
  taken: { status: 409, params: ['field', 'value', 'key'] },
  appendOnly: { status: 409 },
  inForce: { status: 409, params: ['day'] },
  unknownCode: ['field', 'code'],
  disabledCode: ['field', 'code'],
  unlike: ['field', 'code', 'same'],
  used: { status: 409, params: ['uses'] },
  // Half a place is none.
  coordinatePair: ['field'],
  imageUnknown: ['field'],
  imageElsewhere: { status: 409, params: ['field'] },
  imageType: ['field', 'types'],
  notByFile: ['fields'],
  day: [],
  dayPast: { status: 409, params: ['day'] },
  // B6: nothing is below itself.
  itself: ['field'],
  circle: ['field', 'key', 'upper'],
  wrongState: { status: 409 },
  beginsAsDraft: [],
  byApproval: { status: 409 },
  guarded: { status: 409, params: ['field'] },
  waiting: { status: 409, params: ['no'] },
  issued: { status: 409 },
  onlyDrafts: { status: 409 },
  secret: { status: 403, params: ['field'] },
})
