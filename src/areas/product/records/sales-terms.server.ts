import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { type SalesSetting, type SalesTerms, salesTerms } from './sales-setting.rules.ts'

interface SettingRow extends Omit<SalesSetting, 'isSellable'> {
  readonly skuCode: string
  readonly sellable: string
}

const settingsOf = prepared<SettingRow>(
  'product.sales-settings',
  `select sku_code as "skuCode", channel_code as "channelCode", customer_code as "customerCode", sellable,
     minimum_quantity as "minimumQuantity", carton_multiple as "cartonMultiple", to_char(launch_day, 'YYYY-MM-DD') as "launchDay",
     to_char(stop_day, 'YYYY-MM-DD') as "stopDay", quota
   from sku_sales_setting
   where sku_code = any ($1::text[]) and area_id = $2 and enabled and (channel_code is null or channel_code = $3)
     and (customer_code is null or customer_code = $4)`,
)

/** The buyer, the items, and the day of the place. */
export interface SaleOf {
  readonly areaId: number
  readonly channelCode: string | null
  readonly customerCode: string | null
  readonly day: string
  readonly skuCodes: readonly string[]
}

/** The terms of each SKU of an order for its customer: one statement for all lines. */
export async function readSalesTerms(tx: Tx, sale: SaleOf): Promise<ReadonlyMap<string, SalesTerms>> {
  const { areaId, channelCode, customerCode, skuCodes } = sale
  const rows = await tx.rows(settingsOf(skuCodes, areaId, channelCode, customerCode))
  const settings = rows.map(({ sellable, ...row }) => ({ ...row, isSellable: sellable === 'yes' }))
  return new Map(
    skuCodes.map((code) => [
      code,
      salesTerms(
        settings.filter(({ skuCode }) => skuCode === code),
        sale,
      ),
    ]),
  )
}
