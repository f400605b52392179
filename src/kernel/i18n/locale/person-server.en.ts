import type { accessErrors } from '#kernel/access/access.errors.ts'
import type { inboxErrors } from '#kernel/approval/inbox.errors.ts'
import type { downloadErrors } from '#kernel/downloads/downloads.errors.ts'
import type { ledgerErrors } from '#kernel/errors/kernel-errors.ts'
import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { notifyErrors } from '#kernel/notify/notify.errors.ts'
import type { printErrors } from '#kernel/print/print.errors.ts'
import type { requestErrors } from '#kernel/http/request.errors.ts'
import type { preferenceErrors } from '#kernel/preference/preference.errors.ts'

/** Why an account or a session may not, in English. */
export const accessErrorTexts = {
  ticketInvalid: 'This sign-in link was already used or is too old, please sign in again',
  ssoExitMissing: 'Please configure the SSO exit (logout) address first',
  linkNotLocal: 'Only a page of this application can be linked',
  linkUsed: 'This link was already opened or is too old',
  linkSpent: 'The link you came by has done its one act, please sign in to go on',
  linkReadOnly: 'This needs your own sign-in: a link is good for one act only',
  stepUp: 'Please sign in once more to go on: this needs a fresh sign-in',
  stepUpOther: 'Another account has signed in: please use the one you work with',
  viewNotOf: 'This person cannot be looked as: yourself, a super administrator, or somebody who sees more than you',
  viewReason: 'Please say why',
  wholeOnly: 'This is of the whole company: it takes the right at headquarters, and for all customers and stores',
  viewPersonal: 'This is personal: who looks as somebody else is not shown it',
  viewReadOnly: 'You are looking as another person: nothing can be changed or taken along',
  noSuchPerson: 'no such person, enter the correct employee number',
  noSuchDictionary: 'There is no such dictionary',
} satisfies ErrorTexts<typeof accessErrors>

/** Why a file cannot be had, in English. */
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

/** Why a view or a setting of one's own is not kept, in English. */
export const preferenceErrorTexts = {
  viewNotFound: 'This view does not exist or is no longer shared',
  viewStale: 'This view was changed in another window. Load it again before you change it',
  viewNotYours: 'Only the owner of a view may change it. Save it under a name of your own',
  viewNameTaken: 'You already have a view named "{name}"',
  viewNameMissing: 'Please enter a name',
  tooManyViews: 'A list keeps at most {limit} views. Delete one that you no longer need',
  tooManyPreferences: 'At most {limit} settings are kept',
  tooLarge: 'The setting is larger than {limit} bytes',
} satisfies ErrorTexts<typeof preferenceErrors>

/** Why a message is not sent, in English. */
export const notifyErrorTexts = {
  channelOff: 'This channel is not set up. Ask the administrator',
  noAddress: 'Your account has no mail address. Ask the administrator',
  testRuns: 'A test message is on its way already',
} satisfies ErrorTexts<typeof notifyErrors>

/** Why tasks cannot be decided together, in English. */
export const inboxErrorTexts = {
  currencyMissing: 'Choose the currency that the amounts are in',
  tooMany: 'Over {limit} exceeds the limit',
  none: 'Choose at least one task',
  short: '{account}: {missing} {currency} too little, counting what stands before it',
} satisfies ErrorTexts<typeof inboxErrors>

/** Why a request is not taken. */
export const requestErrorTexts = {
  brokenForm: 'The upload cannot be read: the form around the file is not complete',
  noSuchPage: 'A page is a whole number from 1 to {most}',
} satisfies ErrorTexts<typeof requestErrors>

/** Why a document is not printed, in English. */
export const printErrorTexts = {
  tooLarge: 'The document is too large to be printed at once. Export its lines instead',
} satisfies ErrorTexts<typeof printErrors>

/** Why nothing is posted, in English. */
export const ledgerErrorTexts = {
  insufficient: 'The available amount is not sufficient',
  alreadyPosted: 'This was already posted',
  reservationResolved: 'This reservation was already resolved',
} satisfies ErrorTexts<typeof ledgerErrors>
