import type { NamedProduct } from '#areas/product/product.facade.ts'
import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import { schemeErrors } from '../scheme.errors.ts'
import type { SchemeAdjustLine } from '../adjustment/scheme-adjust.doc.ts'
import { checkOneSpu } from '../application/scheme-application.rules.ts'
import type { FundingLine, SchemeFact } from '../shared/funding-lines.rules.ts'
import {
  checkStore,
  checkBeneficiary,
  isKnown,
  type Beneficiary,
  type BeneficiaryFacts,
  type BeneficiaryFields,
} from './scheme-beneficiary.rules.ts'

// Whom and what a line of a scheme is for, changed by an adjustment (domain.md 2.9): from the version on that it makes, never for what
// was withheld or settled before.

/** Those that lines are to be for, and what they name anew. */
export interface ScopeFacts extends BeneficiaryFacts {
  readonly products: readonly NamedProduct[]
  /** Of each line of the scheme, what it is for now. */
  readonly lineProducts: readonly LineProduct[]
  /** Special prices that a price support would meet; without a row because of its new days. */
  readonly specialPrices: readonly { readonly no: string; readonly row: number | null }[]
  /** Schemes of the same type for the same customers and product at the same time. */
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

/** What a change says anew of a product replaces both codes of the old one. */
function after<T extends { readonly skuCode: string | null; readonly spuCode: string | null }>(
  now: T,
  { newSkuCode, newSpuCode }: Change,
) {
  return newSkuCode || newSpuCode
    ? { skuCode: newSkuCode, spuCode: newSpuCode }
    : { skuCode: now.skuCode, spuCode: now.spuCode }
}

/** A customer or channel that is named anew is so with all of his stores, or with the one that is named; a store alone is one of the customer that it is for now. */
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

/** The lines of the scheme once the adjustment is agreed to. */
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

/** Why lines cannot be for something else. */
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
      ...checkProduct(line, facts, row),
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

/** Whom a line names anew; whom it is for now the reader knows. */
function isKnownAnew(line: Change | undefined, facts: ScopeFacts): boolean {
  if (!line?.newCustomerCode && !line?.newChannelCode) return true
  return isKnown({ customerCode: line.newCustomerCode, channelCode: line.newChannelCode, storeCode: null }, facts)
}

/** Other schemes for the same, of lines whose customers the reader knows. */
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

/** Never retroactive: what was withheld or settled was so for whom and what it was for then, whichever budget paid. */
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
  // Whom it is for now was agreed to.
  return newStoreCode ? checkStore(beneficiaryAfter(funding, line), place, facts, NEW) : []
}

const productOf = (products: readonly NamedProduct[], kind: NamedProduct['kind'], code: string | null) =>
  code === null ? undefined : products.find((product) => product.kind === kind && product.code === code)

function checkProduct({ newSkuCode, newSpuCode }: SchemeAdjustLine, { products }: ScopeFacts, row: number): Refusal[] {
  const [sku, spu] = [productOf(products, 'sku', newSkuCode), productOf(products, 'spu', newSpuCode)]
  const unknown = (code: string | null, product: NamedProduct | undefined, at: At) =>
    code && !product?.enabled ? [schemeErrors.productUnknown({ product: code }, at)] : []
  return [
    ...unknown(newSkuCode, sku, { field: 'newSkuCode', row }),
    ...unknown(newSpuCode, spu, { field: 'newSpuCode', row }),
    ...(sku && newSpuCode && sku.spuCode !== newSpuCode
      ? [schemeErrors.skuNotOfSpu({ sku: sku.code, spu: newSpuCode }, { field: 'newSkuCode', row })]
      : []),
  ]
}

/** B8 and B9 beside the lines that stay as they are. */
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
