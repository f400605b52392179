import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { printErrors } from '../print.errors.ts'

/** Texts of refused prints, in English. */
export const printErrorTexts = {
  tooLarge: 'The document is too large to be printed at once. Export its lines instead',
} satisfies ErrorTexts<typeof printErrors>
