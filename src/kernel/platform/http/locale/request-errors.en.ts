import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { requestErrors } from '../request.errors.ts'

/** Texts of refused requests. */
export const requestErrorTexts = {
  brokenForm: 'The upload cannot be read: the form around the file is not complete',
  tooManyToSort: 'This column sorts {most} rows at most: narrow the list by its filters first',
  noSuchPage: 'A page is a whole number from 1 to {most}',
} satisfies ErrorTexts<typeof requestErrors>
