import { auditingLists } from '#areas/auditing/auditing.lists.ts'
import { deviceDocuments } from '#areas/device/device.documents.ts'
import { budgetDocuments } from '#areas/budget/budget.documents.ts'
import { changeRequest } from '#areas/change-request/change-request.documents.ts'
import { deviceLists } from '#areas/device/device.lists.ts'
import { priceDocuments } from '#areas/price/price.documents.ts'
import { priceLists } from '#areas/price/price.lists.ts'
import { schemeLists } from '#areas/scheme/scheme.lists.ts'
import { schemeDocuments } from '#areas/scheme/scheme.documents.ts'
import type { DocumentPlace } from '#kernel/engine/definition/document-place.ts'
import type { ReadListPlace } from '#kernel/engine/read-list/list-place.ts'

/** Where the files of a document or a list are. */
export type Place = Pick<ReadListPlace, 'name' | 'area' | 'folder'>

/** All document types, by the lists of their areas. */
export const documentPlaces: readonly DocumentPlace[] = [
  ...budgetDocuments,
  ...deviceDocuments,
  changeRequest,
  ...priceDocuments,
  ...schemeDocuments,
]

/** Lists that have a page on a phone: their addresses are part of its first load. */
export const phoneListPlaces: readonly ReadListPlace[] = priceLists

/** All read lists whose pages come from their declaration. A phone uses none but those above, and leaves this out. */
export const listPlaces: readonly ReadListPlace[] = /* @__PURE__ */ [
  auditingLists,
  deviceLists,
  priceLists,
  schemeLists,
].flat()
