import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { requestErrors } from '../request.errors.ts'

/** Texts of refused requests. */
export const requestErrorTexts = {
  brokenForm: 'The upload cannot be read: the form around the file is not complete',
  noSuchPage: 'A page is a whole number from 1 to {most}',
} satisfies ErrorTexts<typeof requestErrors>
