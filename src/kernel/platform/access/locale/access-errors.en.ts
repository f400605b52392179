import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { accessErrors } from '../access.errors.ts'

/** Texts of account and session errors, in English. */
export const accessErrorTexts = {
  ticketInvalid: 'This sign-in link was already used or is too old, please sign in again',
  ssoExitMissing: 'Please configure the SSO exit (logout) address first',
  linkNotLocal: 'Only a page of this application can be linked',
  linkUsed: 'This link was already opened or is too old',
  linkSpent: 'The link you came by has done its one act, please sign in to go on',
  linkReadOnly: 'This needs your own sign-in: a link is good for one act only',
  stepUp: 'Please sign in once more to go on: this needs a fresh sign-in',
  stepUpOther: 'Another account has signed in: please use the one you work with',
  viewNotOf: 'This person cannot be looked as: yourself, a super administrator, or somebody who sees more than you',
  viewReason: 'Please say why',
  wholeOnly: 'This is of the whole company: it takes the right at headquarters, and for all customers and stores',
  viewPersonal: 'This is personal: who looks as somebody else is not shown it',
  viewReadOnly: 'You are looking as another person: nothing can be changed or taken along',
  accountMissing: 'User lookup needs an account number',
  noSuchPerson: 'no such person, enter the correct employee number',
  noSuchDictionary: 'There is no such dictionary',
} satisfies ErrorTexts<typeof accessErrors>
