import {
  checkStages,
  type Lock,
  locksOf,
  type SpendableBudget,
  type Spending,
  type EncumbranceStep,
} from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, sumAmounts, zero } from '#kernel/base/money/money.ts'
import { budgetsElsewhere, checkBudgets, type PaidPlace } from '../shared/scheme-budgets.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'
import {
  checkScheme,
  freeIn,
  type FundingLine,
  fundingLinesOf,
  type SchemeFact,
  type SchemeFacts,
  withoutAmounts,
} from '../shared/funding-lines.rules.ts'
import type { SchemeAdjustContent, SchemeAdjustHeader, SchemeAdjustLine } from './scheme-adjust.doc.ts'
import { isRunning, type SchemeState } from '../shared/scheme-types.ts'
import { checkScope, overlapsSeen, type ScopeFacts } from '../beneficiary/scheme-scope.rules.ts'
import { checkTerms } from '../decision/scheme-terms.rules.ts'

export interface Payer extends Pick<
  SpendableBudget,
  'budgetCode' | 'countryCode' | 'projectPoolCode' | 'budgetDeptCode' | 'productClass' | 'validFrom' | 'validTo'
> {
  /** Part of the scheme is committed or accrued with it. */
  readonly isOpen: boolean
}

export interface SchemeAdjustFacts extends SchemeFacts, ScopeFacts {
  readonly budgets: readonly SpendableBudget[]
  /** The paying budgets of the scheme. */
  readonly payers: readonly Payer[]
  /** Budgets of other countries and months may pay. */
  readonly paysElsewhere: boolean
  /** Today, in the area's time zone. */
  readonly today: string
  /** Numbers of the scheme's adjustments and terminations in approval. */
  readonly running: readonly string[]
  /** Numbers of the scheme's claims and clawbacks in approval. */
  readonly claiming: readonly string[]
  /** The last day of an approved execution; null without one. */
  readonly lastClaim: string | null
  /** The last settled day. */
  readonly lastSettled: string | null
}

type Days = Pick<SchemeFact, 'startDate' | 'endDate' | 'claimDeadline'>

/** The days of the scheme after approval. */
function daysAfter(header: SchemeAdjustHeader, scheme: Days): Days {
  return {
    startDate: header.newStartDate ?? scheme.startDate,
    endDate: header.newEndDate ?? scheme.endDate,
    claimDeadline: header.newClaimDeadline ?? scheme.claimDeadline,
  }
}

/** Lines that take money of a budget, in the order of occupation. */
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

/** What the lines' budgets pay for: the countries of the scheme are those of the budgets that pay it already. */
export function paidPlaceOf(
  { header }: Pick<SchemeAdjustContent, 'header'>,
  scheme: SchemeFact,
  { payers, paysElsewhere }: Pick<SchemeAdjustFacts, 'payers' | 'paysElsewhere'>,
): PaidPlace {
  const { startDate, endDate } = daysAfter(header, scheme)
  const countries = [...new Set(payers.map(({ countryCode }) => countryCode))]
  const known = countries.every((code) => code !== null) ? countries : []
  return { areaId: scheme.areaId, firstDay: startDate, lastDay: endDate, countriesOf: () => known, paysElsewhere }
}

/** It begins earlier than approved, on a past day: nobody decided on what was done since then (domain.md 2.4). */
export function isRetroactive(
  { newStartDate }: Pick<SchemeAdjustHeader, 'newStartDate'>,
  { startDate }: Pick<SchemeFact, 'startDate'>,
  { today }: Pick<SchemeAdjustFacts, 'today'>,
): boolean {
  return newStartDate !== null && newStartDate < startDate && newStartDate < today
}

/** Released commitments: decreases, and what another budget will pay. Dr AVL / Cr CMT. */
export function freedBy(
  lines: readonly Pick<SchemeAdjustLine, 'kind' | 'fundingNo' | 'amount'>[],
  facts: SchemeFacts,
): EncumbranceStep[] {
  const fundingLines = fundingLinesOf(facts)
  return lines.flatMap(({ kind, fundingNo, amount: asked }, index): EncumbranceStep[] => {
    const encumbrance = fundingLines.get(fundingNo)?.encumbrance
    if (!encumbrance || asked === null || (kind !== 'down' && kind !== 'swap')) return []
    return [{ act: 'free', encumbrance, amount: amount(asked), line: index + 1 }]
  })
}

