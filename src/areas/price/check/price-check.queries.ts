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
