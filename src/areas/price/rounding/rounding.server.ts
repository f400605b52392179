import { newestOfKind } from '#kernel/engine/setting/setting.queries.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { RoundingOf } from '../shared/price-rounding.rules.ts'
import { PRICE_ROUNDING, type RoundingContent } from './rounding-wire.ts'

/** The rounding rules in force. */
export async function roundingRules(tx: Tx): Promise<readonly RoundingOf[]> {
  const newest = await tx.first(newestOfKind(PRICE_ROUNDING))
  const { rules = [] } = (newest?.content ?? {}) as Partial<RoundingContent>
  return rules.map(({ areaId, currency, step, ending, direction }) => ({
    areaId: areaId === '' ? null : Number(areaId),
    currency,
    step,
    ending: ending === '' ? null : ending,
    direction,
  }))
}
