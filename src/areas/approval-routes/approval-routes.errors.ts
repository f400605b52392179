import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a draft of a route, of bands or of rates is refused, or may not be published yet. */
export const approvalRoutesErrors = defineErrors('approval-routes', {
  unknownTemplate: { status: 404 },
  unknownVersion: { status: 404 },

  required: ['field'],
  bothLanguages: [],
  tooLong: ['max'],
  noSteps: [],
  noStepLeft: ['band'],
  keyTwice: [],
  keyForm: [],
  unknownRole: ['role'],
  unknownAccount: ['account'],
  unknownOrganisation: ['name'],
  unknownPeople: ['name'],
  unknownField: ['name'],
  nobodyBefore: [],
  shareRange: [],
  hoursRange: ['max'],
  hoursOrder: [],
  groupApart: ['group'],
  conditionUnreadable: ['position'],
  conditionUnknown: ['name'],
  conditionNotYesNo: [],

  unknownCurrency: ['currency'],
  noBands: [],
  codeTwice: ['code'],
  bandOrder: [],
  bandOpen: [],
  notAmount: [],
  noLevels: [],
  notRate: [],
  baseRate: [],
  rateMissingFor: ['currency'],

  documentUnknown: { status: 404 },
  neverSubmitted: [],
  drafterUnknown: [],
})
