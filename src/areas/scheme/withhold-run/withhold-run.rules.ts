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

// What the withhold of a month would accrue of each part of a scheme (domain.md 2.5; decision 068). Pure: page, file and the documents
// that are made rest on this one calculation, and it never proposes what the submit of a withhold would refuse.

/** Of a line and customer: what was counted from the scheme's first day to the month's last, and what of it in the month. */
export interface RunCounts {
  readonly month: Counted
  readonly whole: Counted
}

export interface RunFacts extends SchemeWithholdFacts {
  readonly scheme: SchemeFact
  /** By line and customer: each reaches the tiers of a ladder by himself, for that is how he is settled. */
  readonly counts: ReadonlyMap<number, ReadonlyMap<string, RunCounts>>
  /** By line: what customers settled who have left its channel since. */
  readonly left: ReadonlyMap<number, Amount>
  /** A withhold of the scheme that is in approval. */
  readonly pending: string | null
  /** Drafts that a run made for the month, by the number of the part. */
  readonly drafts: ReadonlyMap<number, string>
  /** Taken back as diverted or falsely claimed, by the number of the part: what was counted of it still is, and is not owed again. */
  readonly forfeited: ReadonlyMap<number, Amount>
}

/** Why a part gets nothing; `isClosed` where nobody can type an amount either. */
export interface Nothing {
  readonly because: Refusal
  readonly isClosed: boolean
}

export interface ProposedFundingLine {
  readonly funding: SchemeFunding
  readonly kind: WithholdKind
  /** Units of the month, or sales where it is a rate of them; null where a sum was agreed. */
  readonly basisVolume: string | null
  /** What the line owes from its first day to the end of the month, at the scheme's rate; null where that cannot be calculated. */
  readonly expected: Amount | null
  /** Accrued or executed of this part before. */
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

/** The last day of the month, or that of the scheme where it ends before. */
export function postingDateOf({ endsOn }: Pick<SchemeFact, 'endsOn'>, month: RunMonth): string {
  const { first, last } = monthDays(month)
  return endsOn >= first && endsOn < last ? endsOn : last
}

/** The header of what a run makes of a scheme. */
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

/** What keeps a scheme out as a whole, whatever the submit would say. */
function closedScheme({ pending, drafts }: RunFacts): Refusal | null {
  if (pending !== null) return schemeErrors.withholdInApproval({ no: pending })
  const [drafted] = drafts.values()
  return drafted === undefined ? null : schemeErrors.withholdDrafted({ no: drafted })
}

/** What keeps a part out: asked of the submit's own rules, with the least amount there is. */
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

/** A line of a withhold; what the server adds to it is not known yet. */
export function lineOf(
  fundingNo: number,
  asked: string,
  basisVolume: string | null,
  remark: string | null,
): SchemeWithholdContent['lines'][number] {
  const computed = { customerCode: null, budgetCode: null, accruedAmount: null, withholdableAmount: null }
  return { fundingNo, amount: asked, basisVolume, remark, ...computed }
}

/** The first of the month is the regular one, what comes after it what it lacked. */
export function kindOf(
  { fundingNo }: Pick<SchemeFunding, 'fundingNo'>,
  { accruals }: Pick<SchemeWithholdFacts, 'accruals'>,
): WithholdKind {
  return accruals.some((before) => before.fundingNo === fundingNo) ? 'delta' : 'regular'
}

/** A line's parts: what it lacks comes from the oldest of its money first, so that the shares need no rounding. */
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

/** What is in the books of it: accrued and not paid yet, and what was paid. */
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

/** What the line owes to the end of the month; a sum that was agreed grows day by day. */
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

/** Of the currency of the scheme, as far as one of its budgets has it too. */
function digitsOf(fundingLines: readonly FundingLine[]): number {
  const own = fundingLines.find(
    ({ encumbrance }) => encumbrance && encumbrance.currency === encumbrance.documentCurrency,
  )
  return own?.encumbrance?.minorDigits ?? 2
}

/** From the first day on nothing is netted: what was settled stands on the other side, in what the books have. */
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
