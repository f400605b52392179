import { reading, transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { movePeriods } from '../period/periods.server.ts'
import { budgetYearEndDocument } from '../year-end/year-end.plans.ts'
import { remaindersOfYear } from '../year-end/year-end.queries.ts'
import { Actors } from './actors.ts'
import type { Catalogue } from './catalogue.ts'
import { decided } from './transfers.ts'
import { localDate } from './working-hours.ts'

const MINUTE = 60_000
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)
/** Most budgets in one document of the demonstration. */
const MOST = 400

/** Headquarters does this there, so nobody of the region is affected. */
export const CLOSING = 'EU'

/** The outcome for each pool's balance: number of decisions, and whether the last one refuses; negative leaves a draft. */
const FATES = [
  { kind: 'carryOver', decisions: 9, reason: 'The launch was moved to the spring; the money goes with it' },
  { kind: 'carryOver', decisions: 1, reason: 'Store openings that contractors finish in January' },
  { kind: 'lapse', decisions: 9, reason: 'Nothing of it is needed any more' },
  { kind: 'carryOver', decisions: 1, isRefused: true, reason: 'Kept for a campaign that is not planned yet' },
  { kind: 'carryOver', decisions: -1, reason: 'Promoters of the first quarter' },
] as const

interface YearEnd {
  readonly pool: TransactionPool
  readonly areas: readonly Catalogue[]
  readonly now: Date
}

/** Last year of one region before its closing: months in closing, balances carried over or lapsed pool by pool, in every state. */
export async function playYearEnd({ pool, areas, now }: YearEnd): Promise<void> {
  const area = areas.find(({ idc }) => idc === CLOSING)
  if (!area) return
  const actors = new Actors(pool)
  const [finance, drafter] = [await actors.userId('hq.finance'), await actors.userId('admin')]
  const year = localDate(now, area.timezone).year - 1
  let minutes = 120
  const at = () => new Date(now.getTime() - (minutes -= 2) * MINUTE)
  const { id: areaId, idc: idcCode, currency } = area
  const context = await actors.context(finance, at())
  const move = { areaId, currency, year, months: MONTHS, from: ['open'], to: 'closing', reason: null } as const
  await transaction(pool, (tx) => movePeriods(tx, context, move))
  const left = await reading(pool, (tx) => tx.rows(remaindersOfYear(areaId, year, currency, null, 10_000)))
  const pools = [...Map.groupBy(left, (row) => row.project_pool_code)]
  for (const [index, fate] of FATES.entries()) {
    const [projectPoolCode, rows] = pools[index] ?? []
    if (!projectPoolCode || !rows) continue
    const raw = {
      kind: fate.kind,
      idcCode,
      areaId,
      year,
      projectPoolCode,
      currency,
      reason: fate.reason,
      // Every seventh carried budget lapses instead.
      lines: rows.slice(0, MOST).map((row, at) => ({
        budgetCode: row.code,
        option: fate.kind === 'lapse' || at % 7 === 6 ? 'lapse' : 'carry',
      })),
    }
    const action = fate.decisions < 0 ? 'save' : 'submit'
    let answer = await actors.act(drafter, at(), { action, raw }, budgetYearEndDocument)
    const refuses = 'isRefused' in fate
    for (let step = 1; answer.state === 'underApproval' && step <= fate.decisions; step += 1)
      answer = await decided(actors, answer, at(), refuses && step === fate.decisions, budgetYearEndDocument)
  }
}
