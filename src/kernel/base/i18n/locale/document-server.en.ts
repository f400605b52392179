import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { documentErrors } from '#kernel/base/errors/kernel-errors.ts'

/** Texts of the errors of documents that only the server puts into words, in English; no browser fetches them. */
export const documentErrorTexts = {
  notFound: 'The document does not exist, or is outside your scope',
  stale: 'Changed by {by} at {at}. Your input is kept; compare and try again',
  wrongState: 'This action ({action}) is not possible in state {state}',
  itemFails: 'This number fails: {reason}',
  tooManyItems: 'A document takes at most {most} numbers',
  submittedBefore: 'This document was submitted before; it is kept and cannot be deleted',
  doneBefore: 'This was done to the document before and is not repeated: {action}',
  onlyDrafter: 'Only the drafter may do this',
  notYours: 'No permission to view, contact the drafter',
} satisfies Partial<ErrorTexts<typeof documentErrors>>
