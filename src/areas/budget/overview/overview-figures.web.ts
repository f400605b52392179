import { type Amount, amount, sumAmounts, zero } from '#kernel/base/money/money.ts'
import type { LineAmount } from '../budget-line/line-amounts.ts'

export interface MonthUse {
  readonly month: number
  readonly current: string
  readonly committed: string
  readonly accrued: string
  readonly executed: string
}

/** Parts of the used amount, from committed to executed. */
export const USE_PARTS = ['executed', 'accrued', 'committed'] as const

export function usedOf(use: Omit<MonthUse, 'month'>): Amount {
  return sumAmounts(USE_PARTS.map((part) => amount(use[part])))
}

/** `63%`; a plan of zero has no share. */
export function shareText(used: Amount, plan: Amount): string {
  return plan.gt(0) ? `${used.times(100).div(plan).round(0, 1).toString()}%` : '/'
}

/** A length in percent, for display only. */
export function percentOf(part: Amount, whole: Amount): number {
  if (!whole.gt(0) || !part.gt(0)) return 0
  return Math.min(100, Number(part.times(100).div(whole).toFixed(2)))
}

export interface FallStep {
  readonly name: LineAmount
  /** `total`: starts at zero; others start where the previous one ended. */
  readonly kind: 'total' | 'rise' | 'drop'
  /** Of 100, from the left. */
  readonly start: number
  readonly length: number
}

const RISES: readonly LineAmount[] = ['transferredIn', 'carriedIn']
const DROPS: readonly LineAmount[] = ['revoked', 'transferredOut', 'carriedOut', 'lapsed', 'distributed']
const USES: readonly LineAmount[] = ['held', 'occupied', 'committed', 'accrued', 'executed']

/** From granted to remaining: zero steps are omitted. */
export function waterfallOf(totals: Readonly<Record<LineAmount, string>>): readonly FallStep[] {
  const of = (name: LineAmount) => amount(totals[name])
  const top = RISES.reduce((sum, name) => sum.plus(of(name)), of('granted'))
  const whole = top.gt(of('current')) ? top : of('current')
  let level: Amount = zero
  const steps: FallStep[] = []
  const total = (name: LineAmount): void => {
    level = of(name)
    steps.push({ name, kind: 'total', start: 0, length: percentOf(level, whole) })
  }
  const move = (names: readonly LineAmount[], kind: 'rise' | 'drop'): void => {
    for (const name of names) {
      const size = of(name)
      if (size.eq(0)) continue
      const next = kind === 'rise' ? level.plus(size) : level.minus(size)
      const left = kind === 'rise' ? level : next
      steps.push({ name, kind, start: percentOf(left, whole), length: percentOf(size, whole) })
      level = next
    }
  }
  total('granted')
  move(RISES, 'rise')
  move(DROPS, 'drop')
  total('current')
  move(USES, 'drop')
  total('available')
  return steps
}
