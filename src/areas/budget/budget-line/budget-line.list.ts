import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { CONTROL_CHOICES, CONTROL_COLUMNS, type ListedControl } from '../budget-setting/control-columns.ts'
import { LINE_AMOUNTS, type LineAmount } from './line-amounts.ts'

export interface BudgetLine extends Readonly<Record<LineAmount, string>>, ListedControl {
  readonly budgetCode: string
  readonly areaId: string
  readonly idcCode: string
  readonly year: number
  readonly month: number
  readonly level: 'country' | 'project'
  /** The funding project budget; null: the pool. */
  readonly parentCode: string | null
  readonly countryCode: string
  readonly countryName: string
  readonly projectCode: string
  readonly projectName: string
  /** Of a project budget, which has no country itself: that of its project. */
  readonly projectCountryCode: string | null
  readonly projectCountryName: string | null
  readonly projectPoolCode: string
  readonly budgetDeptCode: string
  readonly fscId: string
  readonly subBusiCode: string
  readonly productClass: 'phone' | 'iot'
  readonly productLineCode: string
  readonly currency: string
}

const page = (name: string) => `budgetLists.${name}`
const field = (name: string) => `budget.documents.countryBudget.fields.${name}`
const line = (name: string) => `budget.documents.countryBudget.lineFields.${name}`
const column = (key: string, title: string, more: Partial<ListColumn<BudgetLine>> = {}): ListColumn<BudgetLine> => ({
  key,
  kind: 'text',
  title,
  ...more,
})

const amount = (key: LineAmount): ListColumn<BudgetLine> =>
  column(key, page(`buckets.${key}`), { kind: 'amount', isSorted: true, isSortBounded: true, isSum: true })

/** Current, available and held stand beside what the budget is for: without scrolling in a window of usual width. */
const FIRST_AMOUNTS = 3

/** Budget lines of both levels with every amount. The statement of the file answers names under the keys of columns. */
export const budgetLines = defineList<BudgetLine>({
  name: 'budgetLine',
  path: '/gs/:idc/oversea/aps/budget/country',
  right: 'budget.country.view',
  exportRight: 'budget.country.export',
  title: page('lines'),
  emptyHint: page('emptyLines'),
  rowKey: 'budgetCode',
  address: ({ idcCode, budgetCode }) => `/budget/pc/country/line?${new URLSearchParams({ idcCode, budgetCode })}`,
  columns: [
    column('budgetCode', page('budgetCode'), { kind: 'document', isSorted: true }),
    column('country', line('countryCode'), { card: 'below', isSorted: 'countryCode' }),
    column('project', line('projectCode'), { card: 'below', isSorted: 'projectCode' }),
    column('period', page('period'), {
      card: 'below',
      isCodeInFile: true,
      isSorted: 'month',
      value: ({ year, month }) => (year ? `${year}-${String(month).padStart(2, '0')}` : null),
    }),
    column('currency', page('currency'), { isCodeInFile: true }),
    ...LINE_AMOUNTS.slice(0, FIRST_AMOUNTS).map(amount),
    column('pool', field('projectPoolCode')),
    column('department', field('budgetDeptCode')),
    column('businessType', page('businessType'), { card: 'fact' }),
    column('productLine', line('productLineCode'), { card: 'fact' }),
    ...LINE_AMOUNTS.slice(FIRST_AMOUNTS).map(amount),
    column('parent', 'budgetLevels.fundedBy', { isHidden: true, only: 'page', value: ({ parentCode }) => parentCode }),
    ...CONTROL_COLUMNS,
  ],
  fileOrder: [
    'budgetCode country project period pool department businessType productLine currency',
    ...LINE_AMOUNTS,
    ...CONTROL_COLUMNS.map(({ key }) => key),
  ].join(' '),
  filters: [
    { kind: 'text', name: 'budgetCode', title: page('budgetCode'), isList: true },
    { kind: 'choice', name: 'countryCode', title: line('countryCode') },
    { kind: 'choice', name: 'projectPoolCode', title: field('projectPoolCode') },
    { kind: 'choice', name: 'budgetDeptCode', title: field('budgetDeptCode') },
    { kind: 'number', name: 'year', title: field('year'), range: [2000, 2100] },
    { kind: 'choice', name: 'month', title: field('month'), isNumber: true },
    {
      kind: 'choice',
      name: 'productClass',
      title: field('productClass'),
      values: ['phone', 'iot'],
      words: 'budget.documents.countryBudget.options.productClass',
    },
    { kind: 'choice', name: 'productLineCode', title: line('productLineCode') },
    { kind: 'search', name: 'projectCode', title: line('projectCode') },
    { kind: 'text', name: 'currency', title: page('currency') },
    { kind: 'day', name: 'asOf', title: page('asOfDay') },
    ...CONTROL_CHOICES,
    { kind: 'text', name: 'fscId', title: page('businessType'), isOfCalls: true },
  ],
})

/** The list of each level: only a project budget funds other budgets, and it belongs to no country yet. */
export const LINES_OF_LEVEL = {
  country: { ...budgetLines, columns: budgetLines.columns.filter(({ key }) => key !== 'distributed') },
  project: {
    ...budgetLines,
    name: 'projectBudgetLine',
    caption: 'budgetLevels.projectLines',
    emptyHint: 'budgetLevels.noProjectLines',
    columns: budgetLines.columns.filter(({ key }) => key !== 'country' && key !== 'parent'),
    filters: budgetLines.filters.filter(({ name }) => name !== 'countryCode'),
  },
} as const
