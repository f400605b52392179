import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a person may not be somebody's substitute. */
export const absenceErrors = defineErrors('absence', {
  notFound: { status: 404 },
  personUnknown: ['account'],
  oneself: [],
  holdsNoTasks: ['person'],
  lacksRight: ['person', 'right'],
  outside: ['person'],
  circle: ['person'],
  overlaps: { status: 409, params: ['person', 'from', 'to'] },
  endsBeforeStart: [],
  startsInThePast: [],
  endsInThePast: [],
  typeUnknown: ['type'],
  organisationUnknown: ['organisation'],
  currencyMissing: [],
  currencyUnknown: ['currency'],
  amountInvalid: [],
  alreadyOver: { status: 409 },
})
