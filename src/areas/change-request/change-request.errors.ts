import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a change of master data is refused. */
export const changeErrors = defineErrors('change-request', {
  recordUnknown: { status: 400, params: ['record'] },
  notItsOrganisation: { status: 400, params: [] },
  mayNotEdit: { status: 403, params: [] },
  notByApproval: { status: 400, params: ['field'] },
  fieldTwice: { status: 400, params: ['first'] },
  sameValue: { status: 400, params: [] },
  notADraft: { status: 409, params: [] },
  stillADraft: { status: 409, params: [] },
  alreadyAsked: { status: 409, params: ['no'] },
  moved: { status: 409, params: ['fields'] },
  gone: { status: 409, params: [] },
})