/** Locks during approval. A part that moves to another budget is locked completely, so that nothing of it is accrued meanwhile. */
export function keptBy(lines: readonly SchemeAdjustLine[], facts: SchemeFacts): Lock[] {
  const fundingLines = fundingLinesOf(facts)
  const kept = locksOf(freedBy(lines, facts))
  const swapped = new Set(lines.flatMap(({ kind, fundingNo }) => (kind === 'swap' ? [fundingNo] : [])))
  for (const fundingNo of swapped) {
    const encumbrance = fundingLines.get(fundingNo)?.encumbrance
    const first = kept.findIndex((each) => each.encumbrance === encumbrance)
    const own = kept[first]
    if (!encumbrance || !own) continue
    const asked = sumAmounts(kept.filter((each) => each.encumbrance === encumbrance).map((each) => each.amount))
    kept[first] = { ...own, amount: own.amount.plus(encumbrance.stages.cmt.given).minus(asked) }
  }
  return kept
}

export interface Totals {
  readonly old: Amount
  readonly next: Amount
  readonly up: Amount
  readonly down: Amount
  /** The amount that decides its band. */
  readonly decided: Amount
}

/** The scheme's total before and after: approved and not released. */
export function totalsOf({ header, lines }: SchemeAdjustContent, { encumbrances }: SchemeFacts): Totals {
  const old = encumbrances.reduce(
    (sum, { stages }) => sum.plus(stages.cmt.given).plus(stages.acr.given).plus(stages.exe.given),
    zero,
  )
  const of = (kind: SchemeAdjustLine['kind']) =>
    lines.filter((line) => line.kind === kind).reduce((sum, line) => sum.plus(line.amount ?? '0'), zero)
  const [up, down] = [of('up'), of('down')]
  const next = old.plus(up).minus(down)
  const leaving = down.plus(of('swap'))
  // Changed days and terms affect everything still open.
  const open = changesClaims({ header, lines })
    ? encumbrances.reduce((sum, { stages }) => sum.plus(stages.cmt.given).plus(stages.acr.given), zero)
    : zero
  // An increase counts in full: decreases of the same document are not netted.
  const decided = [up.gt(0) ? next : zero, leaving, open].reduce((most, each) => (each.gt(most) ? each : most))
  return { old, next, up, down, decided }
}

/** Running, or fully executed: an increase makes it run again. */
const isAdjustable = (state: SchemeState) => isRunning(state) || state === 'fullExecution'

/** All current refusals of an adjustment. Pure: shared by soft check and submit. */
export function checkSchemeAdjust(content: SchemeAdjustContent, facts: SchemeAdjustFacts): Refusal[] {
  const { header, lines } = content
  const { scheme } = facts
  const parent = checkScheme(header, facts, isAdjustable)
  if (!scheme) return parent
  const fundingLines = fundingLinesOf(facts)
  return [
    ...parent,
    ...facts.running.map((no) => schemeErrors.childInApproval({ no }, { field: 'schemeNo' })),
    ...(changesClaims(content) ? facts.claiming : []).map((no) =>
      schemeErrors.childInApproval({ no }, { field: 'schemeNo' }),
    ),
    ...checkDays(content, scheme, facts),
    ...checkValidity(header, scheme, facts),
    ...checkLines(lines, fundingLines, scheme),
    ...checkTerms(lines, fundingLines),
    ...checkScope(lines, fundingLines, scheme, facts),
    ...spendingRefusals(content, scheme, facts),
    ...withoutAmounts(checkStages(freedBy(lines, facts))),
  ]
}

/** Warnings: another scheme of the type will cover the same; a budget of elsewhere. */
export function warnSchemeAdjust(content: SchemeAdjustContent, facts: SchemeAdjustFacts): Refusal[] {
  const { scheme, paysElsewhere, budgets } = facts
  const overlapping = overlapsSeen(content.lines, facts).map(({ no, row }) =>
    schemeErrors.overlaps({ no }, { field: 'newCustomerCode', row }),
  )
  if (!scheme || !paysElsewhere) return overlapping
  const place = paidPlaceOf(content, scheme, facts)
  return [...overlapping, ...asked(content, budgetsElsewhere(place, spendingOf(content, scheme), budgets))]
}

