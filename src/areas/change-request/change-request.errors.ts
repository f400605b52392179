import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a change of master data is refused. */
export const changeErrors = defineErrors('change-request', {
  recordUnknown: ['record'],
  notItsOrganisation: [],
  mayNotEdit: { status: 403 },
  notByApproval: ['field'],
  fieldTwice: ['first'],
  sameValue: [],
  notADraft: { status: 409 },
  stillADraft: { status: 409 },
  alreadyAsked: { status: 409, params: ['no'] },
  moved: { status: 409, params: ['fields'] },
  gone: { status: 409 },
})
