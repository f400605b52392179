import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { PRICE_ROUNDING, type RoundingContent } from '../rounding/rounding-wire.ts'

const insertVersion = prepared(
  'seed demo price rounding',
  `insert into setting_version (kind, key, version, content, note, drafted_by, published_by, at)
   select $1, $1, 1, jsonb_build_object('rules', jsonb_build_array(jsonb_build_object('areaId', a.area_id, 'currency', a.currency) || $2::jsonb)), $3, d.id, p.id, $4
   from area a, app_user d, app_user p where a.idc_code = 'IN' and a.biz_system = 'gs' and d.account = 'hq.pricing' and p.account = 'hq.finance'
   on conflict do nothing`,
)

type Rounding = Omit<RoundingContent['rules'][number], 'areaId' | 'currency'>

/** A rule for India: prices end in nine. */
export async function seedRounding(tx: Tx, at: Date): Promise<void> {
  const rounding: Rounding = { step: '10', ending: '9', direction: 'down' }
  await tx.run(insertVersion(PRICE_ROUNDING, JSON.stringify(rounding), 'Prices end in nine', at))
}
