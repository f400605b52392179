import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { changeErrors } from '../change.errors.ts'

const errors = {
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

/** Texts of changes by approval in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Changes by Approval',
  errors,
  documents: {
    recordChange: {
      label: 'Master data change',
      titles: { new: 'New master data', change: 'Change of master data' },
      fields: {
        no: 'Change no.',
        changeKind: 'Kind of change',
        recordKind: 'Record',
        recordKey: 'Code',
        organisationCode: 'Organisation',
        reason: 'Reason',
        state: 'Status',
        drafter: 'Asked for by',
        currentHolder: 'Current holder',
        waitingSince: 'Waiting',
        createdAt: 'Created',
        updatedAt: 'Updated',
        submittedAt: 'Submitted',
        lines: 'Fields',
      },
      lineFields: { field: 'Field', oldValue: 'Present value', value: 'New value' },
      states: {
        draft: 'Draft',
        underApproval: 'Under Approval',
        approved: 'Approved',
        rejected: 'Rejected',
        cancelled: 'Cancelled',
      },
      actions: {
        save: 'Save',
        delete: 'Delete',
        submit: 'Submit',
        approve: 'Agree',
        reject: 'Reject',
        return: 'Return',
        terminate: 'Terminate',
        withdraw: 'Withdraw',
      },
      options: { changeKind: { new: 'New record', change: 'Change' } },
    },
  },
  menu: { list: 'Changes by Approval', apply: 'Change of Master Data', approval: 'Approval of Master Data' },
  rights: {
    view: 'View changes of master data',
    submit: 'Ask for changes of master data',
    approve: 'Approve changes of master data',
    export: 'Export changes of master data',
  },
}

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }

export type ChangeTexts = Widened<typeof en>
