import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { inboxErrors } from '#kernel/approval/inbox.errors.ts'
import type { downloadErrors } from '#kernel/downloads/downloads.errors.ts'
import type { attachmentErrors, fileErrors } from '#kernel/files/attachment.errors.ts'
import type { accessErrors } from '#kernel/access/access.errors.ts'
import type { documentErrors, httpErrors, ledgerErrors } from '#kernel/errors/kernel-errors.ts'
import type { preferenceErrors } from '#kernel/preference/preference.errors.ts'
import type { notifyErrors } from '#kernel/notify/notify.errors.ts'
import type { printErrors } from '#kernel/print/print.errors.ts'
import { absenceErrorTexts } from './absence.en.ts'
import { approval, approvalErrorTexts } from './approval.en.ts'
import { pushStates } from './effects.en.ts'
import { reserveStates } from './reserve.en.ts'
import { page } from './page.en.ts'

const errors = {
  http: {
    badRequest: 'Request error',
    invalidField: '{field}: {reason}',
    unauthorized: 'Your session has ended, please sign in again',
    forbidden: 'Unauthorized access, please contact administrator (missing right: “{right}”)',
    notFound: 'Not found, or outside your scope',
    csrf: 'CSRF has been renewed',
    methodNotAllowed: 'The current HTTP request method is disabled',
    tooLarge: 'The upload is too large',
    tooMany: 'Too many requests, please wait a moment',
    server: 'Server error',
    busy: 'The system is busy, please try again',
    timedOut: 'This took longer than {seconds} seconds and was given up. Try again: a repeat never acts twice',
    idempotencyKeyMissing: 'The request lacks its Idempotency-Key header',
    idempotencyKeyReused: 'This request key was already used with other content',
  } satisfies ErrorTexts<typeof httpErrors>,
  document: {
    notFound: 'The document does not exist, or is outside your scope',
    stale: 'Changed by {by} at {at}. Your input is kept; compare and try again',
    wrongState: 'This action ({action}) is not possible in state {state}',
    submittedBefore: 'This document was submitted before; it is kept and cannot be deleted',
    onlyDrafter: 'Only the drafter may do this',
    notYours: 'No permission to view, contact the drafter',
    required: '{field} is required',
    notAmount: '{field}: please enter valid digits',
    tooManyDecimals: '{field}: at most two decimals',
    notPositive: '{field} must be greater than 0',
    tooLargeNumber: '{field} is too large',
    notWholeNumber: '{field} must be a whole number',
    outOfRange: '{field} must be between {min} and {max}',
    tooLong: '{field} is longer than {max} characters',
    notAnOption: '{field}: not a valid choice',
    noLines: 'At least one line is required',
    tooManyLines: 'Over {limit} lines exceeds the limit',
  } satisfies ErrorTexts<typeof documentErrors>,
  approval: approvalErrorTexts,
  inbox: {
    currencyMissing: 'Choose the currency that the amounts are in',
    tooMany: 'Over {limit} exceeds the limit',
    none: 'Choose at least one task',
    short: '{account}: {missing} {currency} too little, counting what stands before it',
  } satisfies ErrorTexts<typeof inboxErrors>,
  absence: absenceErrorTexts,
  ledger: {
    insufficient: 'The available amount is not sufficient',
    alreadyPosted: 'This was already posted',
    reservationResolved: 'This reservation was already resolved',
  } satisfies ErrorTexts<typeof ledgerErrors>,
  preference: {
    viewNotFound: 'This view does not exist or is no longer shared',
    viewStale: 'This view was changed in another window. Load it again before you change it',
    viewNotYours: 'Only the owner of a view may change it. Save it under a name of your own',
    viewNameTaken: 'You already have a view named "{name}"',
    viewNameMissing: 'Please enter a name',
    tooManyViews: 'A list keeps at most {limit} views. Delete one that you no longer need',
    tooManyPreferences: 'At most {limit} settings are kept',
    tooLarge: 'The setting is larger than {limit} bytes',
  } satisfies ErrorTexts<typeof preferenceErrors>,
  notify: {
    channelOff: 'This channel is not set up. Ask the administrator',
    noAddress: 'Your account has no mail address. Ask the administrator',
    testRuns: 'A test message is on its way already',
  } satisfies ErrorTexts<typeof notifyErrors>,
  access: {
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
    viewReadOnly: 'You are looking as another person: nothing can be changed or taken along',
    noSuchPerson: 'no such person, enter the correct employee number',
    noSuchDictionary: 'There is no such dictionary',
  } satisfies ErrorTexts<typeof accessErrors>,
  print: {
    tooLarge: 'The document is too large to be printed at once. Export its lines instead',
  } satisfies ErrorTexts<typeof printErrors>,
  attachment: {
    empty: '{name}: the file is empty',
    tooLarge: 'The file is larger than {limit}',
    wrongType: '{name}: only {types} can be uploaded',
    disguised: '{name}: the content is not what the name says. Only {types} can be uploaded',
    damaged: '{name}: incomplete or damaged. Export it or take it again',
    tooManyPixels: '{name}: the picture is larger than {limit}. Upload a smaller copy',
    bomb: '{name}: unpacks to far more than its size and was refused',
    tooManyWaiting: 'You have {limit} uploaded files that nothing uses yet. Submit or remove them first',
    brokenOff: 'The upload broke off. Please try again',
    unknown: 'This attachment no longer exists. Remove it and upload it again',
    elsewhere: '{name} belongs to another document or opinion. Upload it again',
    tooMany: 'At most {limit} attachments',
    typeNotTaken: '{name}: only {types} can be attached here',
    notTaken: 'This document takes no attachments',
    required: 'At least one attachment is required',
    twice: '{name} stands twice',
    bound: '{name} belongs to a document and cannot be removed here',
  } satisfies ErrorTexts<typeof attachmentErrors>,
  file: {
    linkOver: 'This link is over. Open the file again',
    infected: '{name}: the virus scanner found {threat}. The file was not kept',
    notScanned: '{name} was not taken: the virus scanner gives no answer. Try again in a moment',
    storeAway: 'The file store gives no answer. Nothing is lost: try again in a moment',
  } satisfies ErrorTexts<typeof fileErrors>,
  downloads: {
    tooManyRows: 'The export holds {limit} rows or more. Narrow the filters and export in batches',
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
  } satisfies ErrorTexts<typeof downloadErrors>,
}

/** Texts of the kernel in English; their shape is the type that every other language satisfies. */
export const en = {
  app: { title: 'Overseas Back Office', shortTitle: 'Back Office' },
  errors,
  /** Between the parts of a title. */
  separator: ', ',
  page,
  approval,
  pushStates,
  reserveStates,
}

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }

export type KernelTexts = Widened<typeof en>
