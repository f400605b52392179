/** Texts of the made-up document, as an area's locale would hold them. */
export const sampleTexts = {
  label: 'Samples',
  errors: {},
  documents: {
    sampleLoan: {
      label: 'Sample loan',
      titles: { loan: 'New loan', repay: 'Repayment' },
      fields: {
        no: 'Number',
        kind: 'Kind',
        site: 'Site',
        store: 'Store',
        centre: 'Cost type',
        year: 'Year',
        currency: 'Currency',
        note: 'Note',
        total: 'Loan amount',
        state: 'Status',
        drafter: 'Drafter',
        currentHolder: 'Held by',
        submittedAt: 'Submitted',
        lines: 'Items',
      },
      lineFields: { item: 'Item', amount: 'Amount', left: 'Left', remark: 'Remark' },
      states: { draft: 'Draft', underApproval: 'Under approval', approved: 'Approved', rejected: 'Rejected' },
      actions: { save: 'Save', submit: 'Submit', approve: 'Agree', reject: 'Reject', withdraw: 'Withdraw' },
      options: { kind: { loan: 'Loan', repay: 'Repay' } },
    },
  },
}
