import { post } from '#kernel/web/console/client/api.ts'
import { useOptions } from '#kernel/web/console/client/use-options.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'

const termOption = (code: string) => ({ value: code, label: code })

/** The trade terms configured for the customer of a form (Q9); `ofAll`: without a customer, those of any customer of the area. */
export function useTradeTerms(
  { bizSystem = 'gs', idcCode: idc = '', areaId = '', customerCode = '' }: Values,
  { ofAll = false }: { readonly ofAll?: boolean } = {},
) {
  return useOptions(
    ['tradeTerm', bizSystem, idc, areaId, customerCode],
    idc && areaId && (customerCode || ofAll)
      ? () =>
          post<readonly string[]>(
            `/${encodeURIComponent(bizSystem)}/${encodeURIComponent(idc)}/oversea/aps/trade-term/list`,
            { curTopAreaId: areaId, distributorCode: customerCode },
            { handles: true },
          )
      : null,
    termOption,
  )
}
