import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { excelErrors } from '../excel.errors.ts'

/** Texts of why a file or a cell was refused. */
export const excelErrorTexts = {
  notWorkbook: 'This is not a readable Excel workbook (.xlsx) or csv file. Save it as .xlsx and upload it again',
  encrypted: 'The workbook is protected by a password. Remove the password and upload it again',
  tooLarge: 'The file is larger than {limit}',
  bomb: 'The workbook holds far more than its size suggests and was not opened',
  timeout: 'Reading the workbook took too long. Split it and upload the parts',
  tooManyRows: 'The sheet has more than {limit} rows',
  tooManyColumns: 'The sheet has more than {limit} columns',
  sheetMissing: 'The workbook has no sheet named "{sheet}"',
  emptySheet: 'The sheet has no filled rows',
  columnMissing: '{count, The column|The columns} {columns} {count, is|are} missing',
  columnTwice: 'The column "{column}" appears twice',
  columnIgnored: 'The column "{column}" is not known and was ignored',
  cellRequired: 'A value is required',
  cellNotText: 'Excel changed this value. Format the cell as text and enter it again',
  cellNotNumber: 'Please enter valid digits, such as 1234.50',
  cellNotDay: 'Please enter a date, year first: 2026-01-31',
  cellNotWhole: 'Please enter a whole number from {min} to {max}',
  cellDecimals: 'At most two decimals',
  cellDecimalsOf: 'At most {max} decimals',
  cellNegative: 'A negative number is not allowed',
  cellNotPositive: 'Must be greater than 0',
  cellTooLarge: 'The number is too large',
  cellFormula: 'A formula is not accepted. Paste its result as a value',
  cellTooLong: 'Longer than {max} characters',
  cellNotOption: 'Not a valid choice; there are: {choices}',
  cellAmbiguous: '"{text}" is the name of several: {choices}. Enter the code',
  cellError: 'The cell shows the error {error}',
  oldWorkbook: 'This is a workbook of the old format (.xls). Open it, save it as .xlsx and upload that',
  webPage: 'This is a web page that is named like a workbook. Open it, save it as .xlsx and upload that',
  notCsv: 'This is not a readable csv file. Save it as "CSV UTF-8" or as .xlsx and upload that',
  csvQuote: 'The csv file has a quotation mark out of place, near row {row}. Save it as .xlsx and upload that',
  readAsChinese:
    'The file is not in UTF-8 and was read as Chinese (GB18030). If characters look wrong, save it as "CSV UTF-8"',
  cellDigitsLost:
    'Excel keeps 15 digits of a number and has changed this one to {text}. Format the column as text and enter the digits again',
  cellFullWidth: 'Full-width characters were read as {text}',
  rowExample: 'This row is marked as the example of the template. Clear the mark at its end to import it',
} satisfies ErrorTexts<typeof excelErrors>
