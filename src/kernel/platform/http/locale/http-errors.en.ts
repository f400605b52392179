import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { httpErrors } from '#kernel/base/errors/kernel-errors.ts'

/** Texts of calls that are refused before their handler runs, or that fail. */
export const httpErrorTexts = {
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
  timedOut:
    'This took longer than {seconds} seconds and was given up. Try again: if it was done after all, it is not done a second time',
  idempotencyKeyMissing: 'The request lacks its Idempotency-Key header',
  idempotencyKeyReused: 'This request key was already used with other content',
} satisfies ErrorTexts<typeof httpErrors>
