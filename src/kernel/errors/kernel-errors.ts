import { defineErrors } from './errors.ts'

/** Reasons of the transport: shape, session, rights, staleness. Defaults are the texts of the spec's section 8. */
export const httpErrors = defineErrors('http', {
  badRequest: { status: 400, params: [] },
  invalidField: { status: 400, params: ['field', 'reason'] },
  unauthorized: { status: 401, params: [] },
  forbidden: { status: 403, params: ['right'] },
  notFound: { status: 404, params: [] },
  csrf: { status: 403, params: [] },
  methodNotAllowed: { status: 405, params: [] },
  tooLarge: { status: 413, params: [] },
  tooMany: { status: 429, params: [] },
  server: { status: 500, params: [] },
  busy: { status: 503, params: [] },
  timedOut: { status: 503, params: ['seconds'] },
  idempotencyKeyMissing: { status: 400, params: [] },
  idempotencyKeyReused: { status: 409, params: [] },
})

/** Reasons of the one action runner. */
export const documentErrors = defineErrors('document', {
  notFound: { status: 404, params: [] },
  stale: { status: 409, params: ['by', 'at'] },
  wrongState: { status: 409, params: ['action', 'state'] },
  submittedBefore: { status: 409, params: [] },
  onlyDrafter: { status: 403, params: [] },
  notYours: { status: 403, params: [] },
  required: { status: 400, params: ['field'] },
  notAmount: { status: 400, params: ['field'] },
  tooManyDecimals: { status: 400, params: ['field'] },
  notPositive: { status: 400, params: ['field'] },
  tooLargeNumber: { status: 400, params: ['field'] },
  notWholeNumber: { status: 400, params: ['field'] },
  // F1
  notQuantity: { status: 400, params: ['field'] },
  outOfRange: { status: 400, params: ['field', 'min', 'max'] },
  moreDecimals: { status: 400, params: ['field', 'digits'] },
  noSuchDay: { status: 400, params: ['field'] },
  notTiers: { status: 400, params: ['field'] },
  tooManyTiers: { status: 400, params: ['field', 'max'] },
  tierOrder: { status: 400, params: ['field', 'tier'] },
  ladderInfinity: { status: 400, params: [] },
  tooManyEntries: { status: 400, params: ['field', 'max'] },
  entryTwice: { status: 400, params: ['field', 'entry'] },
  notAnEntry: { status: 400, params: ['field', 'entry'] },
  tooLong: { status: 400, params: ['field', 'max'] },
  notAnOption: { status: 400, params: ['field'] },
  noLines: { status: 400, params: [] },
  tooManyLines: { status: 400, params: ['limit'] },
})

/** Reasons of the approval engine. */
export const approvalErrors = defineErrors('approval', {
  notYourTask: { status: 403, params: [] },
  taskDone: { status: 409, params: [] },
  drafterCannotApprove: { status: 403, params: [] },
  alreadyActed: { status: 403, params: [] },
  contentChanged: { status: 409, params: [] },
  newRound: { status: 409, params: [] },
  variableComputed: { status: 400, params: ['name'] },
  notKept: { status: 400, params: ['name'] },
  opinionRequired: { status: 400, params: [] },
  reasonRequired: { status: 400, params: [] },
  noApprover: { status: 400, params: ['step'] },
  notRunning: { status: 409, params: [] },
  templateMissing: { status: 500, params: ['template'] },
  rateMissing: { status: 400, params: ['currency', 'reporting'] },
  taskWaits: { status: 409, params: [] },
  onlyAnswer: { status: 400, params: [] },
  nothingAsked: { status: 400, params: [] },
  noSuchStep: { status: 400, params: [] },
  chooseRequired: { status: 400, params: ['step'] },
  choosePeople: { status: 400, params: ['most'] },
  noSuchPerson: { status: 400, params: ['account'] },
  targetSelf: { status: 400, params: [] },
  targetDrafter: { status: 400, params: ['account'] },
  targetUnfit: { status: 400, params: ['account'] },
  targetActed: { status: 400, params: ['account'] },
  targetHolds: { status: 400, params: ['account'] },
  targetCannotRead: { status: 400, params: ['account'] },
  notYourSigner: { status: 403, params: [] },
  signerActed: { status: 409, params: [] },
  onlyDrafterUrges: { status: 403, params: [] },
  urgedAlready: { status: 409, params: ['hours'] },
})

/** Reasons of the ledger. */
export const ledgerErrors = defineErrors('ledger', {
  insufficient: { status: 400, params: ['account', 'bucket'] },
  alreadyPosted: { status: 409, params: [] },
  reservationResolved: { status: 409, params: [] },
})
