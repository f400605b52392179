import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { AreaTexts } from '#kernel/base/i18n/texts.ts'
import type { approvalRoutesErrors } from '../approval-routes.errors.ts'

const errors = {
  unknownTemplate: 'There is no such route template',
  unknownVersion: 'This template has no such version',
  required: '{field} is required',
  bothLanguages: 'Needed in Chinese and in English',
  tooLong: 'Longer than {max} characters',
  noSteps: 'A route needs at least one step',
  noStepLeft: 'A document in band {band} would meet no step at all: leave one without a condition',
  keyTwice: 'This key belongs to another step already',
  keyForm: 'A key begins with a letter and has letters, digits and _ only',
  unknownRole: 'There is no role {role}',
  unknownAccount: 'There is no active account {account}',
  unknownOrganisation: 'The document names no organisation {name}',
  unknownPeople: 'The document answers no people under {name}',
  unknownField: 'The document has no field {name}',
  nobodyBefore: 'The first step has no approver before it who could choose',
  shareRange: 'A share is a whole number from 1 to 100',
  hoursRange: 'Whole hours from 1 to {max}',
  hoursOrder: 'It moves up later than it reminds',
  groupApart: 'The steps of group {group} have to stand next to each other',
  conditionUnreadable: 'The condition cannot be read at character {position}',
  conditionUnknown: 'No document of this type has "{name}"',
  conditionNotYesNo: 'The condition has to come to true or false',
  unknownCurrency: 'There is no currency {currency}',
  noBands: 'At least one band is needed',
  codeTwice: '{code} appears twice',
  bandOrder: 'A limit has to be higher than the one before it',
  bandOpen: 'Only the last band has no limit, and it has none',
  notAmount: 'Please enter an amount with at most two decimals',
  noLevels: 'A band needs at least one level',
  notRate: 'Please enter a number above 0 with at most six decimals',
  baseRate: 'The base currency is 1',
  rateMissingFor: 'The rate of {currency} is missing: areas work in it',
  documentUnknown: 'There is no such document of this type, or it is outside your scope',
  neverSubmitted: 'This document was never submitted',
  drafterUnknown: 'There is no such account',
} satisfies ErrorTexts<typeof approvalRoutesErrors>

export const en = {
  label: 'Approval routes',
  errors,
  menu: {
    templates: 'Route templates',
    edit: 'Route template',
    bands: 'Delegation of authority',
  },
  editor: { who: 'Who' },
  bands: { code: 'Band' },
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type ApprovalRoutesTexts = TextShape<typeof en> & AreaTexts
