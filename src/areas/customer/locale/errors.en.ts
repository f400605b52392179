import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { customerErrors } from '../customer.errors.ts'

/** Texts of refusals about customers, in English. Only the server uses them, so no page loads them. */
export const errors = {
  ownLegalEntity: 'Cannot add itself: leave the legal entity customer empty',
  parentNeeded: 'A dealer buys from a distributor: say which',
  taxShape: 'A tax number of {country} is written like {like}',
  taxCheckDigit: 'The last character of this GSTIN does not fit; it would be {digit}. Look for a mistyped one',
  taxTaken:
    'The tax number {value} is that of {name}. If both are the same legal entity, name that customer as its legal entity customer',
  similarName:
    'Similar names in this country: {names}. If this is another company, enter {codes} under "Looked at, not the same as"',
  bankIncomplete: '{field} is missing: a bank account has its bank, its number and its holder',
  oerpNeeded: 'OERP customer code is required before it is enabled',
} satisfies ErrorTexts<typeof customerErrors>
