import {
  checkSpending,
  checkStages,
  type SpendableBudget,
  type Spending,
  type Step,
} from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/money/money.ts'
import { schemeErrors } from './scheme.errors.ts'
import {
  checkScheme,
  freeIn,
  type Funding,
  type Part,
  partsOf,
  type SchemeFact,
  type SchemeFacts,
  withoutAmounts,
} from './scheme-parts.rules.ts'
import type { SchemeAdjustContent, SchemeAdjustHeader, SchemeAdjustLine } from './scheme-adjust.doc.ts'

export interface SchemeAdjustFacts extends SchemeFacts {
  readonly budgets: readonly SpendableBudget[]
  /** Adjustments and terminations of the scheme that are in approval, by number. */
  readonly running: readonly string[]
  /** Claims and recoveries of the scheme that are in approval, by number. */
  readonly claiming: readonly string[]
  /** The last day of an approved execution; null where nothing was executed. */
  readonly lastClaim: string | null
  /** The last day of what was settled. */
  readonly lastSettled: string | null
}

type Days = Pick<SchemeFact, 'startDate' | 'endDate' | 'claimDeadline'>

/** The days of the scheme once the adjustment is agreed to. */
function daysAfter(header: SchemeAdjustHeader, scheme: Days): Days {
  return {
    startDate: header.newStartDate ?? scheme.startDate,
    endDate: header.newEndDate ?? scheme.endDate,
    claimDeadline: header.newClaimDeadline ?? scheme.claimDeadline,
  }
}

/** Lines that take money of a budget: in the order in which they occupy it. */
export function spendingLines<L extends Pick<SchemeAdjustLine, 'kind'>>(lines: readonly L[]): readonly L[] {
  return lines.filter(({ kind }) => kind === 'up' || kind === 'swap')
}

export function spendingOf({ header, lines }: SchemeAdjustContent, scheme: SchemeFact): Spending {
  const { startDate, claimDeadline } = daysAfter(header, scheme)
  return {
    currency: scheme.currency,
    firstDay: startDate,
    lastDay: claimDeadline,
    lines: spendingLines(lines).map((line) => ({
      budgetCode: line.newBudgetCode ?? '',
      amount: line.amount ?? '0.00',
    })),
  }
}

/** What of the commitment goes: decreases, and what another budget pays for from now on. Dr AVL / Cr CMT. */
export function freedBy(
  lines: readonly Pick<SchemeAdjustLine, 'kind' | 'fundingNo' | 'amount'>[],
  facts: SchemeFacts,
): Step[] {
  const parts = partsOf(facts)
  return lines.flatMap(({ kind, fundingNo, amount: asked }, index): Step[] => {
    const occupation = parts.get(fundingNo)?.occupation
    if (!occupation || asked === null || (kind !== 'down' && kind !== 'swap')) return []
    return [{ act: 'free', occupation, amount: amount(asked), line: index + 1 }]
  })
}

export interface Totals {
  readonly old: Amount
  readonly next: Amount
  readonly up: Amount
  readonly down: Amount
}

/** What the scheme comes to, before and after: approved and not released. */
export function totalsOf({ lines }: Pick<SchemeAdjustContent, 'lines'>, { occupations }: SchemeFacts): Totals {
  const old = occupations.reduce(
    (sum, { stages }) => sum.plus(stages.cmt.given).plus(stages.acr.given).plus(stages.exe.given),
    zero,
  )
  const of = (kind: SchemeAdjustLine['kind']) =>
    lines.filter((line) => line.kind === kind).reduce((sum, line) => sum.plus(line.amount ?? '0'), zero)
  const [up, down] = [of('up'), of('down')]
  return { old, next: old.plus(up).minus(down), up, down }
}

/** All reasons to refuse an adjustment as things stand now. Pure: the form's soft check and the submit ask the same. */
export function checkSchemeAdjust(content: SchemeAdjustContent, facts: SchemeAdjustFacts): Refusal[] {
  const { header, lines } = content
  const { scheme } = facts
  const parent = checkScheme(header, facts)
  if (!scheme) return parent
  const parts = partsOf(facts)
  return [
    ...parent,
    ...facts.running.map((no) => schemeErrors.childInApproval({ no }, { field: 'schemeNo' })),
    ...(changesClaims(content) ? facts.claiming : []).map((no) =>
      schemeErrors.childInApproval({ no }, { field: 'schemeNo' }),
    ),
    ...checkDays(content, scheme, facts),
    ...checkLines(lines, parts, scheme),
    ...spendingRefusals(content, scheme, facts.budgets),
    ...withoutAmounts(checkStages(freedBy(lines, facts))),
  ]
}

/** Whether it changes by what claims are calculated: those in approval are decided first. */
function changesClaims({ header, lines }: SchemeAdjustContent): boolean {
  const { newStartDate, newEndDate, newClaimDeadline } = header
  return (
    [newStartDate, newEndDate, newClaimDeadline].some((each) => each !== null) ||
    lines.some(({ kind }) => kind === 'terms')
  )
}

/** What the budgets say of the lines that spend: with the rows of the document, and the field as it calls it. */
function spendingRefusals(
  content: SchemeAdjustContent,
  scheme: SchemeFact,
  budgets: readonly SpendableBudget[],
): Refusal[] {
  const rows = content.lines.flatMap(({ kind }, row) => (kind === 'up' || kind === 'swap' ? [row] : []))
  if (rows.length === 0) return []
  return checkSpending(spendingOf(content, scheme), budgets).refusals.map((refusal) => ({
    ...refusal,
    ...(refusal.field === 'budgetCode' ? { field: 'newBudgetCode' } : {}),
    ...(refusal.row === undefined ? {} : { row: rows[refusal.row] ?? refusal.row }),
  }))
}

