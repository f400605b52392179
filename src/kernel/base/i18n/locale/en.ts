import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
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
    tooLarge: 'What was sent is too large',
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
    notPositive: '{field} must be positive',
    tooLargeNumber: '{field} is too large',
    notWholeNumber: '{field} must be a whole number',
    notQuantity: '{field}: positive integers only',
    outOfRange: '{field} must be between {min} and {max}',
    moreDecimals: '{field}: at most {digits} decimals',
    noSuchDay: '{field}: no such day; write it as 2026-01-31',
    notTiers: '{field}: write tiers as 0-100: 2.00; 100-: 3.50',
    tooManyTiers: '{field}: at most {max} tiers',
    tierOrder: '{field}: tier {tier} must begin where the one before ends, and end above its beginning',
    ladderInfinity: 'Ladders must cover infinity',
    tooManyEntries: '{field}: at most {max} entries',
    entryTwice: '{field}: {entry} is there twice',
    notAnEntry: '{field}: {entry} is not valid',
    tooLong: '{field} is longer than {max} characters',
    notAnOption: '{field}: not a valid choice',
    noLines: 'At least one line is required',
    tooManyLines: 'Over {limit} lines exceeds the limit',
  } satisfies ErrorTexts<typeof documentErrors>,
  approval: approvalErrorTexts,
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
  },
  file: {
    linkOver: 'This link is over. Open the file again',
    infected: '{name}: the virus scanner found {threat}. The file was not kept',
    notScanned: '{name} was not taken: the virus scanner gives no answer. Try again in a moment',
    storeAway: 'The file store gives no answer. Nothing is lost: try again in a moment',
  },
}

/** Texts of approvals: most pages need them, so a browser fetches them in this file. */
export { flow } from './flow.en.ts'

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

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type KernelTexts = TextShape<typeof en>
