import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { printErrors } from '../print.errors.ts'

/** Why a document is not printed, in English. */
export const printErrorTexts = {
  tooLarge: 'The document is too large to be printed at once. Export its lines instead',
} satisfies ErrorTexts<typeof printErrors>
