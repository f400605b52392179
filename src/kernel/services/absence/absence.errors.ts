import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a person may not be somebody's substitute. */
export const absenceErrors = defineErrors('absence', {
  notFound: { status: 404, params: [] },
  personUnknown: { status: 400, params: ['account'] },
  oneself: { status: 400, params: [] },
  holdsNoTasks: { status: 400, params: ['person'] },
  lacksRight: { status: 400, params: ['person', 'right'] },
  outside: { status: 400, params: ['person'] },
  circle: { status: 400, params: ['person'] },
  overlaps: { status: 409, params: ['person', 'from', 'to'] },
  endsBeforeStart: { status: 400, params: [] },
  startsInThePast: { status: 400, params: [] },
  endsInThePast: { status: 400, params: [] },
  typeUnknown: { status: 400, params: ['type'] },
  organisationUnknown: { status: 400, params: ['organisation'] },
  currencyMissing: { status: 400, params: [] },
  currencyUnknown: { status: 400, params: ['currency'] },
  amountInvalid: { status: 400, params: [] },
  alreadyOver: { status: 409, params: [] },
})
