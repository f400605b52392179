import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a side effect failed; the final reason is stored with it. */
export const effectErrors = defineErrors('effects', {
  /** Spec section 4: only a new-process flow can be closed. */
  oldProcess: { status: 409 },
  refused: { status: 502, params: ['status', 'answer'] },
  unavailable: { status: 502, params: ['status'] },
  unreachable: { status: 502, params: ['cause'] },
  timeout: { status: 504, params: ['seconds'] },
  fault: { status: 500 },
})