/** Whether it changes the calculation of claims: those in approval must be decided first. */
function changesClaims({ header, lines }: SchemeAdjustContent): boolean {
  const { newStartDate, newEndDate, newClaimDeadline } = header
  return (
    [newStartDate, newEndDate, newClaimDeadline].some((each) => each !== null) ||
    lines.some(({ kind }) => kind === 'terms' || kind === 'scope')
  )
}

/** The budgets' refusals of spending lines, with this document's rows and field names. */
function spendingRefusals(
  content: SchemeAdjustContent,
  scheme: SchemeFact,
  { budgets, payers, paysElsewhere }: Pick<SchemeAdjustFacts, 'budgets' | 'payers' | 'paysElsewhere'>,
): Refusal[] {
  if (spendingLines(content.lines).length === 0) return []
  const spending = spendingOf(content, scheme)
  const place = paidPlaceOf(content, scheme, { payers, paysElsewhere })
  return asked(content, [...checkPayers(spending, budgets, payers), ...checkBudgets(place, spending, budgets)])
}

/** Refusals of spending, with this document's rows and field names. */
function asked({ lines }: Pick<SchemeAdjustContent, 'lines'>, refusals: readonly Refusal[]): Refusal[] {
  const rows = lines.flatMap(({ kind }, row) => (kind === 'up' || kind === 'swap' ? [row] : []))
  return refusals.map((refusal) => ({
    ...refusal,
    ...(refusal.field === 'budgetCode' ? { field: 'newBudgetCode' } : {}),
    ...(refusal.row === undefined ? {} : { row: rows[refusal.row] ?? refusal.row }),
  }))
}

/** B7 with the existing paying budgets: same class, pool and department. An added one may be of a later month. */
function checkPayers({ lines }: Spending, budgets: readonly SpendableBudget[], payers: readonly Payer[]): Refusal[] {
  const byCode = new Map(budgets.map((budget) => [budget.budgetCode, budget]))
  return lines.flatMap(({ budgetCode }, row) => {
    const budget = byCode.get(budgetCode)
    const at = { field: 'budgetCode', row }
    if (!budget || payers.length === 0) return []
    if (!payers.some(({ productClass }) => productClass === budget.productClass))
      return [schemeErrors.budgetClassDiffers({ budgetCode }, at)]
    const isDuplicate = payers.some(
      ({ projectPoolCode, budgetDeptCode }) =>
        projectPoolCode === budget.projectPoolCode && budgetDeptCode === budget.budgetDeptCode,
    )
    return isDuplicate ? [] : [schemeErrors.budgetOfOtherPool({ budgetCode }, at)]
  })
}

function checkDays(
  { header, lines }: SchemeAdjustContent,
  scheme: SchemeFact,
  { lastClaim, lastSettled, today }: Pick<SchemeAdjustFacts, 'lastClaim' | 'lastSettled' | 'today'>,
): Refusal[] {
  const { newStartDate, newEndDate, newClaimDeadline, newWithholdRate } = header
  const isEmpty = [newStartDate, newEndDate, newClaimDeadline, newWithholdRate].every((each) => each === null)
  if (isEmpty && lines.length === 0) return [schemeErrors.adjustNothing({}, { field: 'lines' })]
  const { startDate, endDate, claimDeadline } = daysAfter(header, scheme)
  const refusals: Refusal[] = []
  if (startDate > endDate) refusals.push(schemeErrors.datesReversed({}, { field: 'newEndDate' }))
  if (claimDeadline < endDate) refusals.push(schemeErrors.deadlineTooEarly({}, { field: 'newClaimDeadline' }))
  // Ending at once needs a termination: customers are told first, and what they earned may be kept for them.
  if (newClaimDeadline !== null && newClaimDeadline < today)
    refusals.push(schemeErrors.deadlineBeforeToday({ today }, { field: 'newClaimDeadline' }))
  if (lastClaim !== null) {
    if (claimDeadline < lastClaim)
      refusals.push(schemeErrors.endsBeforeClaim({ day: lastClaim }, { field: 'newClaimDeadline' }))
    // A ladder counts from the first day, so changing it would change settled amounts.
    const isTiered = scheme.fundings.some(({ ladder }) => ladder !== null)
    if (newStartDate !== null && (newStartDate > scheme.startDate || (isTiered && newStartDate < scheme.startDate)))
      refusals.push(schemeErrors.startAfterClaims({}, { field: 'newStartDate' }))
  }
  if (lastSettled !== null && newEndDate !== null && newEndDate < lastSettled)
    refusals.push(schemeErrors.endsBeforeClaim({ day: lastSettled }, { field: 'newEndDate' }))
  return refusals
}

