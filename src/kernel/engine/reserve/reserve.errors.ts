import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a document cannot be approved yet, or why another system did not follow a reserve. */
export const reserveErrors = defineErrors('reserve', {
  /** Nothing is approved before it is Occupied (domain.md section 3). */
  occupying: { status: 409 },
  failToOccupy: { status: 409, params: ['reason'] },
  refused: { status: 502, params: ['status', 'answer'] },
  unavailable: { status: 502, params: ['status'] },
  unreachable: { status: 502, params: ['cause'] },
  timeout: { status: 504, params: ['seconds'] },
  deciding: { status: 502 },
  expired: { status: 504 },
  fault: { status: 500 },
  /** An earlier round has to be released first. */
  waits: { status: 409, params: ['round'] },
  badSignature: { status: 403 },
})
