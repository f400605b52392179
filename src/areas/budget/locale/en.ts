import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { budgetErrors } from '../budget.errors.ts'
import { page } from './page.en.ts'
import { transfer } from './transfer.en.ts'

const errors = {
  exceedsPool: 'The application amount exceeds the available amount of the pool ({available} {currency})',
  exceedsLine: 'The application amount {amount} exceeds the available amount of the budget, {available} {currency}',
  poolNotFunded: 'The project pool has no {currency} budget for {year}',
  duplicateLine: 'This budget is already in line {first}; a budget cannot be added to itself',
  sameBudget: 'The budgets to transfer from and to cannot be the same: {budgetCode}',
  sameCountry: 'A transfer between countries goes to another country than {country}',
  otherCountry: 'A transfer between projects stays within the country of its budget, not {country}',
  sameProject: 'A transfer between projects goes to another project than {project}',
  mixedBudgets:
    'Selected budgets must share project pool, department, year and month: {budgetCode} has another {field}',
  mixedProductClass: 'Selected budgets must be all phone or all IoT: {productLine} is of the other class',
  poolNotOfArea: 'Project pool {pool} does not belong to this area',
  departmentNotOfArea: 'Budget department {department} does not belong to this area',
  regionNotOfArea: 'Region {region} does not belong to this area',
  countryNotOfArea: 'Country {country} does not belong to this area',
  currencyNotOfArea: 'Budgets of this area are kept in {expected}, not in {currency}',
  periodClosed: 'The books of {month}/{year} are closed or being closed: nothing new can be asked for',
  areaMismatch: 'The area does not belong to this data centre',
  projectUnknown: 'Project {project} does not exist in this country, or is not funded from this pool',
  businessTypeUnknown: 'Business type {businessType} does not exist',
  productLineUnknown: 'Product line {productLine} does not exist',
  budgetUnknown: 'Budget {budgetCode} does not exist in this area',
  budgetRequired: 'Choose the budget to revoke from',
  budgetDiffers: 'Budget {budgetCode} is of another country, project, business type or product line than this line',
  plannedBefore: '{no} has this budget already: both would be granted',
  grantedBefore: 'This budget was granted {amount} {currency} already: the amount is added to it',
} satisfies ErrorTexts<typeof budgetErrors>

/** Texts of the budget area in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Budget Management',
  errors,
  documents: {
    countryBudget: {
      label: 'Country budget application',
      titles: { grant: 'Budget grant', revoke: 'Budget revoke' },
      fields: {
        no: 'Application no.',
        applyType: 'Type',
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
        applyType: { grant: 'Grant', revoke: 'Revoke' },
        productClass: { phone: 'Phone', iot: 'IoT' },
        source: { typed: 'Typed', file: 'File' },
      },
    },
    budgetTransfer: transfer,
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
  },
  page,
}

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }

export type BudgetTexts = Widened<typeof en>
