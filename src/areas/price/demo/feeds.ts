import { dayAfter } from '#kernel/base/clock/day.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { contextOfSystem } from '#kernel/services/sync/system-call.ts'
import { takeFeed } from '../feed/take-feed.server.ts'

const SYSTEM = 'ERP'
const MESSAGE = 'msg_demo-prices-of-the-month'
/** From so many days ahead. */
const AHEAD = 12

/** The role is held for the region whose prices the system may write. */
const giveRole = prepared(
  'demo role of the price system',
  `insert into user_role (user_id, role_code, organisation_id) select $1, 'priceSystem', a.organisation_id from area a where a.idc_code = $2 and a.biz_system = 'gs'
   on conflict do nothing`,
)

interface Sold {
  readonly area: string
  readonly line: SoldLine
}

interface SoldLine {
  readonly classificationCode: string
  readonly skuCode: string
  readonly tradeTermCode: string
  readonly currency: string
  readonly price: string
}

/** Prices of devices for the home that hold until something replaces them. */
const sold = prepared<Sold>(
  'demo prices of a feed',
  `select a.area_code as area, jsonb_build_object('classificationCode', k.classification_code, 'skuCode', k.sku_code, 'tradeTermCode', k.trade_term_code,
     'currency', k.currency, 'price', round(r.price * 1.02)::numeric(20, 2)::text) as line
   from area a join price_key k on k.area_id = a.id and k.classification_code is not null
   join price_row r on r.key_id = k.id and r.known_until is null and r.valid_to is null and r.ladder is null
   join sku s on s.code = k.sku_code and s.enabled join spu u on u.code = s.spu_code and u.enabled
   join product_category c on c.code = u.category_code and c.class = 'iot'
   where a.idc_code = $1 and a.biz_system = 'gs' order by k.id limit 12`,
)

/** The prices of the month from the head office's own system, in the region of a demonstration. */
export async function playPriceFeed({ pool, regions, now }: Company): Promise<void> {
  const region = regions.find(({ idc }) => idc === 'ID')
  if (!region) return
  const [context, rows] = await transaction(pool, async (tx) => {
    const at = { language: 'en', requestId: 'demonstration', now, idempotencyKey: MESSAGE } as const
    const { principal } = await contextOfSystem(tx, SYSTEM, at)
    await tx.run(giveRole(principal.userId, region.idc))
    return [await contextOfSystem(tx, SYSTEM, at), await tx.rows(sold(region.idc))] as const
  })
  const effectiveFrom = dayAfter(dayIn(region.timezone, now), AHEAD)
  try {
    await takeFeed(
      { pool },
      { ...context, idempotencyKey: MESSAGE },
      {
        area: rows[0]?.area ?? '',
        mode: 'good',
        reason: 'Exchange rate of the month',
        lines: rows.map(({ line }) => ({ ...line, taxMode: 'exclusive', basis: 'currency', effectiveFrom })),
      },
    )
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

interface Company {
  readonly pool: TransactionPool
  readonly regions: readonly { readonly idc: string; readonly timezone: string }[]
  readonly now: Date
}
