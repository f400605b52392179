import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { axisErrors } from '../axis.errors.ts'

/** Texts of events that an axis does not allow, in English. */
export const axisErrorTexts = {
  notNow: 'This is not possible while “{axis}” is “{state}”',
} satisfies ErrorTexts<typeof axisErrors>
