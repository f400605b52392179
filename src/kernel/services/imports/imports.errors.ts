import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why an import, a call about it, or a row is refused. */
export const importErrors = defineErrors('imports', {
  notAFile: { status: 400, params: [] },
  emptyFile: { status: 400, params: [] },
  brokenOff: { status: 400, params: [] },
  badParams: { status: 400, params: ['field'] },
  tooManyRunning: { status: 429, params: ['limit'] },
  stale: { status: 409, params: [] },
  notNow: { status: 409, params: [] },
  noSuchRow: { status: 404, params: ['row'] },
  noSuchColumn: { status: 400, params: ['column'] },
  rowWritten: { status: 409, params: ['row'] },
  // Spec section 8.
  badRows: { status: 400, params: ['count'] },
  nothingToDo: { status: 400, params: [] },
  onlyWhole: { status: 400, params: [] },
  duplicateKey: { status: 400, params: ['row'] },
  noLongerFits: { status: 409, params: ['rows'] },
  dependedOn: { status: 409, params: ['rows'] },
  gaveUp: { status: 500, params: ['attempts'] },
  stopped: { status: 409, params: ['done', 'total'] },
  discarded: { status: 409, params: [] },
  undone: { status: 409, params: ['rows'] },
  purged: { status: 409, params: ['days'] },
  scopeShrunk: { status: 403, params: [] },
})
