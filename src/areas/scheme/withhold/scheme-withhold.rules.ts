import { checkStages, monthClosed, type EncumbranceStep } from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { schemeErrors } from '../scheme.errors.ts'
import {
  checkParts,
  checkScheme,
  freeIn,
  type FundingLine,
  fundingLinesOf,
  type SchemeFact,
  type SchemeFacts,
  withoutAmounts,
} from '../shared/funding-lines.rules.ts'
import type { SchemeWithholdContent, SchemeWithholdHeader } from './scheme-withhold.doc.ts'

export interface SchemeWithholdFacts extends SchemeFacts {
  /** Regular accruals of the month by other documents: in approval or approved. */
  readonly accruals: readonly { readonly fundingNo: number; readonly no: string; readonly isApproved: boolean }[]
  /** State of its month, which need not be the posting day's. */
  readonly period: 'open' | 'closing' | 'closed'
}

/** All current refusals of an accrual. Pure: shared by soft check and submit. */
export function checkSchemeWithhold(content: SchemeWithholdContent, facts: SchemeWithholdFacts): Refusal[] {
  const { header, lines } = content
  const fundingLines = fundingLinesOf(facts)
  const parent = checkScheme(header, facts)
  if (!facts.scheme) return parent
  return [
    ...parent,
    ...checkOwner(header, facts.scheme),
    ...checkDays(header, facts.scheme),
    ...checkParts(lines, fundingLines),
    ...lines.flatMap((line, row) => [
      ...checkWithholdable(line, fundingLines.get(line.fundingNo), row),
      ...checkMonth(header, line.fundingNo, row, facts),
    ]),
    // The periods of posting day and budget, then of its month; exceeding the commitment is refused above.
    ...withoutAmounts(checkStages(stepsOf(lines, facts))),
    ...(facts.period === 'open' ? [] : [monthClosed(header, 'month')]),
  ]
}

/** The notified person becomes a reader: only the scheme's owner is allowed. */
function checkOwner({ ownerAccount }: SchemeWithholdHeader, scheme: SchemeFact): Refusal[] {
  return ownerAccount === scheme.ownerAccount
    ? []
    : [schemeErrors.ownerDiffers({ owner: scheme.ownerAccount }, { field: 'schemeNo' })]
}

/** Nothing is accrued after the claim deadline, before its month, or for a month before the scheme. */
function checkDays({ year, month, postingDate }: SchemeWithholdHeader, { startDate, endsOn }: SchemeFact): Refusal[] {
  const at = { field: 'postingDate' }
  const firstDay = `${year}-${String(month).padStart(2, '0')}-01`
  const refusals: Refusal[] = []
  if (postingDate > endsOn) refusals.push(schemeErrors.afterDeadline({ deadline: endsOn }, at))
  if (postingDate < firstDay) refusals.push(schemeErrors.postedBefore({ day: firstDay }, at))
  if (startDate.slice(0, 7) > firstDay.slice(0, 7))
    refusals.push(schemeErrors.withholdNotBegun({ day: startDate }, { field: 'month' }))
  return refusals
}

/** B4: accrued amounts, those in approval and this together do not exceed the approved amount less direct payments. */
function checkWithholdable(
  line: SchemeWithholdContent['lines'][number],
  fundingLine: FundingLine | undefined,
  row: number,
): Refusal[] {
  if (!fundingLine) return []
  const free = freeIn(fundingLine, 'cmt')
  if (amount(line.amount).lte(free)) return []
  return [
    schemeErrors.exceedsWithholdable(
      {
        amount: line.amount,
        withholdable: amountText(free),
        currency: fundingLine.encumbrance?.documentCurrency ?? '',
      },
      { field: 'amount', row },
    ),
  ]
}

/** One regular accrual per month; missing amounts are a delta once that is approved. */
function checkMonth(
  { kind, year, month }: SchemeWithholdHeader,
  fundingNo: number,
  row: number,
  { accruals }: SchemeWithholdFacts,
): Refusal[] {
  const before = accruals.find((accrual) => accrual.fundingNo === fundingNo)
  const at = { field: 'fundingNo', row }
  if (kind === 'regular') return before ? [schemeErrors.accruedBefore({ no: before.no }, at)] : []
  const period = `${year}-${String(month).padStart(2, '0')}`
  if (!before) return [schemeErrors.nothingAccrued({ period }, at)]
  return before.isApproved ? [] : [schemeErrors.withholdInApproval({ no: before.no }, at)]
}

/** Steps on each part: Dr ACR / Cr CMT. */
export function stepsOf(
  lines: readonly { readonly fundingNo: number; readonly amount: string }[],
  facts: SchemeFacts,
): EncumbranceStep[] {
  const fundingLines = fundingLinesOf(facts)
  return lines.flatMap(({ fundingNo, amount: asked }, index) => {
    const encumbrance = fundingLines.get(fundingNo)?.encumbrance
    return encumbrance ? [{ act: 'accrue' as const, encumbrance, amount: amount(asked), line: index + 1 }] : []
  })
}
