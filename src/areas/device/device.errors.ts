import { defineErrors } from '#kernel/base/errors/errors.ts'

export const deviceErrors = defineErrors('device', {
  numberCharacters: { status: 400, params: ['number'] },
  numberLength: { status: 400, params: ['number'] },
  imeisv: { status: 400, params: ['number'] },
  checkDigit: { status: 400, params: ['number', 'digit'] },
  // Also for a device out of scope: it answers as if it did not exist.
  unknown: { status: 400, params: ['number'] },
  twice: { status: 400, params: ['number', 'other'] },
  tooMany: { status: 400, params: ['most'] },
  claimed: { status: 409, params: ['number', 'no'] },
  notClaimed: { status: 409, params: ['number'] },
  // For a cell of a workbook.
  cellNotImei: { status: 400, params: ['text'] },
  cellImeiCheck: { status: 400, params: ['text'] },
  cellImeiVersion: { status: 400, params: ['text'] },
  cellImeiTwice: { status: 400, params: ['text'] },
  cellImeiMany: { status: 400, params: [] },
  notFound: { status: 404, params: [] },
})
