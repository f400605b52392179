import type { Widened } from '#kernel/i18n/widened.ts'

const named = { code: 'Code', nameZh: 'Chinese name', nameEn: 'English name' }

/** Texts of the area's records in English. */
export const records = {
  customerChannel: {
    label: 'customer channel',
    title: 'Customer Channels',
    example: 'Campus stores',
    fields: { ...named, areaCode: 'Area' },
    uses: { settings: 'SKU sales settings', customers: 'Customers' },
  },
  project: {
    label: 'project',
    title: 'Budget Projects',
    example: 'India campus programme',
    fields: { ...named, countryCode: 'Country', poolCode: 'Project pool' },
    uses: { budgets: 'Budgets', applications: 'Budget applications' },
  },
  department: {
    label: 'department',
    title: 'Budget Departments',
    example: 'Campus Business',
    fields: { ...named, areaCodes: 'Areas' },
    uses: { budgets: 'Budgets', applications: 'Budget applications' },
  },
  business: {
    label: 'business',
    title: 'Budget Businesses',
    example: 'Campus business',
    fields: named,
  },
}

export type BudgetRecordTexts = Widened<typeof records>
