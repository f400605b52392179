import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { calculate, type Counted, type Formula } from '../application/calculation.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'
import {
  freeIn,
  type SchemeFunding,
  type FundingLine,
  fundingLinesOf,
  type SchemeFact,
} from '../shared/funding-lines.rules.ts'
import type { SchemeWithholdContent } from '../withhold/scheme-withhold.doc.ts'
import { checkSchemeWithhold, type SchemeWithholdFacts } from '../withhold/scheme-withhold.rules.ts'
import { monthDays, type RunMonth, type WithholdKind } from './withhold-run.ts'

// The accrual of each part of a scheme for a month (domain.md 2.5; decision 068). Pure: page, file and documents use
// this one calculation, and it never proposes what the submit of a withhold would refuse.

/** By line and customer: counted from the scheme's first day to the month's last, and within the month. */
export interface RunCounts {
  readonly month: Counted
  readonly whole: Counted
}

export interface RunFacts extends SchemeWithholdFacts {
  readonly scheme: SchemeFact
  /** By line and customer: each customer reaches a ladder's tiers individually, as in settlement. */
  readonly counts: ReadonlyMap<number, ReadonlyMap<string, RunCounts>>
  /** By line: settlements of customers who have left its channel. */
  readonly left: ReadonlyMap<number, Amount>
  /** A withhold of the scheme in approval. */
  readonly pending: string | null
  /** Drafts of earlier runs for the month, by number of the part. */
  readonly drafts: ReadonlyMap<number, string>
  /** Recovered as diverted or false, by number of the part: their quantities still count, but are not owed again. */
  readonly forfeited: ReadonlyMap<number, Amount>
}

/** Why a part gets nothing; `isClosed` where an amount cannot be typed either. */
export interface Nothing {
  readonly because: Refusal
  readonly isClosed: boolean
}

export interface ProposedFundingLine {
  readonly funding: SchemeFunding
  readonly kind: WithholdKind
  /** Units of the month, or sales for a rate; null for a fixed sum. */
  readonly basisVolume: string | null
  /** The line's debt from its first day to the end of the month, at the scheme's rate; null where it cannot be calculated. */
  readonly expected: Amount | null
  /** Already accrued or executed of this part. */
  readonly accrued: Amount
  readonly withholdable: Amount
  readonly amount: Amount
  readonly nothing: Nothing | null
}

export interface AccrualProposal {
  readonly scheme: SchemeFact
  readonly postingDate: string
  readonly parts: readonly ProposedFundingLine[]
}

/** The last day of the month, or the scheme's earlier one. */
export function postingDateOf({ endsOn }: Pick<SchemeFact, 'endsOn'>, month: RunMonth): string {
  const { first, last } = monthDays(month)
  return endsOn >= first && endsOn < last ? endsOn : last
}

/** The header of a scheme's document in a run. */
export function runHeader(scheme: SchemeFact, kind: WithholdKind, month: RunMonth, reason: string) {
  return {
    schemeNo: scheme.no,
    idcCode: scheme.idcCode,
    areaId: scheme.areaId,
    currency: scheme.currency,
    kind,
    ...month,
    postingDate: postingDateOf(scheme, month),
    ownerAccount: scheme.ownerAccount,
    reason,
    source: 'monthEnd' as const,
  }
}

export function proposalOf(facts: RunFacts, month: RunMonth): AccrualProposal {
  const { scheme } = facts
  const fundingLines = [...fundingLinesOf(facts).values()].filter(({ encumbrance }) => encumbrance !== null)
  const closed = closedParts(fundingLines, facts, month)
  const byLine = Map.groupBy(fundingLines, ({ funding }) => funding.lineNo)
  const proposed = [...byLine.values()].flatMap((ofLine) => lineProposal(ofLine, facts, month, closed))
  return {
    scheme,
    postingDate: postingDateOf(scheme, month),
    parts: proposed.toSorted((a, b) => a.funding.fundingNo - b.funding.fundingNo),
  }
}

/** Why a scheme is excluded as a whole, before the submit's rules. */
function closedScheme({ pending, drafts }: RunFacts): Refusal | null {
  if (pending !== null) return schemeErrors.withholdInApproval({ no: pending })
  const [drafted] = drafts.values()
  return drafted === undefined ? null : schemeErrors.withholdDrafted({ no: drafted })
}

/** Why a part is excluded: by the submit's own rules, with the smallest amount. */
function closedParts(
  fundingLines: readonly FundingLine[],
  facts: RunFacts,
  month: RunMonth,
): ReadonlyMap<number, Refusal> {
  const whole = closedScheme(facts)
  if (whole) return new Map(fundingLines.map(({ funding }) => [funding.fundingNo, whole]))
  const closed = new Map<number, Refusal>()
  for (const [kind, ofKind] of Map.groupBy(fundingLines, ({ funding }) => kindOf(funding, facts))) {
    const open = ofKind.filter((fundingLine) => freeIn(fundingLine, 'cmt').gt(0))
    const lines = open.map(({ funding: { fundingNo } }) => lineOf(fundingNo, '0.01', null, null))
    const header = { ...runHeader(facts.scheme, kind, month, '-'), totalAmount: null, schemeType: null }
    for (const refusal of checkSchemeWithhold({ header, lines }, facts)) {
      const about = refusal.row === undefined ? open : open.slice(refusal.row, refusal.row + 1)
      for (const { funding } of about) if (!closed.has(funding.fundingNo)) closed.set(funding.fundingNo, refusal)
    }
  }
  return closed
}

