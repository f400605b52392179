import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { priceDocuments } from '../price.documents.ts'

/** The page of the document that a price or its change came from; null for those of no document. */
export function documentAddress(documentType: string, no: string | null, device: 'pc' | 'mobile'): string | null {
  const place = priceDocuments.find(({ name }) => name === documentType)
  return place === undefined || no === null ? null : withQuery((place.read ?? place.write)[device], { applyNo: no })
}
