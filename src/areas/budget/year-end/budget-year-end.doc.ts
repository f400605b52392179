import { postingActions } from '#kernel/engine/definition/approval-life.ts'
import { type Content, defineDocument, type HeaderOf, type LineOf } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { anyArea, anyCountry } from '#areas/organisation/references.facade.ts'
import { poolReference, projectReference } from '../references.facade.ts'
import { budgetHead, LIST_LAST_FILTERS, LIST_TAIL } from '../shared/budget-document.ts'

/**
 * The document decides on a year's balances (domain.md section 2.10): carried over to the next year or lapsed, by budget;
 * closing the year, with which the rest lapses; undoing a run as a whole.
 */
export const budgetYearEnd = defineDocument({
  ...budgetHead('year-end', 'budget.yearEnd', 'year-end?view=documents', {
    code: 'budget_year_end',
    form: 'budget_year_end_apply',
    sortIndex: 236,
    hasOwnList: true,
  }),
  name: 'budgetYearEnd',
  table: 'budget_year_end',
  number: { prefix: 'BY', reset: 'month' },
  api: '/aps/budget/yearEnd',
  changes: ['budgetLine', 'budgetPeriod'],
  fields: {
    kind: f.choice(['carryOver', 'lapse', 'close', 'undo'], { required: true }),
    idcCode: f.code({ required: true, max: 8 }),
    areaId: f.ref(anyArea, { required: true }),
    year: f.integer({ required: true, range: [2000, 2099] }),
    toYear: { ...f.integer(), computed: true },
    projectPoolCode: f.ref(poolReference),
    currency: f.code({ required: true, max: 3 }),
    undoOf: f.code({ max: 20 }),
    reason: f.text({ required: true, max: 500 }),
    totalAmount: f.money({ computed: true }),
    carriedAmount: f.money({ computed: true }),
    lapsedAmount: f.money({ computed: true }),
  },
  // A line takes the whole balance of a budget, or of a pool; the server computes it.
  lines: {
    budgetCode: f.code({ required: true }),
    option: f.choice(['carry', 'lapse']),
    amount: f.money({ computed: true }),
    level: { ...f.choice(['pool', 'project', 'country']), computed: true },
    month: { ...f.integer(), computed: true },
    countryCode: { ...f.ref(anyCountry), computed: true },
    projectCode: { ...f.ref(projectReference), computed: true },
    remark: f.text({ max: 200 }),
  },
  // Lines are proposed, not typed. Closing and undo determine theirs from the books.
  lineLimits: { typed: 10_000, file: 10_000, optional: true },
  actions: postingActions('budget.yearEnd', 'budget_year_end'),
  view: {
    title: 'kind',
    subject: ['areaId', 'year', 'projectPoolCode'],
    amount: 'totalAmount',
    currency: 'currency',
    facts: [
      ['areaId', 'year', 'toYear', 'projectPoolCode', 'currency', 'carriedAmount', 'lapsedAmount', 'undoOf'],
      ['reason'],
    ],
    // The address contains kind and run.
    form: ['areaId', 'year', 'projectPoolCode', 'reason'],
    lines: {
      columns: ['budgetCode', 'option', 'amount', 'level', 'month', 'countryCode', 'projectCode', 'remark'],
      sum: 'amount',
      card: ['budgetCode', 'projectCode'],
    },
  },
  list: {
    columns: [
      'no',
      'kind',
      'year',
      'areaId',
      'projectPoolCode',
      'totalAmount',
      'carriedAmount',
      'lapsedAmount',
      ...LIST_TAIL,
    ],
    filters: ['no', 'kind', 'state', 'idcCode', 'year', 'projectPoolCode', 'currency', 'undoOf', ...LIST_LAST_FILTERS],
    sort: ['no', 'createdAt', 'totalAmount'],
  },
})

export type BudgetYearEnd = typeof budgetYearEnd
export interface BudgetYearEndHeader extends HeaderOf<BudgetYearEnd> {}
export interface BudgetYearEndLine extends LineOf<BudgetYearEnd> {}
export interface BudgetYearEndContent extends Content<BudgetYearEnd> {}

/** The decision on a budget's balance. */
export type YearEndOption = 'carry' | 'lapse'
