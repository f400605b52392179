import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why the organisation area refuses. */
export const organisationErrors = defineErrors('organisation', {
  budgetRate: { status: 400, params: [] },
  // B6: a currency has no rate to itself.
  sameCurrency: { status: 400, params: [] },
  gstin: { status: 400, params: [] },
  // B17.
  hasChildren: { status: 409, params: [] },
  oneRoot: { status: 400, params: [] },
  upper: { status: 400, params: [] },
  order: { status: 400, params: ['upper'] },
  orderBelow: { status: 400, params: ['lower'] },
  ownReach: { status: 403, params: [] },
  enabledBelow: { status: 409, params: ['first'] },
})
