import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { LINE_AMOUNTS, type LineAmount } from '../budget-line/line-amounts.ts'

/** A project with what became of its budget of a year. */
export interface ProjectBudget extends Readonly<Record<LineAmount, string>> {
  readonly projectCode: string
  readonly projectName: string
  readonly countryCode: string
  readonly countryName: string
  readonly projectPoolCode: string | null
  readonly projectPoolName: string | null
  readonly isEnabled: boolean
  readonly currency: string
  readonly year: number
  readonly lineCount: number
}

const field = (name: string) => `budget.documents.countryBudget.fields.${name}`
const line = (name: string) => `budget.documents.countryBudget.lineFields.${name}`

/** Projects of an area with what became of their budget of a year. */
export const projectBudgets = defineList<ProjectBudget>({
  name: 'projectBudget',
  path: '/gs/:idc/oversea/aps/budget/project',
  right: 'budget.country.view',
  exportRight: 'budget.country.export',
  title: 'budget.menu.projectList',
  rowKey: 'projectCode',
  columns: [
    { key: 'projectCode', kind: 'code', title: 'budgetLists.projectCode', isFrozen: true },
    { key: 'projectName', kind: 'text', title: line('projectCode') },
    { key: 'countryName', kind: 'text', title: line('countryCode') },
    { key: 'projectPoolName', kind: 'text', title: field('projectPoolCode') },
    { key: 'year', kind: 'text', title: field('year'), isCodeInFile: true, value: ({ year }) => String(year) },
    { key: 'lineCount', kind: 'text', title: 'budgetLists.lineCount', value: (row) => String(row.lineCount) },
    { key: 'currency', kind: 'text', title: 'budgetLists.currency', isCodeInFile: true },
    ...LINE_AMOUNTS.map((key): ListColumn<ProjectBudget> => ({
      key,
      kind: 'amount',
      title: `budgetLists.buckets.${key}`,
    })),
  ],
  fileOrder: `projectCode projectName countryName projectPoolName lineCount year currency ${LINE_AMOUNTS.join(' ')}`,
  filters: [
    { kind: 'text', name: 'keyword', title: line('projectCode'), max: 64 },
    { kind: 'number', name: 'year', title: field('year'), range: [2000, 2100] },
    { kind: 'choice', name: 'countryCode', title: line('countryCode') },
    { kind: 'choice', name: 'projectPoolCode', title: field('projectPoolCode') },
    { kind: 'choice', name: 'budgetDeptCode', title: field('budgetDeptCode') },
    {
      kind: 'choice',
      name: 'productClass',
      title: field('productClass'),
      values: ['phone', 'iot'],
      words: 'budget.documents.countryBudget.options.productClass',
    },
  ],
})
