import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why the organisation area refuses. */
export const organisationErrors = defineErrors('organisation', {
  budgetRate: [],
  // B6: nothing is said about itself.
  sameCurrency: [],
  gstin: [],
  // B17.
  hasChildren: { status: 409 },
  oneRoot: [],
  upper: [],
  order: ['upper'],
  orderBelow: ['lower'],
  ownReach: { status: 403 },
  enabledBelow: { status: 409, params: ['first'] },
})
