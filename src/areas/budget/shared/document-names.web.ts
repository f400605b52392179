import { areaTexts, loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import { reserving } from 'virtual:reserving-documents/budget'
import { budgetDocuments } from '../budget.documents.ts'

/** The path of the names among all texts, by which texts of administrators replace them. */
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
