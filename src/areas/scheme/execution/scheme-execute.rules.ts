import { checkStages, freeOf, type EncumbranceStep } from '#areas/budget/budget.facade.ts'
import type { Payee } from '#areas/customer/customer.facade.ts'
import type { DeviceClaim } from '#areas/device/device.facade.ts'
import type { NamedProduct } from '#areas/product/product.facade.ts'
import type { NamedStore } from '#areas/store/store.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { type Calculation, calculate, type Counts, isNetted, periodDays } from '../application/calculation.rules.ts'
import { checkLineDevices, numbersOf, payableDevices } from './claim-devices.rules.ts'
import { checkFrozen, type FrozenFacts, sharesOf } from '../frozen-stock/frozen-stock.rules.ts'
import type { SchemeExecuteContent, SchemeExecuteHeader, SchemeExecuteLine } from './scheme-execute.doc.ts'
import { checkTax, type TaxFact } from '../settlement/scheme-payout-tax.rules.ts'
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
import { isRunning, type SchemeState, type SchemeType, type SettlementPeriod } from '../shared/scheme-types.ts'
import { checkFor } from '../beneficiary/scheme-beneficiary.rules.ts'

export interface SchemeExecuteFacts extends FrozenFacts {
  /** In the area's time zone: the day of the claim. */
  readonly today: string
  /** Claims and settlements of this customer and period by other documents, by line of the scheme. */
  readonly claims: readonly { readonly lineNo: number; readonly no: string }[]
  /** Claims of this customer in approval, for any period, by line of the scheme. */
  readonly waiting: readonly { readonly lineNo: number; readonly no: string }[]
  /** Earlier settlements of each line of the scheme, for any period. */
  readonly settled: ReadonlyMap<number, Amount>
  readonly counts: ReadonlyMap<number, Counts>
  readonly payee: Payee | null
  readonly tax: TaxFact
  readonly stores: ReadonlyMap<string, NamedStore>
  readonly products: readonly NamedProduct[]
  readonly live: readonly DeviceClaim[]
  /** Devices included in the count of their line. */
  readonly counted: readonly { readonly row: number; readonly deviceId: string }[]
  /** Number of attachments. */
  readonly files: number
  /** Special prices of this customer that coincide with a channel's price support, at the time of the claim, by line. */
  readonly specialPrices: readonly { readonly lineNo: number; readonly no: string }[]
  /** Numbers of adjustments in approval that change its calculation. */
  readonly changing: readonly string[]
}

/** Accruals kept for customers are paid after a termination too. */
export function isPayable(state: SchemeState): boolean {
  return isRunning(state) || state === 'terminated'
}

/** All current refusals of a claim. Pure: shared by soft check and submit. */
export function checkSchemeExecute(content: SchemeExecuteContent, facts: SchemeExecuteFacts): Refusal[] {
  const { header, lines } = content
  const { scheme } = facts
  const parent = checkScheme(header, facts, isPayable)
  if (!scheme) return parent
  const fundingLines = fundingLinesOf(facts)
  return [
    ...parent,
    ...facts.changing.map((no) => schemeErrors.childInApproval({ no }, { field: 'schemeNo' })),
    ...checkHeader(header, scheme, facts),
    ...checkPayee(header, facts),
    ...checkEvidence(content, scheme, facts),
    ...checkNamed(content, fundingLines, facts),
    ...lines.flatMap((line, row) => checkLine(content, line, row, fundingLines, facts)),
    ...checkLineDevices(content, fundingLines, { ...facts, taken: sharesOf(content, facts) }),
    ...checkFrozen(content, facts),
    ...checkAmounts(content, scheme, fundingLines, facts),
    ...checkFinal(content, facts),
    ...withoutAmounts(checkStages(stepsOf(content, facts))),
  ]
}

const PERIODS: Readonly<Record<SettlementPeriod, RegExp>> = {
  month: /^\d{4}-\d\d$/,
  quarter: /^\d{4}-Q\d$/,
  whole: /^whole$/,
}

