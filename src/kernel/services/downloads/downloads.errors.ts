import { defineErrors, type Refusal } from '#kernel/base/errors/errors.ts'

/** Why an export does not start, or how a task ended. */
export const downloadErrors = defineErrors('downloads', {
  // Spec section 5: at the limit the advice is to export in batches.
  tooManyRows: ['limit'],
  unknownColumn: ['column'],
  tooManyRunning: { status: 429, params: ['limit'] },
  tooOld: ['days'],
  notRunning: { status: 409 },
  notFailed: { status: 409 },
  cancelled: { status: 409 },
  expired: { status: 404, params: ['days'] },
  tooLarge: [],
  personGone: { status: 403 },
  rightsChanged: { status: 403 },
  scopeShrunk: { status: 403 },
  noParts: [],
  tookTooLong: ['minutes'],
  gaveUp: { status: 500, params: ['attempts'] },
})

/** With thousands separators, because nobody counts six zeros. */
export function tooManyRows(limit: number): Refusal {
  return downloadErrors.tooManyRows({ limit: limit.toLocaleString('en-US') })
}
