import type { SettlementPeriod } from '../shared/scheme-types.ts'

interface Settled {
  readonly settlementPeriod: SettlementPeriod
  readonly startDate: string
  readonly endDate: string
}

/** The settlement periods of a scheme in order: `2026-11`, `2026-Q4`, or `whole`. */
export function periodsOf({ settlementPeriod, startDate, endDate }: Settled): readonly string[] {
  if (settlementPeriod === 'whole') return ['whole']
  const [first, last] = [startDate, endDate].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1)
  const months = Array.from({ length: last! - first! + 1 }, (_, index) => first! + index)
  const named = months.map((at) => {
    const [year, month] = [Math.floor(at / 12), (at % 12) + 1]
    return settlementPeriod === 'quarter'
      ? `${year}-Q${Math.ceil(month / 3)}`
      : `${year}-${String(month).padStart(2, '0')}`
  })
  return [...new Set(named)]
}