/** A withhold line, without the server's values. */
export function lineOf(
  fundingNo: number,
  asked: string,
  basisVolume: string | null,
  remark: string | null,
): SchemeWithholdContent['lines'][number] {
  const computed = { customerCode: null, budgetCode: null, accruedAmount: null, withholdableAmount: null }
  return { fundingNo, amount: asked, basisVolume, remark, ...computed }
}

/** The first accrual of a month is regular, later ones are supplementary. */
export function kindOf(
  { fundingNo }: Pick<SchemeFunding, 'fundingNo'>,
  { accruals }: Pick<SchemeWithholdFacts, 'accruals'>,
): WithholdKind {
  return accruals.some((before) => before.fundingNo === fundingNo) ? 'delta' : 'regular'
}

/** A line's parts: the missing amount is taken from its oldest money first, so that shares need no rounding. */
function lineProposal(
  fundingLines: readonly FundingLine[],
  facts: RunFacts,
  month: RunMonth,
  closed: ReadonlyMap<number, Refusal>,
): ProposedFundingLine[] {
  const { scheme, counts } = facts
  const [first] = fundingLines
  if (!first) return []
  const counted = [...(counts.get(first.funding.lineNo)?.values() ?? [])]
  const owed = expectedOf(fundingLines, counted, scheme, month)
  const expected = owed && owed.plus(facts.left.get(first.funding.lineNo) ?? zero)
  const before = fundingLines.reduce(
    (sum, fundingLine) =>
      sum.plus(recognised(fundingLine)).plus(facts.forfeited.get(fundingLine.funding.fundingNo) ?? zero),
    zero,
  )
  let lacks = expected ? expected.minus(before) : zero
  const isOwed = lacks.gt(0)
  return fundingLines.map((fundingLine) => {
    const { funding } = fundingLine
    const free = freeIn(fundingLine, 'cmt')
    const withholdable = free.lt(0) ? zero : free
    const refusal = closed.get(funding.fundingNo) ?? null
    const taken = refusal || lacks.lte(0) ? zero : lacks.lt(withholdable) ? lacks : withholdable
    lacks = lacks.minus(taken)
    const because = refusal ?? (taken.gt(0) ? null : whyNothing(scheme, expected, isOwed, withholdable))
    return {
      funding,
      kind: kindOf(funding, facts),
      basisVolume: volumeOf(funding, counted),
      expected,
      accrued: recognised(fundingLine),
      withholdable,
      amount: taken,
      nothing: because && { because, isClosed: refusal !== null || withholdable.lte(0) },
    }
  })
}

/** Recognised in the books: accrued and unpaid, and paid. */
function recognised({ encumbrance }: FundingLine): Amount {
  return encumbrance ? encumbrance.stages.acr.given.plus(encumbrance.stages.exe.given) : zero
}

function whyNothing(
  { withholdRate }: SchemeFact,
  expected: Amount | null,
  isOwed: boolean,
  withholdable: Amount,
): Refusal {
  if (withholdable.lte(0)) return schemeErrors.withholdNothingLeft()
  if (amount(withholdRate).lte(0)) return schemeErrors.withholdRateMissing()
  if (expected === null) return schemeErrors.withholdNotCalculable()
  if (expected.lte(0)) return schemeErrors.withholdNothingCounted()
  return isOwed ? schemeErrors.withholdOfOtherPart() : schemeErrors.withholdCovered()
}

/** The line's debt to the end of the month; a fixed sum grows daily. */
function expectedOf(
  fundingLines: readonly FundingLine[],
  counts: readonly RunCounts[],
  scheme: SchemeFact,
  month: RunMonth,
): Amount | null {
  const formula: Formula = fundingLines[0]!.funding
  const owed = formula.basis === 'fixed' ? byDays(fundingLines, scheme, month) : owedBy(formula, counts)
  return owed && owed.times(scheme.withholdRate).div(100).round(digitsOf(fundingLines))
}

/** Decimals of the scheme's currency, as far as one of its budgets has it too. */
function digitsOf(fundingLines: readonly FundingLine[]): number {
  const own = fundingLines.find(
    ({ encumbrance }) => encumbrance && encumbrance.currency === encumbrance.documentCurrency,
  )
  return own?.encumbrance?.minorDigits ?? 2
}

/** From the first day on nothing is netted: settlements are on the other side, in the recognised amount. */
function owedBy(formula: Formula, counts: readonly RunCounts[]): Amount | null {
  const owed = counts.map(({ whole }) => calculate(formula, { period: whole, whole }, zero, null)?.calculated ?? null)
  return owed.reduce((sum, each) => sum && each && sum.plus(each), zero)
}

function byDays(fundingLines: readonly FundingLine[], { startDate, endDate }: SchemeFact, month: RunMonth): Amount {
  const { last } = monthDays(month)
  const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  const passed = days(startDate, last < endDate ? last : endDate)
  const agreed = fundingLines.reduce(
    (sum, fundingLine) => sum.plus(fundingLine.encumbrance?.stages.cmt.given ?? zero).plus(recognised(fundingLine)),
    zero,
  )
  return passed <= 0 ? zero : agreed.times(passed).div(days(startDate, endDate))
}

function volumeOf({ basis, ratePercent, ladderKind }: SchemeFunding, counts: readonly RunCounts[]): string | null {
  if (basis === 'fixed') return null
  if (ratePercent === null && ladderKind !== 'percent')
    return amountText(amount(String(counts.reduce((sum, { month }) => sum + month.units, 0))))
  const paid = counts.reduce<Amount | null>((sum, { month }) => sum && month.amount && sum.plus(month.amount), zero)
  return paid && amountText(paid)
}
