import type { absenceErrors } from '../absence.errors.ts'
import type { ErrorTexts } from '#kernel/base/errors/errors.ts'

export const absenceErrorTexts = {
  notFound: 'This absence does not exist',
  personUnknown: 'There is no active person with the account {account}',
  oneself: 'Nobody stands in for himself. Choose somebody else',
  holdsNoTasks: '{person} may not hold approval tasks',
  lacksRight: '{person} may not decide on this himself (missing right: “{right}”)',
  outside: '{person} does not work for the organisations that this is about',
  circle: '{person} is away in this time, and others stand in up to the one who is away. Choose somebody who is there',
  overlaps:
    '{person} already stands in for these matters from {from} to {to}. End that first, or choose another period',
  endsBeforeStart: 'The end must be after the start',
  startsInThePast: 'An absence starts today at the earliest',
  endsInThePast: 'This period is over',
  typeUnknown: 'There is no type of document "{type}"',
  organisationUnknown:
    'The organisation {organisation} does not exist, or is not among those that the person works for',
  currencyMissing: 'An amount needs its currency',
  currencyUnknown: 'There is no currency {currency}',
  amountInvalid: 'Enter an amount greater than 0 with at most two decimals',
  alreadyOver: 'This absence is over already',
} satisfies ErrorTexts<typeof absenceErrors>
