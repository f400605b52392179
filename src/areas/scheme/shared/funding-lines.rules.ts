import { freeOf, type Encumbrance } from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, zero } from '#kernel/base/money/money.ts'
import { schemeErrors } from '../scheme.errors.ts'
import type { Basis, RebateType, SchemeState, SchemeType, SettlementPeriod } from './scheme-types.ts'
import { isRunning } from './scheme-types.ts'
import type { Beneficiary } from '../beneficiary/scheme-beneficiary.rules.ts'

// Checks common to all follow-up documents of a scheme (domain.md 2.5 to 2.12).

/** The share of a scheme line paid by one budget: documents refer to it by number. */
export interface SchemeFunding extends Beneficiary {
  readonly fundingNo: number
  readonly lineNo: number
  readonly documentId: string
  readonly round: number
  readonly encumbranceLine: number
  readonly budgetCode: string
  readonly skuCode: string | null
  readonly spuCode: string | null
  readonly basis: Basis
  readonly unitAmount: string | null
  readonly ratePercent: string | null
  readonly ladderKind: 'percent' | 'unit' | null
  readonly ladder: string | null
  readonly plannedQuantity: number | null
}

/** A scheme named by a document, in its current state. */
export interface SchemeFact {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly state: SchemeState
  readonly scopeId: number
  readonly areaId: number
  readonly idcCode: string
  readonly ownerAccount: string
  readonly schemeType: SchemeType
  readonly rebateType: RebateType
  readonly settlementPeriod: SettlementPeriod
  readonly currency: string
  readonly startDate: string
  readonly endDate: string
  readonly claimDeadline: string
  /** The last day for accruals and claims. */
  readonly endsOn: string
  readonly withholdRate: string
  readonly directExecution: boolean
  /** It is for one SPU (B9). */
  readonly bookingActivity: boolean
  /** A price support that may coincide with a special price. */
  readonly stackable: boolean
  readonly fundings: readonly SchemeFunding[]
}

/** Facts common to these documents. */
export interface SchemeFacts {
  readonly scheme: SchemeFact | null
  readonly encumbrances: readonly Encumbrance[]
}

/** A part of a scheme with its money; without an encumbrance nothing is left of it. */
export interface FundingLine {
  readonly funding: SchemeFunding
  readonly encumbrance: Encumbrance | null
}

export function fundingLinesOf({ scheme, encumbrances }: SchemeFacts): ReadonlyMap<number, FundingLine> {
  const byKey = new Map(encumbrances.map((each) => [`${each.documentId} ${each.round} ${each.line}`, each]))
  return new Map(
    (scheme?.fundings ?? []).map((funding) => [
      funding.fundingNo,
      {
        funding,
        encumbrance: byKey.get(`${funding.documentId} ${funding.round} ${funding.encumbranceLine}`) ?? null,
      },
    ]),
  )
}

/** The unlocked amount of a stage, in the currency of the scheme. */
export function freeIn({ encumbrance }: FundingLine, ...stages: readonly ('cmt' | 'acr' | 'exe')[]): Amount {
  return stages.reduce((sum, stage) => sum.plus(encumbrance ? freeOf(encumbrance, stage) : zero), zero)
}

interface SchemeHeader {
  readonly schemeNo: string
  readonly idcCode: string
  readonly areaId: number
  readonly currency: string
}

/** The drafter sees the scheme, its dependent values are right, and it is running unless the document allows ended ones. */
export function checkScheme(
  header: SchemeHeader,
  { scheme }: Pick<SchemeFacts, 'scheme'>,
  mayBe: (state: SchemeState) => boolean = isRunning,
): Refusal[] {
  const at = { field: 'schemeNo' }
  if (!scheme) return [schemeErrors.schemeUnknown({ no: header.schemeNo }, at)]
  const refusals: Refusal[] = []
  if (scheme.idcCode !== header.idcCode || scheme.areaId !== header.areaId)
    refusals.push(schemeErrors.areaMismatch({}, { field: 'areaId' }))
  if (scheme.currency !== header.currency)
    refusals.push(
      schemeErrors.currencyDiffers({ currency: header.currency, expected: scheme.currency }, { field: 'currency' }),
    )
  if (!mayBe(scheme.state))
    refusals.push(schemeErrors.schemeNotRunning({ no: scheme.no, state: `@scheme.states.${scheme.state}` }, at))
  return refusals
}

/** Each part is the scheme's and occurs once. */
export function checkParts(
  lines: readonly { readonly fundingNo: number }[],
  fundingLines: ReadonlyMap<number, FundingLine>,
): Refusal[] {
  const first = new Map<number, number>()
  return lines.flatMap(({ fundingNo }, row) => {
    const at = { field: 'fundingNo', row }
    // Unparsable values already have an error.
    if ((fundingNo as number | null) === null) return []
    const before = first.get(fundingNo)
    if (before !== undefined) return [schemeErrors.fundingTwice({ first: before + 1 }, at)]
    first.set(fundingNo, row)
    return fundingLines.has(fundingNo) ? [] : [schemeErrors.fundingUnknown({ no: fundingNo }, at)]
  })
}

/** Dependent values of a part: its customer where it has one, and its budget. */
export function partColumns(fundingLine: FundingLine | undefined) {
  return {
    customerCode: fundingLine?.funding.customerCode ?? null,
    budgetCode: fundingLine?.funding.budgetCode ?? null,
  }
}

/** Refusals of the budgets except for exceeding a stage, which a document words itself. */
export function withoutAmounts(refusals: readonly Refusal[]): Refusal[] {
  return refusals.filter(({ key }) => key !== 'budget.exceedsStage' && key !== 'budget.lockedInStage')
}
