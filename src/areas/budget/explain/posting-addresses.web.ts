import { pagesOf } from '#kernel/engine/definition/document-place.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { budgetDocuments } from '../budget.documents.ts'

/** The page of a posting document; null for one of another area. */
export function documentAddress(
  documentType: string,
  formInstanceId: string,
  device: 'pc' | 'mobile' = 'pc',
): string | null {
  const place = budgetDocuments.find(({ name }) => name === documentType)
  return place ? withQuery(pagesOf(place)[device], { formInstanceId }) : null
}

/** The list of budget lines with these filters. */
export function linesAddress(filters: Readonly<Record<string, string>>): string {
  return `/budget/pc/country/list?${new URLSearchParams(filters)}`
}
