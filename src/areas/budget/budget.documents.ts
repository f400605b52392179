import type { DocumentPlace } from '#kernel/engine/definition/document-place.ts'

const bareWithoutType = true

type Entry = Partial<DocumentPlace> & Pick<DocumentPlace, 'name' | 'folder'>

/** The documents of budgets by their part of the address (spec section 2). This is the only list of them: a new one is a folder and a line here. */
const DOCUMENTS = {
  country: {
    name: 'countryBudget',
    folder: 'country-budget',
    read: { pc: '/budgetCountry/pc', mobile: '/budgetCountry/mobile' },
    bareWithoutType,
  },
  transfer: { name: 'budgetTransfer', folder: 'transfer', bareWithoutType },
  pool: { name: 'poolBudget', folder: 'pool' },
  'year-end': { name: 'budgetYearEnd', folder: 'year-end', list: '/budget/pc/year-end' },
  setting: { name: 'budgetSetting', folder: 'budget-setting' },
} as const satisfies Readonly<Record<string, Entry>>

export type BudgetSegment = keyof typeof DOCUMENTS

export function budgetPlace(segment: BudgetSegment): DocumentPlace {
  return {
    area: 'budget',
    list: `/budget/pc/${segment}/list`,
    write: { pc: `/budget/pc/${segment}/apply`, mobile: `/budget/mobile/${segment}/apply` },
    ...DOCUMENTS[segment],
  }
}

export const budgetDocuments: readonly DocumentPlace[] = (Object.keys(DOCUMENTS) as BudgetSegment[]).map(budgetPlace)