function checkHeader(header: SchemeExecuteHeader, scheme: SchemeFact, { today }: SchemeExecuteFacts): Refusal[] {
  const refusals: Refusal[] = []
  const { claimPeriod, payoutType, postingDate, rebateExpiresOn } = header
  const days = periodDays(claimPeriod, scheme)
  if (!PERIODS[scheme.settlementPeriod].test(claimPeriod) || !days || days.first > days.last)
    refusals.push(schemeErrors.periodNotOfScheme({ period: claimPeriod }, { field: 'claimPeriod' }))
  if (payoutType !== scheme.rebateType) refusals.push(schemeErrors.payoutDiffers({}, { field: 'payoutType' }))
  if (today > scheme.endsOn || postingDate > scheme.endsOn)
    refusals.push(schemeErrors.claimedAfter({ deadline: scheme.endsOn }, { field: 'postingDate' }))
  if (rebateExpiresOn && (rebateExpiresOn < postingDate || rebateExpiresOn < today))
    refusals.push(schemeErrors.rebateOver({ day: rebateExpiresOn }, { field: 'rebateExpiresOn' }))
  return refusals
}

/** The customer's tax and bank data are complete in their record. */
function checkPayee({ customerCode, payoutType }: SchemeExecuteHeader, { payee }: SchemeExecuteFacts): Refusal[] {
  const at = { field: 'customerCode' }
  if (!payee) return [schemeErrors.customerUnknown({ customer: customerCode }, at)]
  const of = { customer: customerCode }
  const refusals: Refusal[] = []
  if (!payee.taxNo) refusals.push(schemeErrors.taxNumberMissing(of, at))
  if (!payee.operatingUnitCode) refusals.push(schemeErrors.unitMissing(of, at))
  if (payoutType === 'payment' && !(payee.bankName && payee.bankAccount && payee.bankHolder))
    refusals.push(schemeErrors.bankMissing(of, at))
  return refusals
}

const ACTIVITIES: readonly SchemeType[] = ['display', 'promoterIncentive']

/** Work in stores is paid on a photo or report, and on its audit. */
function checkEvidence(
  { header: { auditResult }, lines }: SchemeExecuteContent,
  { schemeType }: SchemeFact,
  { files }: SchemeExecuteFacts,
): Refusal[] {
  const at = { field: 'auditResult' }
  if (auditResult === 'failed') return [schemeErrors.auditFailed({}, at)]
  if (!ACTIVITIES.includes(schemeType)) return []
  return [
    ...(files === 0 ? [schemeErrors.evidenceMissing({}, { field: 'files' })] : []),
    ...(auditResult === null ? [schemeErrors.auditMissing({}, at)] : []),
    ...lines.flatMap(({ storeCode }, row) =>
      storeCode === null ? [schemeErrors.storeMissing({}, { field: 'storeCode', row })] : [],
    ),
  ]
}

/** Each part is the scheme's and the customer's; a store and SKU of it occur once. */
function checkNamed(
  { lines }: SchemeExecuteContent,
  fundingLines: ReadonlyMap<number, FundingLine>,
  { payee }: Pick<SchemeExecuteFacts, 'payee'>,
): Refusal[] {
  const first = new Map<string, number>()
  return lines.flatMap(({ fundingNo, storeCode, skuCode }, row) => {
    const at = { field: 'fundingNo', row }
    if ((fundingNo as number | null) === null) return []
    const fundingLine = fundingLines.get(fundingNo)
    if (!fundingLine) return [schemeErrors.fundingUnknown({ no: fundingNo }, at)]
    const foreign = payee ? checkFor(fundingLine.funding, payee, at) : []
    if (foreign.length > 0) return foreign
    const key = `${fundingNo} ${storeCode ?? ''} ${skuCode ?? ''}`
    const before = first.get(key)
    if (before !== undefined) return [schemeErrors.claimTwice({ first: before + 1 }, at)]
    first.set(key, row)
    return []
  })
}

