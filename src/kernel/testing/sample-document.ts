import { defineDocument } from '#kernel/document/definition.ts'
import { f } from '#kernel/document/fields.ts'

/** A made-up type with something of everything, for tests of what serves every document. */
export const sampleDocument = defineDocument({
  name: 'sampleLoan',
  area: 'sample',
  table: 'sample_loan',
  number: { prefix: 'SL', reset: 'month' },
  api: '/aps/sample/loan',
  pages: {
    pc: '/sample/pc',
    mobile: '/sample/mobile',
    list: '/sample/list?all=1',
    edit: '/sample/apply?type=edit',
    mobileEdit: '/sample/mobile/apply?type=edit',
  },
  viewRight: 'sample.loan.view',
  fields: {
    kind: f.choice(['loan', 'repay'], { required: true }),
    site: f.code({ required: true, names: 'sites' }),
    store: f.code({ names: 'stores' }),
    centre: f.code({ names: 'types', joins: 'type' }),
    type: f.code(),
    year: f.integer({ required: true, range: [2000, 2100] }),
    currency: f.code({ required: true, max: 3 }),
    note: f.text({ max: 500 }),
    total: f.money({ computed: true }),
  },
  lines: {
    item: f.code({ required: true, names: 'items' }),
    amount: f.money({ required: true }),
    left: f.money({ computed: true }),
    remark: f.text({ max: 100 }),
  },
  lineLimits: { typed: 3, file: 10 },
  states: { draft: 'grey', underApproval: 'blue', approved: 'green', rejected: 'red' },
  initial: 'draft',
  actions: {
    save: {
      from: ['draft', 'rejected'],
      to: 'draft',
      by: 'drafter',
      right: 'sample.loan.submit',
      content: 'draft',
      needs: ['site'],
    },
    submit: {
      from: ['draft', 'rejected'],
      to: 'underApproval',
      by: 'drafter',
      right: 'sample.loan.submit',
      content: 'submitted',
      approval: 'sample_loan',
    },
    approve: { from: ['underApproval'], to: 'approved', by: 'approval', right: 'sample.loan.approve' },
    reject: { from: ['underApproval'], to: 'rejected', by: 'approval', right: 'sample.loan.approve' },
    withdraw: { from: ['underApproval'], to: 'draft', by: 'drafter', right: 'sample.loan.submit' },
  },
  view: {
    title: 'kind',
    subject: ['site', 'year'],
    amount: 'total',
    currency: 'currency',
    facts: [['site', 'store', 'centre', 'year'], ['note']],
    form: ['kind', 'site', 'store', 'centre', 'year', 'note'],
  },
  list: { columns: ['no', 'site', 'state'], filters: ['no'], sort: ['no'] },
})
