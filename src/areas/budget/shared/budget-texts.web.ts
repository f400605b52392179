import { areaTexts, type TextKey } from '#kernel/web/console/client/i18n.ts'
import type { BudgetTexts } from '../locale/en.ts'

/** Every text of the area. */
export const budgetText = areaTexts<BudgetTexts>('budget')

type Page = TextKey<BudgetTexts['page']>
type Field = keyof BudgetTexts['documents']['countryBudget']['fields']

/** Texts of the area's pages. */
export function pageLabel(key: Page, params?: Readonly<Record<string, string | number>>): string {
  return budgetText(`page.${key}` as TextKey<BudgetTexts>, params)
}

export function fieldLabel(field: Field): string {
  return budgetText(`documents.countryBudget.fields.${field}`)
}
