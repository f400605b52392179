import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { approval } from './approval.en.ts'
import type { documentErrorTexts } from './document-server.en.ts'
import { pushStates } from './effects.en.ts'
import { reserveStates } from './reserve.en.ts'
import { page } from './page.en.ts'

const errors = {
  document: {
    required: '{field} is required',
    notAmount: '{field}: please enter valid digits',
    tooManyDecimals: '{field}: at most two decimals',
    notPositive: '{field} must be positive',
    tooLargeNumber: '{field} is too large',
    notWholeNumber: '{field} must be a whole number',
    notWholeNumberFrom: '{field} must be a whole number from {min} to {max}',
    notQuantity: '{field}: positive integers only, from 1 to {max}',
    outOfRange: '{field} must be between {min} and {max}',
    moreDecimals: '{field}: at most {digits} decimals',
    noSuchDay: '{field}: no such day; write it as 2026-01-31',
    notTiers: '{field}: write tiers as 0-100: 2.00; 100-: 3.50',
    tooManyTiers: '{field}: at most {max} tiers',
    tierOrder: '{field}: tier {tier} must begin where the one before ends, and end above its beginning',
    ladderInfinity: 'Ladders must cover infinity',
    ladderGap:
      'The ladder says nothing from {from} to {to}: it begins with 0, and each tier where the one before it ends',
    tooManyEntries: '{field}: at most {max} entries',
    entryTwice: '{field}: {entry} is there twice',
    notAnEntry: '{field}: {entry} is not valid',
    tooLong: '{field} is longer than {max} characters',
    notAnOption: '{field}: not a valid choice',
    noLines: 'Fill in at least one line',
    tooManyLines: 'Over {limit} lines exceeds the limit',
  } satisfies Omit<ErrorTexts<typeof documentErrors>, keyof typeof documentErrorTexts>,
}

/** Texts of approvals: most pages need them, so a browser fetches them in this file. */
export { flow } from './flow.en.ts'

/** Texts of the kernel in English; their shape is the type that every other language satisfies. */
export const en = {
  app: { title: 'Overseas Back Office' },
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
