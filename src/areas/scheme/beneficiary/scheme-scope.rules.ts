import type { NamedProduct } from '#areas/product/product.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { schemeErrors } from '../scheme.errors.ts'
import type { SchemeAdjustLine } from '../adjustment/scheme-adjust.doc.ts'
import { checkOneSpu, checkProducts, productOf } from '../application/scheme-application.rules.ts'
import type { FundingLine, SchemeFact } from '../shared/funding-lines.rules.ts'
import {
  checkStore,
  checkBeneficiary,
  isKnown,
  type Beneficiary,
  type BeneficiaryFacts,
  type BeneficiaryFields,
} from './scheme-beneficiary.rules.ts'

// Changes of a scheme line's beneficiary and product by an adjustment (domain.md 2.9): from its new version on, never
// for accrued or settled amounts.

/** Facts about the new beneficiaries and products. */
export interface ScopeFacts extends BeneficiaryFacts {
  readonly products: readonly NamedProduct[]
  /** Current product of each line. */
  readonly lineProducts: readonly LineProduct[]
  /** Special prices that a price support would coincide with; without a row when caused by its new days. */
  readonly specialPrices: readonly { readonly no: string; readonly row: number | null }[]
  /** Overlapping schemes of the same type for the same customers and product. */
  readonly overlaps: readonly { readonly no: string; readonly row: number }[]
}

interface LineProduct {
  readonly lineNo: number
  readonly spuCode: string | null
  readonly categoryClass: string | null
}

type Change = Pick<
  SchemeAdjustLine,
  'kind' | 'fundingNo' | 'newCustomerCode' | 'newChannelCode' | 'newStoreCode' | 'newSkuCode' | 'newSpuCode'
>

const isScope = ({ kind }: Pick<Change, 'kind'>) => kind === 'scope'

/** A changed product replaces both codes. */
function after<T extends { readonly skuCode: string | null; readonly spuCode: string | null }>(
  now: T,
  { newSkuCode, newSpuCode }: Change,
) {
  return newSkuCode || newSpuCode
    ? { skuCode: newSkuCode, spuCode: newSpuCode }
    : { skuCode: now.skuCode, spuCode: now.spuCode }
}

/** A changed customer or channel covers all stores, or the named one; a store alone belongs to the current customer. */
export function beneficiaryAfter(
  now: Beneficiary,
  { newCustomerCode, newChannelCode, newStoreCode }: Change,
): Beneficiary {
  return newCustomerCode || newChannelCode
    ? { customerCode: newCustomerCode, channelCode: newChannelCode, storeCode: newStoreCode }
    : {
        customerCode: now.customerCode,
        channelCode: now.channelCode,
        storeCode: newStoreCode ?? now.storeCode,
      }
}

/** The lines of the scheme after approval. */
export function linesAfter(changes: readonly Change[], { fundings }: Pick<SchemeFact, 'fundings'>) {
  const lineOf = new Map(fundings.map(({ fundingNo, lineNo }) => [fundingNo, lineNo]))
  const byLine = new Map(changes.filter(isScope).map((change) => [lineOf.get(change.fundingNo), change]))
  const lines = new Map(fundings.map((funding) => [funding.lineNo, funding]))
  return [...lines.values()].map((line) => {
    const change = byLine.get(line.lineNo)
    const { customerCode, channelCode, storeCode, skuCode, spuCode } = line
    return change
      ? { ...beneficiaryAfter(line, change), ...after(line, change) }
      : { customerCode, channelCode, storeCode, skuCode, spuCode }
  })
}

/** Refusals of the changes. */
export function checkScope(
  lines: readonly SchemeAdjustLine[],
  fundingLines: ReadonlyMap<number, FundingLine>,
  scheme: SchemeFact,
  facts: ScopeFacts,
): Refusal[] {
  const first = new Map<number, number>()
  const refusals = lines.flatMap((line, row) => {
    const fundingLine = fundingLines.get(line.fundingNo)
    if (!isScope(line) || !fundingLine) return []
    const before = first.get(fundingLine.funding.lineNo)
    if (before !== undefined) return [schemeErrors.scopeTwice({ first: before + 1 }, { field: 'fundingNo', row })]
    first.set(fundingLine.funding.lineNo, row)
    return [
      ...checkChange(line, fundingLine, row),
      ...checkMoney(fundingLine, fundingLines, row),
      ...checkNewBeneficiary(line, fundingLine, scheme, facts, row),
      ...checkProducts([line.newSkuCode, line.newSpuCode], facts.products, [
        { field: 'newSkuCode', row },
        { field: 'newSpuCode', row },
      ]),
    ]
  })
  return [
    ...refusals,
    ...checkTogether(lines, fundingLines, scheme, facts),
    ...facts.specialPrices
      .filter(({ row }) => row === null || isKnownAnew(lines[row], facts))
      .map(({ no, row }) =>
        schemeErrors.specialBefore({ no }, row === null ? { field: 'schemeNo' } : { field: 'newCustomerCode', row }),
      ),
  ]
}

