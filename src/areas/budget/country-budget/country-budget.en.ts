import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.en.ts'

/** Texts of country budget applications in English. */
export const countryBudget = {
  label: 'Country budget application',
  many: 'Budget applications',
  titles: {
    grant: 'Budget grant',
    revoke: 'Budget revoke',
    initialLoad: 'Initial budget load',
    supplement: 'Budget supplement',
  },
  fields: {
    ...pushedHeads,
    no: 'Application no.',
    applyType: 'Type',
    level: 'Level',
    fundedBy: 'Funded by',
    year: 'Year',
    month: 'Month',
    period: 'Period',
    budgetDeptCode: 'Budget department',
    projectPoolCode: 'Project pool',
    productClass: 'Product category',
    regionCode: 'Region',
    source: 'Source',
    totalAmount: 'Application amount',
  },
  lineFields: {
    countryCode: 'Country',
    projectCode: 'Project',
    fscId: 'Business type',
    subBusiCode: 'Sub business',
    productLineCode: 'Product line',
    amount: 'Application amount',
    availableAmount: 'Available now',
    budgetCode: 'Budget code',
    remark: 'Remark',
  },
  ...pushedLife,
  options: {
    applyType: { grant: 'Grant', revoke: 'Revoke', initialLoad: 'Initial load', supplement: 'Supplement' },
    level: { country: 'Country', project: 'Project' },
    fundedBy: { pool: 'Project pool', project: 'Project budget' },
    productClass: { phone: 'Phone', iot: 'IoT' },
    source: { typed: 'Typed', file: 'File' },
  },
}
