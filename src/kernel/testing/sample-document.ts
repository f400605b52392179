import { defineDocument, lineTable } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'

/** A made-up type with every feature, for tests of code that serves every document. */
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
    site: f.ref({ names: 'sites' }, { required: true }),
    store: f.ref({ names: 'stores' }),
    centre: f.ref({ names: 'types' }, { joins: 'type' }),
    type: f.code(),
    parent: f.document(
      { name: 'sampleLoan', pages: { pc: '/sample/pc', mobile: '/sample/mobile' } },
      { states: ['approved'], sameValue: { site: 'site' } },
    ),
    year: f.integer({ required: true, range: [2000, 2100] }),
    currency: f.code({ required: true, max: 3 }),
    due: f.date(),
    rate: f.decimal({ digits: 4, min: '0', max: '100', unit: '%' }),
    urgent: f.flag(),
    devices: f.list({ most: 5 }),
    note: f.text({ max: 500 }),
    total: f.money({ computed: true }),
  },
  lines: {
    item: f.ref({ names: 'items' }, { required: true }),
    amount: f.money({ required: true }),
    left: f.money({ computed: true }),
    from: f.date(),
    price: f.decimal({ digits: 4, min: '0', max: '999999', unit: 'currency' }),
    tiers: f.ladder({
      bound: { digits: 0, min: '0', max: '999999' },
      value: { digits: 2, min: '0', max: '100', unit: '%' },
    }),
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
    facts: [['site', 'store', 'centre', 'parent', 'year', 'due', 'rate', 'urgent', 'devices'], ['note']],
    form: ['kind', 'site', 'store', 'centre', 'parent', 'year', 'due', 'rate', 'urgent', 'devices', 'note'],
  },
  list: { columns: ['no', 'site', 'state'], filters: ['no'], sort: ['no'] },
})

/** The same with two further tables, unlike each other. */
export const sampleTables = {
  ...sampleDocument,
  tables: {
    quotes: lineTable({
      fields: {
        rival: f.ref({ names: 'rivals' }, { required: true }),
        price: f.decimal({ digits: 4, min: '0', max: '999999', required: true }),
        gap: f.decimal({ digits: 4, min: '0', max: '999999', computed: true }),
      },
      limits: { typed: 2, file: 4, optional: true },
      view: { card: ['rival'] },
    }),
    visits: lineTable({
      fields: { day: f.date({ required: true }), note: f.text({ max: 10 }) },
      limits: { typed: 4, file: 4, optional: true },
    }),
  },
}
