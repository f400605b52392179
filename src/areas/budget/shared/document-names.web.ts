import { areaTexts, loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import { reserving } from 'virtual:reserving-documents/budget'
import { budgetDocuments } from '../budget.documents.ts'

/** Where the names stand among all texts, so that overridden ones are found. */
const TEXTS = 'budget.documents'

await loadPartTexts(TEXTS, {
  en: async () => ({ [TEXTS]: (await import('virtual:document-names/budget.en')).documentNames }),
  zh: async () => ({ [TEXTS]: (await import('virtual:document-names/budget.zh')).documentNames }),
})

/** The name of a document type; null for one of another area. */
export function documentName(type: string): string | null {
  if (!budgetDocuments.some(({ name }) => name === type)) return null
  return areaTexts<Readonly<Record<string, string>>>(TEXTS)(`${type}.label`)
}

/** The types whose reserves another system confirms. */
export const reservingDocuments: readonly string[] = reserving
