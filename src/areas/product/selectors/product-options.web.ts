import { post } from '#kernel/web/console/client/api.ts'
import { useOptions } from '#kernel/web/console/client/use-options.ts'
import { allRecords, coded, type Option, type OptionList } from '#kernel/web/console/form/options.ts'

/** The place of a document: back-end system, data centre, and area. */
export interface SelectorPlace {
  readonly bizSystem: string
  readonly idcCode: string
  readonly areaId: string
}

/** Most entries that the spec fetches of each (section 7). */
const MOST = { skus: 9999, spus: 999, customers: 9999, materials: 1000 } as const

interface Sku {
  readonly skuCode: string
  readonly skuName: string
  readonly eanCode: string | null
  readonly materialCodeStr: string
}
interface Spu {
  readonly productId: string
  readonly productName: string
  readonly spuCode: string
  readonly materialCodes: readonly string[]
}
interface Customer {
  readonly distributorCode: string
  readonly distributorName: string
  readonly erpCustomerCode: string | null
  readonly businessCustomerCode: string | null
}
interface Classification {
  readonly id: string
  readonly fromIdcCode: string
  readonly classificationName: string
}

const also = (...texts: readonly (string | null)[]): string => texts.filter(Boolean).join(' ')

// The input is searched in every field of an option (spec section 9).
export const skuOption = (sku: Sku): Option => ({
  ...coded(sku.skuCode, sku.skuName),
  search: also(sku.eanCode, sku.materialCodeStr),
})
export const spuOption = (spu: Spu): Option => ({
  value: spu.productId,
  label: coded(spu.spuCode, spu.productName).label,
  search: also(...spu.materialCodes),
})
export const customerOption = (customer: Customer): Option => ({
  ...coded(customer.distributorCode, customer.distributorName),
  search: also(customer.erpCustomerCode, customer.businessCustomerCode),
})
export const classificationOption = (classification: Classification): Option => ({
  value: classification.id,
  label: classification.classificationName,
  search: classification.fromIdcCode,
})
const plain = (text: string): Option => ({ value: text, label: text })

function pathOf({ bizSystem, idcCode }: SelectorPlace, list: string): string {
  return `/${bizSystem}/${idcCode}/oversea/aps/${list}`
}

/** A list that is loaded once its place is known, and again where that changes (B23); a failure empties its options. */
function usePlaced<R>(
  name: string,
  place: SelectorPlace | null,
  load: (place: SelectorPlace) => Promise<readonly R[]>,
  toOption: (record: R) => Option,
  more = '',
): OptionList {
  const key = [name, place?.bizSystem ?? '', place?.idcCode ?? '', place?.areaId ?? '', more] as const
  return useOptions(key, place ? () => load(place) : null, toOption)
}

const listed =
  <R>(list: string, body: object) =>
  (place: SelectorPlace) =>
    post<readonly R[]>(pathOf(place, list), { curTopAreaId: place.areaId, ...body }, { handles: true })
const paged =
  <R>(list: string, limit: number, body: object = {}) =>
  (place: SelectorPlace) =>
    allRecords<R>(pathOf(place, list), { limit, curTopAreaId: place.areaId, ...body })

/** @public Value helps of documents over products and customers, each by the spec's selector. */
export const productOptions = {
  useSkus: (place: SelectorPlace | null, productId = '') =>
    usePlaced(
      'sku',
      place,
      paged<Sku>('product/sku/list', MOST.skus, productId ? { productId } : {}),
      skuOption,
      productId,
    ),
  /** Of one top category: `mobile` or `accessories`. */
  useSpus: (place: SelectorPlace | null, categoryTopCode = '') =>
    usePlaced(
      'spu',
      place,
      paged<Spu>('product/spu/list', MOST.spus, { skuSourceType: 1, ...(categoryTopCode ? { categoryTopCode } : {}) }),
      spuOption,
      categoryTopCode,
    ),
  useMaterials: (place: SelectorPlace | null) =>
    usePlaced('material', place, paged<{ materialCode: string }>('sku/material/list', MOST.materials), (each) =>
      plain(each.materialCode),
    ),
  useCustomers: (place: SelectorPlace | null) =>
    usePlaced(
      'distributor',
      place,
      paged<Customer>('distributor/list', MOST.customers, { distributorBelongType: 1 }),
      customerOption,
    ),
  useTradeTerms: (place: SelectorPlace | null, distributorCode = '') =>
    usePlaced(
      'tradeTerm',
      place,
      listed<string>('trade-term/list', distributorCode ? { distributorCode } : {}),
      plain,
      distributorCode,
    ),
  useCurrencies: (place: SelectorPlace | null) =>
    usePlaced('currency', place, listed<{ currency: string }>('currency/list', {}), (each) => plain(each.currency)),
  useClassifications: (place: SelectorPlace | null) =>
    usePlaced('classification', place, listed<Classification>('db/classification/list', {}), classificationOption),
}