/** Whether the reader may see a changed beneficiary; the current one is known to them. */
function isKnownAnew(line: Change | undefined, facts: ScopeFacts): boolean {
  if (!line?.newCustomerCode && !line?.newChannelCode) return true
  return isKnown({ customerCode: line.newCustomerCode, channelCode: line.newChannelCode, storeCode: null }, facts)
}

/** Overlapping schemes, for lines whose customers the reader may see. */
export function overlapsSeen(lines: readonly SchemeAdjustLine[], facts: ScopeFacts): ScopeFacts['overlaps'] {
  return facts.overlaps.filter(({ row }) => isKnownAnew(lines[row], facts))
}

function checkChange(line: SchemeAdjustLine, { funding }: FundingLine, row: number): Refusal[] {
  const { skuCode, spuCode } = after(funding, line)
  const beneficiary = beneficiaryAfter(funding, line)
  const isSame =
    beneficiary.customerCode === funding.customerCode &&
    beneficiary.channelCode === funding.channelCode &&
    beneficiary.storeCode === funding.storeCode &&
    skuCode === funding.skuCode &&
    spuCode === funding.spuCode
  if (isSame) return [schemeErrors.scopeNothing({}, { field: 'newCustomerCode', row })]
  return funding.basis === 'stock' ? [schemeErrors.scopeOfStock({}, { field: 'fundingNo', row })] : []
}

/** Never retroactive: accrued and settled amounts keep their beneficiary and product, whichever budget paid. */
function checkMoney(
  { funding: { lineNo } }: FundingLine,
  fundingLines: ReadonlyMap<number, FundingLine>,
  row: number,
): Refusal[] {
  const isUsed = [...fundingLines.values()].some(
    ({ funding, encumbrance }) =>
      funding.lineNo === lineNo && (encumbrance?.stages.acr.given.gt(0) || encumbrance?.stages.exe.given.gt(0)),
  )
  return isUsed ? [schemeErrors.scopeOfSettled({}, { field: 'fundingNo', row })] : []
}

const NEW: BeneficiaryFields = {
  customerCode: 'newCustomerCode',
  channelCode: 'newChannelCode',
  storeCode: 'newStoreCode',
}

function checkNewBeneficiary(
  line: SchemeAdjustLine,
  { funding }: FundingLine,
  { areaId }: SchemeFact,
  facts: ScopeFacts,
  row: number,
): Refusal[] {
  const { newCustomerCode, newChannelCode, newStoreCode } = line
  const place = { areaId, basis: funding.basis, row }
  if (newCustomerCode || newChannelCode) return checkBeneficiary(beneficiaryAfter(funding, line), place, facts, NEW)
  // The customer stays the approved one, so only a new store is checked.
  return newStoreCode ? checkStore(beneficiaryAfter(funding, line), place, facts, NEW) : []
}

/** B8 and B9 together with the unchanged lines. */
function checkTogether(
  lines: readonly SchemeAdjustLine[],
  fundingLines: ReadonlyMap<number, FundingLine>,
  { bookingActivity }: SchemeFact,
  { products, lineProducts }: ScopeFacts,
): Refusal[] {
  const changes = lines.flatMap(({ kind, fundingNo, newSkuCode, newSpuCode }, row) => {
    const product = productOf(products, 'sku', newSkuCode) ?? productOf(products, 'spu', newSpuCode)
    const lineNo = fundingLines.get(fundingNo)?.funding.lineNo
    if (kind !== 'scope' || !product || lineNo === undefined) return []
    return [{ row, lineNo, spu: product.spuCode ?? product.code, categoryClass: product.categoryClass }]
  })
  const changed = new Set(changes.map(({ lineNo }) => lineNo))
  const stays = lineProducts.filter(({ lineNo }) => !changed.has(lineNo))
  const shared = stays.find(({ categoryClass }) => categoryClass !== null) ?? changes[0]
  const spus = [...new Set(stays.flatMap(({ spuCode }) => spuCode ?? []))]
  return changes.flatMap(({ row, spu, categoryClass }) => [
    ...(categoryClass === shared?.categoryClass
      ? []
      : [schemeErrors.mixedCategories({}, { field: 'newSkuCode', row })]),
    ...(bookingActivity ? checkOneSpu([spus[0] ?? changes[0]?.spu ?? null, spu], 'newSkuCode') : []).map((refusal) => ({
      ...refusal,
      row,
    })),
  ])
}
