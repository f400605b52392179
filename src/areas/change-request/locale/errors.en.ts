import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { changeErrors } from '../change-request.errors.ts'

/** Texts of refused changes, in English. Only the server uses them, so no page loads them. */
export const errors = {
  recordUnknown: '{record} does not exist, or is outside your scope',
  notItsOrganisation: 'The record belongs to another organisation',
  mayNotEdit: 'You have no right to edit this kind of record',
  notByApproval: '{field} is changed on the page of the record, not by approval',
  fieldTwice: 'This field is already in line {first}',
  sameValue: 'Nothing would change: give at least one field another value',
  notADraft: 'Only a draft is submitted for its first approval',
  stillADraft: 'It is a draft: change it on its page, then submit it for approval',
  alreadyAsked: '{no} already asks for this and waits for its approval',
  moved:
    'The record has changed since this was asked for ({fields}). Return or reject it, so that it is asked for anew',
  gone: 'The record does not exist any more',
} satisfies ErrorTexts<typeof changeErrors>
