import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { TextShape } from '#kernel/base/i18n/text-shape.ts'
import type { accountErrors } from '../account.errors.ts'

const errors = {
  own: 'Nobody changes his own account: ask another administrator',
  administrator:
    'An administrator is not disabled by one person: ask for a resignation date, which a second person approves',
  hasRoles: 'Still holds {roles}: take the roles away first, two people give them again once the account is enabled',
  resigned: 'Resigned on {day}: ask for another date first',
  keepsTrace: 'Was in use: an account is disabled, and stays in the records',
  superiorOfItself: 'Nobody is his own superior or takes over from himself',
  successorLeaves: '{account} leaves as well: name somebody who stays',
} satisfies ErrorTexts<typeof accountErrors>

/** Texts of the account area in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Accounts',
  errors,
  menu: { sessions: 'Sessions', ownSessions: 'My sessions' },
  handedOver: 'Has resigned',
  sessions: {
    title: 'Sessions',
    ownTitle: 'My sessions',
    ownLead: 'Wherever you are signed in. End what is not yours or what you no longer use.',
    account: 'Account',
    name: 'Name',
    kind: 'Kind',
    action: 'Action',
    device: 'Device',
    address: 'Address',
    begunAt: 'Signed in',
    seenAt: 'Last used',
    endsAt: 'Ends at the latest',
    current: 'This session',
    end: 'End',
    endOthers: 'End all others',
    endAsk: 'End this session of {name}?',
    endOwnAsk: 'End this session?',
    endOthersAsk: 'End all your other sessions?',
    ended: 'Ended: {count}',
    keyword: 'Account, name or address',
    none: 'Nobody is signed in',
    kinds: { sso: 'Sign-in', chat: 'Link of the chat', view: 'View as another' },
    unknownDevice: 'Unknown',
    viewAs: 'View as',
    viewAsAsk: 'See the product as {name} sees it',
    viewAsLead: 'You read only, for an hour at most. Who looked, as whom and why is kept, and the person is told.',
    reason: 'Reason',
    start: 'Begin',
    cancel: 'Cancel',
  },
}

export type AccountTexts = TextShape<typeof en>
