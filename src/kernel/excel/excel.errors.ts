import { defineErrors } from '#kernel/errors/errors.ts'

/** Why a workbook, or one cell of it, was refused. */
export const excelErrors = defineErrors('excel', {
  notWorkbook: { status: 400, params: [] },
  encrypted: { status: 400, params: [] },
  tooLarge: { status: 400, params: ['limit'] },
  bomb: { status: 400, params: [] },
  timeout: { status: 400, params: [] },
  tooManyRows: { status: 400, params: ['limit'] },
  tooManyColumns: { status: 400, params: ['limit'] },
  sheetMissing: { status: 400, params: ['sheet'] },
  emptySheet: { status: 400, params: [] },
  columnMissing: { status: 400, params: ['column'] },
  columnTwice: { status: 400, params: ['column'] },
  columnIgnored: { status: 400, params: ['column'] },
  cellRequired: { status: 400, params: [] },
  cellNotText: { status: 400, params: [] },
  cellNotNumber: { status: 400, params: [] },
  cellNotWhole: { status: 400, params: [] },
  cellDecimals: { status: 400, params: [] },
  cellNegative: { status: 400, params: [] },
  cellNotPositive: { status: 400, params: [] },
  cellTooLarge: { status: 400, params: [] },
  cellFormula: { status: 400, params: [] },
  cellTooLong: { status: 400, params: ['max'] },
  cellNotOption: { status: 400, params: [] },
  cellError: { status: 400, params: ['error'] },
})
