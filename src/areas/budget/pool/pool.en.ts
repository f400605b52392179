import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.en.ts'

/** Texts of pool budget applications in English. */
export const poolBudget = {
  label: 'Pool budget application',
  many: 'Money of budget pools',
  titles: { initialLoad: 'Initial load of pools', supplement: 'Supplement of pools', reduce: 'Reduction of pools' },
  fields: {
    ...pushedHeads,
    no: 'Application no.',
    applyType: 'Type',
    year: 'Year',
    totalAmount: 'Application amount',
  },
  lineFields: {
    projectPoolCode: 'Project pool',
    amount: 'Application amount',
    availableAmount: 'Available amount',
    remark: 'Remark',
  },
  ...pushedLife,
  options: { applyType: { initialLoad: 'Initial load', supplement: 'Supplement', reduce: 'Reduction' } },
}
