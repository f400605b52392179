import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why an import, a call about it, or a row is refused. */
export const importErrors = defineErrors('imports', {
  notAFile: [],
  emptyFile: [],
  brokenOff: [],
  badParams: ['field'],
  tooManyRunning: { status: 429, params: ['limit'] },
  stale: { status: 409 },
  notNow: { status: 409 },
  noSuchRow: { status: 404, params: ['row'] },
  noSuchColumn: ['column'],
  rowWritten: { status: 409, params: ['row'] },
  // Spec section 8.
  badRows: ['count'],
  nothingToDo: [],
  reasonMissing: ['count'],
  onlyWhole: [],
  duplicateKey: ['row'],
  noLongerFits: { status: 409, params: ['rows'] },
  dependedOn: { status: 409, params: ['rows'] },
  gaveUp: { status: 500, params: ['attempts'] },
  stopped: { status: 409, params: ['done', 'total'] },
  discarded: { status: 409 },
  undone: { status: 409, params: ['rows'] },
  purged: { status: 409, params: ['days'] },
  scopeShrunk: { status: 403 },
})
