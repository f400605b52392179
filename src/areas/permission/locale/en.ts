import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { TextShape } from '#kernel/base/i18n/text-shape.ts'
import type { permissionErrors } from '../permission.errors.ts'

const errors = {
  ownAccess: 'Nobody changes or publishes his own access: somebody else has to',
  notPlain: 'A text is plain: no tags and no control characters',
  ownRole: 'You hold the role {role} yourself: only somebody without it may change or publish it',
  elsewhereToo:
    'This is also about what the person holds outside your organisations: whoever looks after those has to do it',
  outsideScope: '{place} lies outside the organisations for which you look after access',
  superAdminOnly: 'Only a super administrator publishes who else is one',
  superAdminFixed: 'The super administrator may do everything: there is nothing to choose for this role',
  superAdminAtRoot: 'A super administrator is one of the whole company',
  lastSuperAdmin: 'This is the last active super administrator',
  roleCode: 'A code begins with a letter and has 2 to 40 letters and digits',
  bothNames: 'A name in both languages is needed',
  nameTaken: 'The role {role} already has this name',
  tooLong: 'At most {max} characters',
  unknownRight: 'There is no right {code}',
  unknownRole: 'There is no role {role}',
  unknownPlace: 'There is no such place: {code}',
  unknownCustomer: 'There is no customer {code}',
  unknownStore: 'There is no store {code}',
  twice: '{code} stands here twice',
  segregationRuleRefused: '{person} would hold both sides of the duty “{segregationRule}”, which is not allowed',
  segregationRuleCode: 'A code begins with a letter and has letters and digits, at most 40',
  segregationRuleSides: 'Each side needs at least one right',
  notPattern: '“{pattern}” is no code of rights: letters, digits, dots, and * for any letters',
  menuCode: '“{code}” is no code of a menu entry: letters, digits and underscores',
  menuGroup: '{code} is no group of the menu',
  menuCircle: '{code} would stand in itself',
  menuAddress: 'No page stands at {url}, or the entry may not lead there',
  menuButton: 'There is no right {code} for a button',
  menuNeeded: 'Without “{name}” nobody could find the way back: it stays on',
  requestUnknown: 'There is no such request, or it is outside your data scope',
  requestAnswered: 'Somebody has already answered this request',
  subjectUnknown: 'There is no such page, right or document type',
  alreadyHeld: 'You already have this right. Reload the page',
} satisfies ErrorTexts<typeof permissionErrors>

/** Texts of the permission area in English that the server uses too; Chinese has the same type. */
export const en = {
  label: 'Permission',
  errors,
  words: {
    everything: 'Everything (super administrator)',
    anyMenu: 'Any menu at all',
    unasked: 'Not known, because a condition above is not met',
    request: 'Your request for access',
    asked: 'A request for access',
    given: '{role} for {place} given',
    taken: '{role} for {place} taken',
    customersChanged: 'The customers you are limited to',
    storesChanged: 'The stores you are limited to',
    roleChanged: 'Role {role}: {more} {more, right|rights} more, {less} less',
  },
  segregationRules: {
    draftApprove: 'Draft and approve budgets',
    schemePayment: 'Create schemes and execute payments',
    routeApprove: 'Publish approval routes and approve documents',
    accessBusiness: 'Publish access and do business',
  },
  areas: { access: 'Sessions', approval: 'Approvals', change: 'Changes by approval', list: 'Lists' },
  why: {
    active: { title: 'The account is active', yes: 'It may sign in', no: 'It is disabled or not yet activated' },
    role: { title: 'A role is held', yes: 'There is at least one', no: 'There is none: ask an administrator for one' },
    pageOn: {
      title: 'The page is switched on',
      yes: 'It stands in the menu in force',
      no: 'An administrator switched it off for everybody',
    },
    right: { title: 'A right for it is held: {rights}', yes: 'By {by}', no: 'None of the roles held has it' },
    place: { title: 'It is held for {place}', yes: 'By {by}', no: 'Only elsewhere: {by}' },
    document: {
      title: 'Document {no} can be seen',
      yes: 'It is within the data scope, or one takes part in it',
      no: 'There is none of this number, it is outside the data scope, or it is somebody else’s draft',
    },
  },
  acts: {
    free: 'Possible now',
    right: 'The right “{right}” is missing',
    state: 'It is “{state}”; this takes: {states}',
    drafter: 'Only {drafter}, who drafted it, may',
    task: 'There is no open task of it',
  },
}

export type PermissionTexts = TextShape<typeof en>
