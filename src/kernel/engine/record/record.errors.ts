import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Refusals of record changes. */
export const recordErrors = defineErrors('record', {
  notFound: { status: 404, params: [] },
  stale: { status: 409, params: ['by', 'at'] },
  changedSince: { status: 409, params: ['by'] },
  exists: { status: 409, params: ['key'] },
  keyShape: { status: 400, params: ['field'] },
  keyFixed: { status: 400, params: ['field'] },
  shape: { status: 400, params: ['field', 'like'] },
  taken: { status: 409, params: ['field', 'value', 'key'] },
  appendOnly: { status: 409, params: [] },
  inForce: { status: 409, params: ['day'] },
  unknownCode: { status: 400, params: ['field', 'code'] },
  disabledCode: { status: 400, params: ['field', 'code'] },
  unlike: { status: 400, params: ['field', 'code', 'same'] },
  used: { status: 409, params: ['uses'] },
  // Half a map position is invalid.
  coordinatePair: { status: 400, params: ['field'] },
  imageUnknown: { status: 400, params: ['field'] },
  imageElsewhere: { status: 409, params: ['field'] },
  imageType: { status: 400, params: ['field', 'types'] },
  notByFile: { status: 400, params: ['fields'] },
  day: { status: 400, params: [] },
  dayPast: { status: 409, params: ['day'] },
  // B6: a record must not be its own ancestor.
  itself: { status: 400, params: ['field'] },
  circle: { status: 400, params: ['field', 'key', 'upper'] },
  wrongState: { status: 409, params: [] },
  beginsAsDraft: { status: 400, params: [] },
  byApproval: { status: 409, params: [] },
  guarded: { status: 409, params: ['field'] },
  waiting: { status: 409, params: ['no'] },
  issued: { status: 409, params: [] },
  onlyDrafts: { status: 409, params: [] },
  secret: { status: 403, params: ['field'] },
})
