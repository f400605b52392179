import { page } from './page.en.ts'
import { pool } from './pool.en.ts'
import { transfer } from './transfer.en.ts'

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
        no: 'Application no.',
        applyType: 'Type',
        level: 'Level',
        fundedBy: 'Funded by',
        idcCode: 'Data centre',
        areaId: 'Area',
        year: 'Year',
        month: 'Month',
        period: 'Period',
        budgetDeptCode: 'Budget department',
        projectPoolCode: 'Project pool',
        productClass: 'Product category',
        currency: 'Currency',
        regionCode: 'Region',
        reason: 'Reason',
        source: 'Source',
        totalAmount: 'Application amount',
        state: 'Status',
        drafter: 'Drafter',
        currentHolder: 'Current holder',
        waitingSince: 'Waiting',
        pushStatus: 'Push status',
        reserveStatus: 'Reserve',
        createdAt: 'Created',
        updatedAt: 'Updated',
        submittedAt: 'Submitted',
        lines: 'Lines',
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
        retry: 'Push again',
      },
      effects: { financePush: 'Push to finance' },
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

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }

export type BudgetTexts = Widened<typeof en>
