import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { downloadErrors } from '../downloads.errors.ts'

/** Texts of files that cannot be fetched, in English. */
export const downloadErrorTexts = {
  tooManyRows: 'The total is {limit} or more: narrow the filters and export in batches',
  unknownColumn: 'The list has no column "{column}"',
  tooManyRunning: 'You have {limit} downloads running. Wait until one has ended, or cancel one',
  tooOld: 'The download center reaches back {days} days',
  notRunning: 'This task is no longer running',
  notFailed: 'This task did not fail, or the same export is running already',
  cancelled: 'Cancelled',
  expired: 'The file was kept for {days} days and is gone. Export it again',
  tooLarge: 'The file would be too large. Narrow the filters and export in batches',
  personGone: 'The account is no longer active',
  scopeShrunk: 'Your organisations have changed since this file was made. Export it again',
  noParts: 'This list cannot be exported in parts. Narrow the filters',
  rightsChanged: 'Your rights changed while the file was being made. Please start it again',
  tookTooLong: 'The file was not made within {minutes} minutes. Narrow the filters and export in batches',
  gaveUp: 'The file could not be made in {attempts} attempts. Please try again later',
} satisfies ErrorTexts<typeof downloadErrors>