function checkLine(
  { header }: SchemeExecuteContent,
  line: SchemeExecuteLine,
  row: number,
  fundingLines: ReadonlyMap<number, FundingLine>,
  facts: SchemeExecuteFacts,
): Refusal[] {
  const funding = fundingLines.get(line.fundingNo)?.funding
  if (!funding) return []
  const { storeCode, skuCode } = line
  const refusals: Refusal[] = []
  // The customer joined the channel with a special price, after the application's check.
  const special = facts.specialPrices.find(({ lineNo }) => lineNo === funding.lineNo)
  if (special) refusals.push(schemeErrors.specialBefore({ no: special.no }, { field: 'fundingNo', row }))
  const before = facts.claims.find(({ lineNo }) => lineNo === funding.lineNo)
  if (before) {
    const of = { no: before.no, period: header.claimPeriod }
    refusals.push(schemeErrors.settledBefore(of, { field: 'fundingNo', row }))
  }
  // Another claim's settlement is deducted here and not known yet; units of a frozen stock are separate.
  const other = facts.waiting.find(({ lineNo }) => lineNo === funding.lineNo)
  const isCounted = isNetted(funding) && !facts.frozen.some(({ line: frozen }) => frozen === funding.lineNo)
  if (!before && other && isCounted)
    refusals.push(schemeErrors.nettedInApproval({ no: other.no }, { field: 'fundingNo', row }))
  if (funding.storeCode !== null && storeCode !== funding.storeCode)
    refusals.push(schemeErrors.storeOfLine({ store: funding.storeCode }, { field: 'storeCode', row }))
  const store = storeCode ? facts.stores.get(storeCode) : null
  if (storeCode && (!store?.isEnabled || store.customerCode !== header.customerCode))
    refusals.push(schemeErrors.storeUnknown({ store: storeCode }, { field: 'storeCode', row }))
  if (skuCode) {
    const sku = facts.products.find(({ code }) => code === skuCode)
    const isOf =
      funding.skuCode === null ? !funding.spuCode || sku?.spuCode === funding.spuCode : funding.skuCode === skuCode
    if (!sku || !isOf) refusals.push(schemeErrors.skuNotOfLine({ sku: skuCode }, { field: 'skuCode', row }))
  }
  return [...refusals, ...checkTax(header, line, row, facts.tax)]
}

/**
 * Never more than is accrued, or committed for direct execution; never more than was claimed; and more than the calculation needs a reason.
 */
function checkAmounts(
  content: SchemeExecuteContent,
  scheme: SchemeFact,
  fundingLines: ReadonlyMap<number, FundingLine>,
  facts: SchemeExecuteFacts,
): Refusal[] {
  const { currency } = scheme
  const left = new Map<number, Amount>()
  const asked = new Map<number, Amount>()
  const calculations = calculationsOf(content, facts)
  return content.lines.flatMap((line, row) => {
    const fundingLine = fundingLines.get(line.fundingNo)
    if (!fundingLine) return []
    const at = { field: 'amount', row }
    const wanted = amount(line.amount)
    const refusals: Refusal[] = []
    const whole = (left.get(line.fundingNo) ?? freeIn(fundingLine, 'acr', 'cmt')).minus(wanted)
    const taken = (asked.get(line.fundingNo) ?? zero).plus(wanted)
    left.set(line.fundingNo, whole)
    asked.set(line.fundingNo, taken)
    const accrued = freeIn(fundingLine, 'acr')
    if (whole.lt(0)) {
      const free = amountText(freeIn(fundingLine, 'acr', ...(scheme.directExecution ? ['cmt' as const] : [])))
      refusals.push(schemeErrors.exceedsClaimable({ amount: amountText(taken), free, currency }, at))
    } else if (!scheme.directExecution && taken.gt(accrued)) {
      const of = { amount: amountText(taken), accrued: amountText(accrued), currency }
      refusals.push(schemeErrors.exceedsAccrued(of, at))
    }
    const { claimedAmount } = line
    if (claimedAmount !== null && wanted.gt(claimedAmount))
      refusals.push(schemeErrors.beyondClaimed({ amount: line.amount, claimed: claimedAmount, currency }, at))
    const calculated = calculations[row]?.calculated
    if (calculated && wanted.gt(calculated) && !line.remark) {
      const of = { amount: line.amount, calculated: amountText(calculated), currency }
      refusals.push(schemeErrors.beyondCalculation(of, { field: 'remark', row }))
    }
    return refusals
  })
}

/**
 * The calculated amount of each line: named units without a fault, unpaid units of a frozen stock, or the period's count. Lines of one
 * part share the count, each getting what earlier ones left; units named by other lines are excluded.
 */
