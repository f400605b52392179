import { defineErrors } from '#kernel/base/errors/errors.ts'

export const deviceErrors = defineErrors('device', {
  numberCharacters: ['number'],
  numberLength: ['number'],
  imeisv: ['number'],
  checkDigit: ['number', 'digit'],
  // Also what is outside of the scope: it answers as if it did not exist.
  unknown: ['number'],
  twice: ['number', 'other'],
  tooMany: ['most'],
  claimed: { status: 409, params: ['number', 'no'] },
  notClaimed: { status: 409, params: ['number'] },
  // Of a cell of a workbook.
  cellNotImei: ['text'],
  cellImeiCheck: ['text'],
  cellImeiVersion: ['text'],
  cellImeiTwice: ['text'],
  cellImeiMany: [],
  notFound: { status: 404 },
  // Of a transfer.
  partyUnknown: ['code'],
  partyDisabled: ['code'],
  notItsDealer: ['dealer', 'customer'],
  notItsStore: ['store', 'customer'],
  sameParty: [],
  noNumbers: [],
  noGoodNumbers: ['count'],
  numbersChanged: { status: 409 },
  partyElsewhere: ['code', 'area'],
  arrivalMissing: [],
  nothingArrived: [],
  notReceiver: { status: 403 },
  notReversible: { status: 409, params: ['count'] },
})
