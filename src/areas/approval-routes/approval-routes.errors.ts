import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a draft of a route, of bands or of rates is refused, or may not be published yet. */
export const approvalRoutesErrors = defineErrors('approval-routes', {
  unknownTemplate: { status: 404, params: [] },
  unknownVersion: { status: 404, params: [] },

  required: { status: 400, params: ['field'] },
  bothLanguages: { status: 400, params: [] },
  tooLong: { status: 400, params: ['max'] },
  noSteps: { status: 400, params: [] },
  noStepLeft: { status: 400, params: ['band'] },
  keyTwice: { status: 400, params: [] },
  keyForm: { status: 400, params: [] },
  unknownRole: { status: 400, params: ['role'] },
  unknownAccount: { status: 400, params: ['account'] },
  unknownOrganisation: { status: 400, params: ['name'] },
  unknownPeople: { status: 400, params: ['name'] },
  unknownField: { status: 400, params: ['name'] },
  nobodyBefore: { status: 400, params: [] },
  shareRange: { status: 400, params: [] },
  hoursRange: { status: 400, params: ['max'] },
  hoursOrder: { status: 400, params: [] },
  groupApart: { status: 400, params: ['group'] },
  conditionUnreadable: { status: 400, params: ['position'] },
  conditionUnknown: { status: 400, params: ['name'] },
  conditionNotYesNo: { status: 400, params: [] },

  unknownCurrency: { status: 400, params: ['currency'] },
  noBands: { status: 400, params: [] },
  codeTwice: { status: 400, params: ['code'] },
  bandOrder: { status: 400, params: [] },
  bandOpen: { status: 400, params: [] },
  notAmount: { status: 400, params: [] },
  noLevels: { status: 400, params: [] },
  notRate: { status: 400, params: [] },
  baseRate: { status: 400, params: [] },
  rateMissingFor: { status: 400, params: ['currency'] },

  documentUnknown: { status: 404, params: [] },
  neverSubmitted: { status: 400, params: [] },
  drafterUnknown: { status: 400, params: [] },
})