function checkDays(
  { header, lines }: SchemeAdjustContent,
  scheme: SchemeFact,
  { lastClaim, lastSettled }: Pick<SchemeAdjustFacts, 'lastClaim' | 'lastSettled'>,
): Refusal[] {
  const { newStartDate, newEndDate, newClaimDeadline, newWithholdRate } = header
  const isEmpty = [newStartDate, newEndDate, newClaimDeadline, newWithholdRate].every((each) => each === null)
  if (isEmpty && lines.length === 0) return [schemeErrors.adjustNothing({}, { field: 'lines' })]
  const { startDate, endDate, claimDeadline } = daysAfter(header, scheme)
  const refusals: Refusal[] = []
  if (startDate > endDate) refusals.push(schemeErrors.datesReversed({}, { field: 'newEndDate' }))
  if (claimDeadline < endDate) refusals.push(schemeErrors.deadlineTooEarly({}, { field: 'newClaimDeadline' }))
  if (lastClaim !== null) {
    if (claimDeadline < lastClaim)
      refusals.push(schemeErrors.endsBeforeClaim({ day: lastClaim }, { field: 'newClaimDeadline' }))
    if (newStartDate !== null && newStartDate > scheme.startDate)
      refusals.push(schemeErrors.startAfterClaims({}, { field: 'newStartDate' }))
  }
  if (lastSettled !== null && newEndDate !== null && newEndDate < lastSettled)
    refusals.push(schemeErrors.endsBeforeClaim({ day: lastSettled }, { field: 'newEndDate' }))
  return refusals
}

/** Lines of one part take its commitment together. */
function checkLines(
  lines: readonly SchemeAdjustLine[],
  parts: ReadonlyMap<number, Part>,
  scheme: SchemeFact,
): Refusal[] {
  const taken = new Map<number, Amount>()
  return lines.flatMap((line, row) => {
    const before = taken.get(line.fundingNo) ?? zero
    const isTaking = (line.kind === 'down' || line.kind === 'swap') && line.amount !== null
    if (isTaking) taken.set(line.fundingNo, before.plus(line.amount))
    return checkLine(line, row, before, parts, scheme)
  })
}

function checkLine(
  line: SchemeAdjustLine,
  row: number,
  takenBefore: Amount,
  parts: ReadonlyMap<number, Part>,
  { currency }: SchemeFact,
): Refusal[] {
  const part = parts.get(line.fundingNo)
  if (!part) return [schemeErrors.fundingUnknown({ no: line.fundingNo }, { field: 'fundingNo', row })]
  if (line.kind === 'terms') return checkTerms(line, row, part, parts)
  if (line.amount === null) return [schemeErrors.amountMissing({}, { field: 'amount', row })]
  const refusals: Refusal[] = []
  if (line.kind !== 'down' && !line.newBudgetCode)
    refusals.push(schemeErrors.budgetMissing({}, { field: 'newBudgetCode', row }))
  if (line.kind === 'up') return refusals
  const free = freeIn(part, 'cmt')
  const wanted = takenBefore.plus(line.amount)
  if (wanted.gt(free))
    refusals.push(
      schemeErrors.exceedsCommitment(
        { amount: amountText(wanted), committed: amountText(free), currency },
        { field: 'amount', row },
      ),
    )
  return line.kind === 'swap' ? [...refusals, ...checkSwap(line, row, part)] : refusals
}

/** Another budget pays what is not yet accrued; what is accrued stays the expense of its own. */
function checkSwap(line: SchemeAdjustLine, row: number, { funding, occupation }: Part): Refusal[] {
  const refusals: Refusal[] = []
  if (line.newBudgetCode === funding.budgetCode)
    refusals.push(schemeErrors.sameBudget({ budgetCode: funding.budgetCode }, { field: 'newBudgetCode', row }))
  if (occupation?.stages.acr.given.gt(0)) refusals.push(schemeErrors.swapOfAccrued({}, { field: 'fundingNo', row }))
  return refusals
}

/** How it is calculated never changes for what was settled already. */
function checkTerms(
  line: SchemeAdjustLine,
  row: number,
  { funding: { lineNo } }: Part,
  parts: ReadonlyMap<number, Part>,
): Refusal[] {
  const given = [line.unitAmount, line.ratePercent, line.ladder].filter((each) => each !== null)
  const refusals: Refusal[] = []
  if (given.length !== 1)
    refusals.push(
      given.length === 0
        ? schemeErrors.calculationMissing({}, { field: 'unitAmount', row })
        : schemeErrors.calculationTwice({}, { field: 'unitAmount', row }),
    )
  // All parts of a line are calculated alike, whichever budget pays.
  const isSettled = [...parts.values()].some(
    ({ funding, occupation }) => funding.lineNo === lineNo && occupation?.stages.exe.given.gt(0),
  )
  if (isSettled) refusals.push(schemeErrors.termsOfSettled({}, { field: 'fundingNo', row }))
  return refusals
}

/** How a part is calculated, in a few signs: `2.5 %`, `35.00 × 1,000`. */
export function termsText({ unitAmount, ratePercent, plannedQuantity, ladder }: Funding): string | null {
  if (ladder !== null) return ladder.replaceAll(';', ' · ')
  if (unitAmount !== null) return plannedQuantity === null ? unitAmount : `${unitAmount} × ${plannedQuantity}`
  return ratePercent === null ? null : `${ratePercent} %`
}
