import { pushedHeads, pushedLife } from '#kernel/engine/definition/document-texts.en.ts'
import { page } from './page.en.ts'
import { pool } from '../pool/pool.en.ts'
import { transfer } from '../transfer/transfer.en.ts'

/** Texts of the budget area in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Budget Management',
  documents: {
    countryBudget: {
      label: 'Country budget application',
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
        availableAmount: 'Available amount',
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
    },
    budgetTransfer: transfer,
    poolBudget: pool,
  },
  menu: {
    repair: 'Repair Board',
    group: 'Budget Management',
    countryList: 'Country Budgets',
    countryApply: 'Country Budget Application',
    countryApproval: 'Country Budget Approval',
    projectList: 'Project Budgets',
    transferList: 'Budget Transfers',
    transferApply: 'Budget Transfer',
    yearPlan: 'Annual Plan Import',
    poolList: 'Budget Pools',
    poolApply: 'Pool Budget Application',
  },
  page,
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type BudgetTexts = TextShape<typeof en>
