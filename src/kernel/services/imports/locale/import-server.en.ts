import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { importErrors } from '../imports.errors.ts'

export const importErrorTexts = {
  notAFile: 'Choose a workbook (.xlsx) or a .csv file',
  emptyFile: 'The file is empty',
  brokenOff: 'The upload broke off. Please try again',
  badParams: 'What the import is about is not complete: {field}',
  tooManyRunning: 'You have {limit} imports at work. Wait until one has ended, or cancel one',
  stale: 'This import has changed since you looked at it. It is shown as it stands now',
  notNow: 'This is not possible as the import stands now',
  noSuchRow: 'The import has no row {row}',
  noSuchColumn: 'The import has no column "{column}"',
  rowWritten: 'Row {row} has been written already',
  badRows: 'A failed row exists ({count}): mend it, or modify the file and upload all again',
  nothingToDo: 'No row would change anything',
  reasonMissing: 'Say why: {count} {count, row is|rows are} written only with a reason',
  onlyWhole: 'This import is written as a whole or not at all',
  duplicateKey: 'The same as row {row}',
  noLongerFits: 'Nothing was written: what the file is about has changed since it was checked (rows {rows})',
  dependedOn: 'Nothing was taken back: rows {rows} have changed since, or something depends on them',
  gaveUp: 'It did not succeed in {attempts} attempts. Please try again later',
  stopped: 'Stopped after {done} of {total} {total, row|rows}. What was written stays; the rest can be resumed',
  discarded: 'Discarded',
  undone: 'Taken back: {rows} {rows, row|rows}',
  purged: 'File and rows were kept for {days} days and are gone',
  scopeShrunk: 'Your organisations have changed since this file was read. Import it again',
} satisfies ErrorTexts<typeof importErrors>

/** Texts of an import's template and its error workbook. */
export const imports = {
  notes: 'Notes',
  errorsOf: 'Errors of {file}',
  resultOf: 'Result of {file}',
  notice: 'Import',
  /** What became of an import, by its state. */
  ended: {
    done: '{file}: rows written: {rows}',
    checked: '{file}: nothing was written, look at its rows',
    stopped: '{file}: it stopped, rows written: {rows}',
    failed: '{file}: it could not be read',
    undone: '{file}: taken back',
    stands: '{file}: it could not be taken back',
  },
}
