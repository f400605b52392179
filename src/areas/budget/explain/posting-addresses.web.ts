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

/** The list of budget lines with these filters; those of projects have a list of their own. */
export function linesAddress({ level = 'country', ...filters }: Readonly<Record<string, string>>): string {
  if (level === 'project') return `/budget/pc/project/list?${new URLSearchParams({ view: 'lines', ...filters })}`
  return `/budget/pc/country/list?${new URLSearchParams(filters)}`
}

/** The list of a year's budgets that have something in this stage, or of its pools: their total is the figure. */
export function figureAddress(
  { level, bucket, currency }: { readonly level: string; readonly bucket: string; readonly currency: string },
  idcCode: string,
  year: number,
): string {
  const filters = { idcCode, year: String(year), currency }
  if (level === 'pool') return `/budget/pc/pool/list?${new URLSearchParams(filters)}`
  return linesAddress({ ...filters, level, stage: bucket })
}
