import { defineErrors, type Refusal } from '#kernel/base/errors/errors.ts'

/** Why an export does not start, or how a task ended. */
export const downloadErrors = defineErrors('downloads', {
  // Spec section 5: at the limit the advice is to export in batches.
  tooManyRows: { status: 400, params: ['limit'] },
  unknownColumn: { status: 400, params: ['column'] },
  tooManyRunning: { status: 429, params: ['limit'] },
  tooOld: { status: 400, params: ['days'] },
  notRunning: { status: 409, params: [] },
  notFailed: { status: 409, params: [] },
  cancelled: { status: 409, params: [] },
  expired: { status: 404, params: ['days'] },
  tooLarge: { status: 400, params: [] },
  personGone: { status: 403, params: [] },
  rightsChanged: { status: 403, params: [] },
  scopeShrunk: { status: 403, params: [] },
  noParts: { status: 400, params: [] },
  tookTooLong: { status: 400, params: ['minutes'] },
  gaveUp: { status: 500, params: ['attempts'] },
})

/** With thousands separators, because nobody counts six zeros. */
export function tooManyRows(limit: number): Refusal {
  return downloadErrors.tooManyRows({ limit: limit.toLocaleString('en-US') })
}
