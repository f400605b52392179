import { defineErrors } from '#kernel/errors/errors.ts'

/** Why something about a record was refused. */
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
  used: { status: 409, params: ['uses'] },
  wrongState: { status: 409, params: [] },
})