export function calculationsOf(
  { header, lines }: Parameters<typeof payableDevices>[0],
  facts: SchemeExecuteFacts,
): readonly (Calculation | null)[] {
  const fundingLines = fundingLinesOf(facts)
  const payable = payableDevices({ header, lines }, fundingLines, facts)
  const taken = new Map<number, Amount>()
  const shares = sharesOf({ lines }, facts)
  const named = new Map<number, number>()
  for (const [row, line] of lines.entries()) {
    const lineNo = fundingLines.get(line.fundingNo)?.funding.lineNo
    if (lineNo !== undefined) named.set(lineNo, (named.get(lineNo) ?? 0) + (payable.get(row) ?? 0))
  }
  return lines.map((line, row) => {
    const funding = fundingLines.get(line.fundingNo)?.funding
    if (!funding) return null
    const { lineNo, basis } = funding
    const isByUnit = funding.unitAmount !== null
    const count = numbersOf(line).length
    const own = count > 0 ? (payable.get(row) ?? 0) : basis === 'fixed' ? line.quantity : (shares[row]?.units ?? null)
    const units = isByUnit ? own : null
    const counts = facts.counts.get(lineNo) ?? null
    const rest = isByUnit && counts ? lessUnits(counts, named.get(lineNo) ?? 0) : counts
    const found = calculate(funding, rest, facts.settled.get(lineNo) ?? zero, units)
    if (!found || units !== null) return found
    const before = taken.get(lineNo) ?? zero
    taken.set(lineNo, before.plus(line.amount ?? '0'))
    const left = found.calculated.minus(before)
    return { ...found, calculated: left.lt(0) ? zero : left }
  })
}

function lessUnits({ period, whole }: Counts, units: number): Counts {
  return { period: { ...period, units: period.units - units }, whole: { ...whole, units: whole.units - units } }
}

/** Lines and final flag of a claim, submitted or stored. */
export interface Claimed {
  readonly header: Pick<SchemeExecuteHeader, 'finalClaim'>
  readonly lines: readonly { readonly fundingNo: number; readonly amount: string }[]
}

/** Dr EXE / Cr ACR as far as it is accrued, then Cr CMT; a final claim releases the rest of its parts: Dr AVL / Cr ACR and CMT. */
export function stepsOf({ header, lines }: Claimed, facts: SchemeFacts): EncumbranceStep[] {
  const fundingLines = fundingLinesOf(facts)
  const executed = lines.flatMap(({ fundingNo, amount: asked }, index): EncumbranceStep[] => {
    const encumbrance = fundingLines.get(fundingNo)?.encumbrance
    return encumbrance && amount(asked).gt(0)
      ? [{ act: 'execute', encumbrance, amount: amount(asked), line: index + 1 }]
      : []
  })
  if (header.finalClaim !== 'yes') return executed
  const numbers = [...new Set(lines.map(({ fundingNo }) => fundingNo))]
  const freed = numbers.flatMap((fundingNo): EncumbranceStep[] => {
    const encumbrance = fundingLines.get(fundingNo)?.encumbrance
    if (!encumbrance) return []
    const of = lines.filter((each) => each.fundingNo === fundingNo)
    const paid = of.reduce((sum, each) => sum.plus(each.amount), zero)
    const accrued = freeOf(encumbrance, 'acr')
    const fromAccrual = paid.lt(accrued) ? paid : accrued
    const rest = { acr: accrued.minus(fromAccrual), cmt: freeOf(encumbrance, 'cmt').minus(paid.minus(fromAccrual)) }
    const line = lines.findIndex((each) => each.fundingNo === fundingNo) + 1
    const steps: EncumbranceStep[] = [
      { act: 'freeAccrual', encumbrance, amount: rest.acr, line },
      { act: 'free', encumbrance, amount: rest.cmt, line },
    ]
    return steps.filter((step) => step.amount.gt(0))
  })
  return [...executed, ...freed]
}

/** No other document waits for what a final claim releases. */
function checkFinal({ header, lines }: SchemeExecuteContent, facts: SchemeFacts): Refusal[] {
  if (header.finalClaim !== 'yes') return []
  const fundingLines = fundingLinesOf(facts)
  return lines.flatMap(({ fundingNo }, row) => {
    const fundingLine = fundingLines.get(fundingNo)
    // A channel's rest remains for its other customers.
    if (fundingLine && fundingLine.funding.channelCode !== null)
      return [schemeErrors.finalOfChannel({}, { field: 'fundingNo', row })]
    const locked = fundingLine?.encumbrance?.locked
    return locked && locked.acr.plus(locked.cmt).gt(0)
      ? [schemeErrors.finalWhileOthers({}, { field: 'fundingNo', row })]
      : []
  })
}
