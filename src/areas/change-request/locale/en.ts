/** Texts of changes by approval in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Changes by Approval',
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

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type ChangeTexts = TextShape<typeof en>
