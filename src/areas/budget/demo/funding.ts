import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { fundPool } from '../pool/fund-pool.server.ts'
import { type Catalogue, SIZE } from './catalogue.ts'
import { offsetMinutes } from './working-hours.ts'

/** Longer than the approval of the first budgets of a year takes. */
const BEFORE_MS = 14 * 86_400_000

const hqBudget = prepared<{ id: number }>('demo hq budget owner', `select id from app_user where account = 'hq.budget'`)

/**
 * Loads every pool in the given budget years: on the first working days of the year, or before its first budgets, by the HQ budget owner.
 */
export async function fundPools(
  tx: Tx,
  areas: readonly Catalogue[],
  years: readonly number[],
  now: Date,
): Promise<void> {
  const actor = await tx.first(hqBudget())
  if (!actor) throw new Error('no HQ budget owner')
  for (const year of years) {
    for (const area of areas) {
      const opened = Date.UTC(year, 0, 4, 10) - offsetMinutes(area.timezone) * 60_000
      // In early January the new year has budgets already, approved in December.
      const at = new Date(Math.min(opened, now.getTime() - BEFORE_MS))
      const { applications, usual } = SIZE[area.idc]!
      // Enough for a year of applications of about seven lines each, with a reserve; shared pools get the most.
      const whole = amount(String(usual))
        .times(applications * 10 + 90)
        .div(area.pools.length)
      for (const [index, projectPoolCode] of area.pools.entries()) {
        const share = amountText(
          whole
            .times(index < 2 ? '1.6' : '1.2')
            .div(1000)
            .round(0, 0)
            .times(1000),
        )
        await fundPool(tx, {
          areaId: area.id,
          projectPoolCode,
          year,
          currency: area.currency,
          amount: share,
          actorId: actor.id,
          at,
        })
      }
    }
  }
}
