import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { budgetTransfer } from '../transfer/budget-transfer.doc.ts'
import { countryBudget } from '../country-budget/country-budget.doc.ts'
import { poolBudget } from '../pool/pool-budget.doc.ts'

/** Documents that post to budgets; those with pages elsewhere are written out. */
const POSTING = [
  countryBudget,
  budgetTransfer,
  poolBudget,
  {
    name: 'budgetYearEnd',
    pages: { pc: '/budget/pc/year-end/apply?type=view', mobile: '/budget/mobile/year-end/apply?type=view' },
  },
]

/** The page of a posting document; null where it has none. */
export function documentAddress(
  documentType: string,
  formInstanceId: string,
  device: 'pc' | 'mobile' = 'pc',
): string | null {
  const pages = POSTING.find(({ name }) => name === documentType)?.pages
  return pages ? withQuery(pages[device], { formInstanceId }) : null
}

/** The list of budget lines with these filters. */
export function linesAddress(filters: Readonly<Record<string, string>>): string {
  return `/budget/pc/country/list?${new URLSearchParams(filters)}`
}
