import { checkLocks, checkStages, locksOf, recoveryAct, type EncumbranceStep } from '#areas/budget/budget.facade.ts'
import type { NamedCustomer } from '#areas/customer/customer.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { checkScheme, freeIn, fundingLinesOf, type SchemeFacts } from '../shared/funding-lines.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'
import { isRunning } from '../shared/scheme-types.ts'
import { checkFor } from './scheme-beneficiary.rules.ts'

// A scheme that bears the cost of a document about a customer's receivables or invoices (domain.md 2.11, 2.14): it pays
// reductions, and gets increases back.

/** The part of a line that a scheme bears. */
export interface Borne {
  /** The part of the scheme. */
  readonly fundingNo: number | null
  /** Its item or invoice. */
  readonly no: string
  readonly amount: Amount
  /** `pays`: the customer owes less; `regains`: more; null: the scheme does not bear it. */
  readonly way: 'pays' | 'regains' | null
}

/** Amounts borne for an item or invoice by documents of both kinds, less returned or requested ones. */
export interface BorneBefore {
  readonly fundingNo: number
  readonly no: string
  readonly amount: string
}

export interface BearerFacts extends SchemeFacts {
  readonly borne: readonly BorneBefore[]
  /** The document's customer, among others. */
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

/** All refusals of a bearing scheme, and of naming one that bears nothing. */
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
  // A payment needs a running scheme; a return is possible after its end.
  const pays = isBorne && lines.some(({ way }) => way === 'pays')
  const { scheme } = facts
  return [
    ...checkScheme({ ...header, schemeNo }, facts, (state) => !pays || isRunning(state)),
    ...(pays && scheme && postingDate > scheme.endsOn
      ? [schemeErrors.borneAfterDeadline({ deadline: scheme.endsOn }, { field: 'postingDate' })]
      : []),
  ]
}

/** A scheme bears by one of its parts, whose beneficiary includes the customer. */
function checkPart(header: BorneHeader, { fundingNo, way }: Borne, row: number, facts: BearerFacts): Refusal[] {
  const at = { field: 'fundingNo', row }
  if (header.costBearing !== 'yes' || way === null)
    return fundingNo === null ? [] : [schemeErrors.bearerNotAsked({}, at)]
  if (fundingNo === null) return [schemeErrors.bearerMissing({}, at)]
  const fundingLine = fundingLinesOf(facts).get(fundingNo)
  if (!fundingLine) return [schemeErrors.fundingUnknown({ no: fundingNo }, at)]
  // An item or invoice belongs to the customer, not to one store.
  const { storeCode } = fundingLine.funding
  if (storeCode !== null) return [schemeErrors.storeOfLine({ store: storeCode }, at)]
  const { channelCode = null } = facts.customers.get(header.customerCode) ?? {}
  return checkFor(fundingLine.funding, { code: header.customerCode, channelCode }, at)
}

/** Without direct execution only accrued amounts are paid: lines of one part share them. */
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

/** Only what the scheme bore of an item is returned this way: claims are recovered by clawbacks (2.12). */
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

/** Steps on the scheme's money: Dr EXE / Cr ACR or CMT, and back. */
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

/** A line's return is not available to another line of the same document before approval: each is locked separately. */
export function checkBorne(steps: readonly EncumbranceStep[]): Refusal[] {
  const refusals = checkStages(steps)
  return refusals.length > 0 ? refusals : checkLocks(locksOf(steps))
}