/** Added days are within the validity of budgets with something open; new paying budgets are checked separately. */
function checkValidity(
  header: SchemeAdjustHeader,
  scheme: SchemeFact,
  { payers }: Pick<SchemeAdjustFacts, 'payers'>,
): Refusal[] {
  const { startDate, claimDeadline } = daysAfter(header, scheme)
  const open = payers.filter(({ isOpen }) => isOpen)
  const late = open.find(({ validTo }) => validTo !== null && claimDeadline >= validTo)
  // The next year's budget pays for carried-over parts, and contains no first day.
  const early = open.every(({ validFrom }) => validFrom !== null && startDate < validFrom) ? open[0] : undefined
  const refused = ({ budgetCode, validFrom, validTo }: Payer, field: keyof SchemeAdjustHeader) =>
    schemeErrors.daysBeyondBudget({ budgetCode, from: validFrom ?? '–', to: validTo ?? '–' }, { field })
  return [
    ...(early && startDate < scheme.startDate ? [refused(early, 'newStartDate')] : []),
    ...(late && claimDeadline > scheme.claimDeadline ? [refused(late, 'newClaimDeadline')] : []),
  ]
}

/** Lines of one part take its commitment together. */
function checkLines(
  lines: readonly SchemeAdjustLine[],
  fundingLines: ReadonlyMap<number, FundingLine>,
  scheme: SchemeFact,
): Refusal[] {
  const taken = new Map<number, Amount>()
  return lines.flatMap((line, row) => {
    const before = taken.get(line.fundingNo) ?? zero
    const isTaking = (line.kind === 'down' || line.kind === 'swap') && line.amount !== null
    if (isTaking) taken.set(line.fundingNo, before.plus(line.amount))
    return checkLine(line, row, before, fundingLines, scheme)
  })
}

function checkLine(
  line: SchemeAdjustLine,
  row: number,
  takenBefore: Amount,
  fundingLines: ReadonlyMap<number, FundingLine>,
  { currency }: SchemeFact,
): Refusal[] {
  const fundingLine = fundingLines.get(line.fundingNo)
  if (!fundingLine) return [schemeErrors.fundingUnknown({ no: line.fundingNo }, { field: 'fundingNo', row })]
  if (line.kind === 'terms' || line.kind === 'scope') return []
  if (line.amount === null) return [schemeErrors.amountMissing({}, { field: 'amount', row })]
  const refusals: Refusal[] = []
  if (line.kind !== 'down' && !line.newBudgetCode)
    refusals.push(schemeErrors.budgetMissing({}, { field: 'newBudgetCode', row }))
  if (line.kind === 'up') return refusals
  const free = freeIn(fundingLine, 'cmt')
  const wanted = takenBefore.plus(line.amount)
  if (wanted.gt(free))
    refusals.push(
      schemeErrors.exceedsCommitment(
        { amount: amountText(wanted), committed: amountText(free), currency },
        { field: 'amount', row },
      ),
    )
  return line.kind === 'swap' ? [...refusals, ...checkSwap(line, row, fundingLine)] : refusals
}

/** Another budget pays what is not yet accrued; accruals stay the expense of their own. */
function checkSwap(line: SchemeAdjustLine, row: number, { funding, encumbrance }: FundingLine): Refusal[] {
  const refusals: Refusal[] = []
  if (line.newBudgetCode === funding.budgetCode)
    refusals.push(schemeErrors.sameBudget({ budgetCode: funding.budgetCode }, { field: 'newBudgetCode', row }))
  if (encumbrance?.stages.acr.given.gt(0)) refusals.push(schemeErrors.swapOfAccrued({}, { field: 'fundingNo', row }))
  // A document in approval may still accrue it.
  if (encumbrance?.locked.cmt.gt(0)) refusals.push(schemeErrors.swapOfKept({}, { field: 'fundingNo', row }))
  return refusals
}
