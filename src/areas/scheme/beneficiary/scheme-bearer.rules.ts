import { checkLocks, checkStages, locksOf, recoveryAct, type EncumbranceStep } from '#areas/budget/budget.facade.ts'
import type { NamedCustomer } from '#areas/customer/customer.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { checkScheme, freeIn, fundingLinesOf, type SchemeFacts } from '../shared/funding-lines.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'
import { isRunning } from '../shared/scheme-types.ts'
import { checkFor } from './scheme-beneficiary.rules.ts'

// A scheme that may bear the cost of a document about a customer's receivables or invoices (domain.md 2.11, 2.14): it pays out what the
// customer owes less, and has back what he owes more.

/** A line, as far as a scheme bears it. */
export interface Borne {
  /** Which of its parts. */
  readonly fundingNo: number | null
  /** The item or invoice that it is about. */
  readonly no: string
  readonly amount: Amount
  /** `pays`: the customer owes less; `regains`: more; null: nothing of it is the scheme's. */
  readonly way: 'pays' | 'regains' | null
}

/** What documents of both kinds had a part pay for an item or invoice, less what they brought back of it or ask for. */
export interface BorneBefore {
  readonly fundingNo: number
  readonly no: string
  readonly amount: string
}

export interface BearerFacts extends SchemeFacts {
  readonly borne: readonly BorneBefore[]
  /** The customer that the document is about, among others. */
  readonly customers: ReadonlyMap<string, Pick<NamedCustomer, 'channelCode'>>
}

interface BorneHeader {
  readonly schemeNo: string | null
  readonly costBearing: 'yes' | 'no'
  readonly customerCode: string
  readonly idcCode: string
  readonly areaId: number
  readonly currency: string
  readonly postingDate: string
}

/** All reasons to refuse that a scheme bears this, or that one is named that does not. */
export function checkBearer(header: BorneHeader, lines: readonly Borne[], facts: BearerFacts): Refusal[] {
  return [
    ...checkBearing(header, lines, facts),
    ...lines.flatMap((line, row) => checkPart(header, line, row, facts)),
    ...(header.costBearing === 'yes' ? [...checkDirect(lines, facts), ...checkRegained(lines, facts)] : []),
  ]
}

function checkBearing(header: BorneHeader, lines: readonly Borne[], facts: SchemeFacts): Refusal[] {
  const { schemeNo, costBearing, postingDate } = header
  const isBorne = costBearing === 'yes'
  if (!schemeNo) return isBorne ? [schemeErrors.bearerMissing({}, { field: 'schemeNo' })] : []
  // What it bears it pays out now; what comes back may come back to one that is over.
  const pays = isBorne && lines.some(({ way }) => way === 'pays')
  const { scheme } = facts
  return [
    ...checkScheme({ ...header, schemeNo }, facts, (state) => !pays || isRunning(state)),
    ...(pays && scheme && postingDate > scheme.endsOn
      ? [schemeErrors.borneAfterDeadline({ deadline: scheme.endsOn }, { field: 'postingDate' })]
      : []),
  ]
}

/** A scheme bears by one of its parts, which is for this customer. */
function checkPart(header: BorneHeader, { fundingNo, way }: Borne, row: number, facts: BearerFacts): Refusal[] {
  const at = { field: 'fundingNo', row }
  if (header.costBearing !== 'yes' || way === null)
    return fundingNo === null ? [] : [schemeErrors.bearerNotAsked({}, at)]
  if (fundingNo === null) return [schemeErrors.bearerMissing({}, at)]
  const fundingLine = fundingLinesOf(facts).get(fundingNo)
  if (!fundingLine) return [schemeErrors.fundingUnknown({ no: fundingNo }, at)]
  // An item or invoice is the customer's, not one store's.
  const { storeCode } = fundingLine.funding
  if (storeCode !== null) return [schemeErrors.storeOfLine({ store: storeCode }, at)]
  const { channelCode = null } = facts.customers.get(header.customerCode) ?? {}
  return checkFor(fundingLine.funding, { code: header.customerCode, channelCode }, at)
}

/** Where a scheme is not paid out directly, only what is accrued is: lines of one part take it together. */
function checkDirect(lines: readonly Borne[], facts: SchemeFacts): Refusal[] {
  const { scheme } = facts
  if (!scheme || scheme.directExecution) return []
  const fundingLines = fundingLinesOf(facts)
  const taken = new Map<number, Amount>()
  return lines.flatMap(({ fundingNo, amount: asked, way }, row) => {
    const fundingLine = fundingNo === null ? undefined : fundingLines.get(fundingNo)
    if (!fundingLine || way !== 'pays') return []
    const { fundingNo: no } = fundingLine.funding
    const wanted = (taken.get(no) ?? zero).plus(asked)
    taken.set(no, wanted)
    const accrued = freeIn(fundingLine, 'acr')
    if (wanted.lte(accrued)) return []
    const of = { amount: amountText(wanted), accrued: amountText(accrued), currency: scheme.currency }
    return [schemeErrors.notDirectly(of, { field: 'amount', row })]
  })
}

/** Only what a scheme had borne of an item comes back to it with the item: what it paid for claims is recovered in another way (2.12). */
function checkRegained(lines: readonly Borne[], { scheme, borne }: BearerFacts): Refusal[] {
  const left = new Map(borne.map((each) => [`${each.fundingNo} ${each.no}`, amount(each.amount)]))
  return lines.flatMap(({ fundingNo, no, amount: wanted, way }, row) => {
    if (fundingNo === null || way !== 'regains' || !scheme) return []
    const key = `${fundingNo} ${no}`
    const before = left.get(key) ?? zero
    left.set(key, before.minus(wanted))
    if (wanted.lte(before)) return []
    const most = before.lt(0) ? zero : before
    const of = { no, amount: amountText(wanted), borne: amountText(most), currency: scheme.currency }
    return [schemeErrors.regainsUnborne(of, { field: 'amount', row })]
  })
}

/** What it does with the money of the scheme: Dr EXE / Cr ACR or CMT, and back. */
export function borneSteps(
  { costBearing }: Pick<BorneHeader, 'costBearing'>,
  lines: readonly Borne[],
  facts: SchemeFacts,
): EncumbranceStep[] {
  const { scheme } = facts
  if (costBearing !== 'yes' || !scheme) return []
  const fundingLines = fundingLinesOf(facts)
  return lines.flatMap(({ fundingNo, amount: asked, way }, index) => {
    const encumbrance = fundingNo === null ? null : fundingLines.get(fundingNo)?.encumbrance
    if (!encumbrance || way === null) return []
    const act = way === 'pays' ? 'execute' : recoveryAct(encumbrance, isRunning(scheme.state))
    return [{ act, encumbrance, amount: asked, line: index + 1 }]
  })
}

/** What one line brings back is not there for another of the same document before it is approved: each is kept of what there is. */
export function checkBorne(steps: readonly EncumbranceStep[]): Refusal[] {
  const refusals = checkStages(steps)
  return refusals.length > 0 ? refusals : checkLocks(locksOf(steps))
}
