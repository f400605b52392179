import { amountText, zero } from '#kernel/base/money/money.ts'
import type { ProposedFundingLine } from './withhold-run-api.web.ts'

/** The figures of lines as they follow from each other: owed less accrued is missing, and proposed as far as it may be withheld. */
export interface RunFigures {
  readonly expected: string | null
  readonly accrued: string
  readonly missing: string | null
  readonly withholdable: string
  readonly proposed: string
}

/** Of one line, or the sums of all lines of a scheme; a line without a count owes nothing that is known. */
export function figuresOf(parts: readonly ProposedFundingLine[]): RunFigures {
  const sum = (values: readonly string[]) => values.reduce((total, each) => total.plus(each), zero)
  const counted = parts.filter(({ expected }) => expected !== null)
  const expected = counted.length === 0 ? null : sum(counted.map((part) => part.expected ?? '0'))
  const accrued = sum(parts.map((part) => part.accrued))
  return {
    expected: expected && amountText(expected),
    accrued: amountText(accrued),
    missing: expected && amountText(expected.minus(accrued)),
    withholdable: amountText(sum(parts.map((part) => part.withholdable))),
    proposed: amountText(sum(parts.map((part) => part.amount))),
  }
}
