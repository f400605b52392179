import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'

/** What a document of budgets is called by its kind: "Budget grant"; without one, by its type. */
export function titleOfKind(language: Language, documentType: string, kind: string | null): string {
  const texts = `budget.documents.${documentType}`
  const path = `${texts}.titles.${kind}`
  const title = kind === null ? path : textAt(language, path)
  return title === path ? textAt(language, `${texts}.label`) : title
}
