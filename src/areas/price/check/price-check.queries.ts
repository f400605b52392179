import { limitSql } from '#kernel/platform/access/limits.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'

/** Whether a reader may know the customer in this area, and ask for its prices. */
export function customerSeen(
  principal: Pick<Principal, 'limits'>,
  areaId: number,
  customer: string,
): Statement<{ code: string }> {
  const values: unknown[] = [areaId, customer]
  const limits = limitSql(principal, 'customer', 'c', (value) => `$${values.push(value)}`)
  return {
    text: `select c.code from customer c join country y on y.code = c.country_code where ${['y.area_id = $1', 'c.code = $2', ...limits].join(' and ')}`,
    values,
  }
}

/** A product of an area, and the customer or classification, trade term and currency that its prices are asked for. */
interface AskedKey {
  readonly areaId: number
  readonly customer: string | null
  /** Of a customer it is their own. */
  readonly classification: string | null
  readonly tradeTermCode: string
  readonly currency: string
  readonly skuCode: string
}

/** What stands of the customer's key and of that of their classification, in the order of time; of keys that the reader may see. */
export function rowsAsked(
  principal: Pick<Principal, 'limits'>,
  { areaId, customer, classification, tradeTermCode, currency, skuCode }: AskedKey,
): Statement<{ id: string }> {
  const values: unknown[] = [areaId, customer, classification, tradeTermCode, currency, skuCode]
  const limits = limitSql(principal, 'price_key', 'k', (value) => `$${values.push(value)}`)
  const key = [
    'k.area_id = $1 and k.trade_term_code = $4 and k.currency = $5 and k.sku_code = $6',
    `(k.customer_code = $2::text or k.customer_code is null
       and k.classification_code = coalesce($3::text, (select u.classification_code from customer u where u.code = $2::text)))`,
    ...limits,
  ]
  return {
    text: `select r.id::text from price_key k join price_row r on r.key_id = k.id and r.known_until is null
      where ${key.join(' and ')} order by k.customer_code nulls last, r.valid_from limit 1000`,
    values,
  }
}

export interface AskedSku {
  readonly skuCode: string
  readonly skuName: string
  readonly spuCode: string
}

const most = 'and s.enabled order by s.code limit 200'
const named = (of: string, where: string) =>
  ({
    en: prepared<AskedSku>(
      `price.check-${of}.en`,
      `select s.code as "skuCode", s.name_en as "skuName", s.spu_code as "spuCode" from sku s where ${where} ${most}`,
    ),
    zh: prepared<AskedSku>(
      `price.check-${of}.zh`,
      `select s.code as "skuCode", s.name_zh as "skuName", s.spu_code as "spuCode" from sku s where ${where} ${most}`,
    ),
  }) as const

export const skusOfSpu = named('spu', 's.spu_code = $1')
export const skusOfMaterial = named(
  'material',
  's.code in (select m.sku_code from material m where m.code = $1 and m.enabled)',
)
