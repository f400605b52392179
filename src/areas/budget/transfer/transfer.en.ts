import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.en.ts'

/** Texts of budget transfers in English. */
export const budgetTransfer = {
  label: 'Budget transfer',
  many: 'Budget transfers',
  titles: { country: 'Transfer between countries', project: 'Transfer between projects' },
  fields: {
    ...pushedHeads,
    no: 'Transfer no.',
    level: 'Level',
    areaId: 'From area',
    toIdcCode: 'Receiving data centre',
    toAreaId: 'To area',
    year: 'Year',
    month: 'Month',
    period: 'Period',
    budgetDeptCode: 'Budget department',
    projectPoolCode: 'Project pool',
    productClass: 'Product category',
    source: 'Source',
    totalAmount: 'Transfer amount',
  },
  lineFields: {
    fromBudgetCode: 'From budget',
    availableAmount: 'Available amount',
    amount: 'Transfer amount',
    countryCode: 'To country',
    projectCode: 'To project',
    fscId: 'To business type',
    subBusiCode: 'To sub business',
    productLineCode: 'To product line',
    budgetCode: 'To budget',
    remark: 'Remark',
  },
  ...pushedLife,
  options: {
    level: { country: 'Country to country', project: 'Project to project' },
    productClass: { phone: 'Phone', iot: 'IoT' },
    source: { typed: 'Typed', file: 'File' },
  },
}
