import { namedCustomers, type NamedCustomer } from '#areas/customer/customer.facade.ts'
import { areaOf } from '#areas/organisation/organisation.facade.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import { type Amount, amountText, zero } from '#kernel/base/money/money.ts'
import { isFor } from '../beneficiary/scheme-beneficiary.rules.ts'
import type { RunMonth, RunShown } from './withhold-run.ts'
import type { ProposedFundingLine } from './withhold-run.rules.ts'
import { schemeNames, beneficiaryKeys, beneficiaryText } from '../drafts-and-names/scheme-names.server.ts'
import { type ProposedScheme, proposalsOf, runningSchemes } from './withhold-run.facts.ts'

/** A request for a month's proposal: area by data centre, month, and filters. */
export interface RunAsked extends RunMonth {
  readonly idcCode: string
  readonly schemeNo?: string | null
  readonly customerCode?: string | null
  readonly schemeType?: string | null
  readonly show?: RunShown | null
}

type Reader = Pick<RequestContext, 'principal' | 'language'>

/** A month's proposed accruals of an area's running schemes, filtered, as far as the reader sees them. */
export async function lookThrough(tx: Tx, reader: Reader, asked: RunAsked): Promise<readonly ProposedScheme[]> {
  const area = await areaOf(reader, tx, asked.idcCode)
  const numbers = await runningSchemes(tx, area.id, asked.schemeNo || null)
  const { year, month } = asked
  const found = await proposalsOf(tx, reader.principal, numbers, { year, month })
  const customer = asked.customerCode ? await customerAsked(tx, asked.customerCode) : null
  return found.filter((each) => isAskedFor(each, asked, customer))
}

async function customerAsked(tx: Tx, code: string): Promise<Pick<NamedCustomer, 'code' | 'channelCode'>> {
  return (await tx.first(namedCustomers.of([code]))) ?? { code, channelCode: null }
}

function isAskedFor(
  { proposal }: ProposedScheme,
  { schemeType, show }: RunAsked,
  customer: Pick<NamedCustomer, 'code' | 'channelCode'> | null,
): boolean {
  const { scheme, parts } = proposal
  if (parts.length === 0) return false
  if (schemeType && scheme.schemeType !== schemeType) return false
  if (customer && !parts.some(({ funding }) => isFor(funding, customer))) return false
  switch (show ?? 'proposed') {
    case 'all':
      return true
    case 'proposed':
      return totalOf(parts).gt(0)
    case 'nothing':
      return !totalOf(parts).gt(0)
    case 'warned':
      return parts.some(({ nothing }) => nothing && isWarning(nothing.because.key))
  }
}

/** Schemes that may need action; nothing owed needs none. */
const AS_IT_SHOULD_BE: ReadonlySet<string> = new Set([
  'scheme.withholdCovered',
  'scheme.withholdNothingLeft',
  'scheme.withholdNothingCounted',
  'scheme.withholdNotBegun',
  'scheme.withholdOfOtherPart',
])

export function isWarning(key: string): boolean {
  return !AS_IT_SHOULD_BE.has(key)
}

export function totalOf(parts: readonly ProposedFundingLine[]): Amount {
  return parts.reduce((sum, part) => sum.plus(part.amount), zero)
}

export interface RunSum {
  readonly currency: string
  readonly schemeCount: number
  readonly partCount: number
  readonly amount: string
}

/** Totals of the proposal, by currency. */
export function sumsOf(found: readonly ProposedScheme[]): RunSum[] {
  const sums = new Map<string, { schemeCount: number; partCount: number; amount: Amount }>()
  for (const { proposal } of found) {
    const open = proposal.parts.filter((part) => part.amount.gt(0))
    if (open.length === 0) continue
    const { currency } = proposal.scheme
    const { schemeCount, partCount, amount: sum } = sums.get(currency) ?? { schemeCount: 0, partCount: 0, amount: zero }
    sums.set(currency, {
      schemeCount: schemeCount + 1,
      partCount: partCount + open.length,
      amount: sum.plus(totalOf(open)),
    })
  }
  return [...sums]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([currency, sum]) => ({ currency, ...sum, amount: amountText(sum.amount) }))
}

/** A part in wire form. */
export function partView(
  part: ProposedFundingLine,
  names: Parameters<typeof beneficiaryText>[1],
  language: RequestContext['language'],
) {
  const { funding, nothing, expected } = part
  const { fundingNo, budgetCode, basis, unitAmount, ratePercent, ladder } = funding
  return {
    fundingNo,
    forBeneficiary: beneficiaryText(funding, names),
    productCode: funding.skuCode ?? funding.spuCode,
    budgetCode,
    kind: part.kind,
    basis,
    basisVolume: part.basisVolume,
    unitAmount,
    ratePercent,
    ladder,
    expected: expected && amountText(expected),
    accrued: amountText(part.accrued),
    withholdable: amountText(part.withholdable),
    amount: amountText(part.amount),
    isClosed: nothing?.isClosed ?? false,
    isWarning: nothing ? isWarning(nothing.because.key) : false,
    nothing: nothing && refusalText(language, nothing.because),
  }
}

/** Schemes in wire form, with names. */
export async function schemeViews(tx: Tx, language: RequestContext['language'], found: readonly ProposedScheme[]) {
  const names = await schemeNames.read(tx, language, {
    schemes: found.map(({ proposal: { scheme } }) => scheme.no),
    ...beneficiaryKeys(found.flatMap(({ proposal }) => proposal.parts.map(({ funding }) => funding))),
  })
  return found.map(({ proposal: { scheme, postingDate, parts } }) => {
    const sum = (of: (part: ProposedFundingLine) => Amount) =>
      amountText(parts.reduce((total, part) => total.plus(of(part)), zero))
    const views = parts.map((part) => partView(part, names, language))
    return {
      schemeNo: scheme.no,
      name: names.schemes[scheme.no] ?? scheme.no,
      schemeType: scheme.schemeType,
      currency: scheme.currency,
      ownerAccount: scheme.ownerAccount,
      withholdRate: scheme.withholdRate,
      endsOn: scheme.endsOn,
      postingDate,
      accrued: sum((part) => part.accrued),
      withholdable: sum((part) => part.withholdable),
      amount: sum((part) => part.amount),
      warnings: [...new Set(views.flatMap((view) => (view.isWarning && view.nothing ? [view.nothing] : [])))],
      parts: views,
    }
  })
}
