import { checkStages, type Step } from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/errors/errors.ts'
import { amount, amountText } from '#kernel/money/money.ts'
import { schemeErrors } from './scheme.errors.ts'
import {
  checkParts,
  checkScheme,
  freeIn,
  type Part,
  partsOf,
  type SchemeFacts,
  withoutAmounts,
} from './scheme-parts.rules.ts'
import type { SchemeWithholdContent, SchemeWithholdHeader } from './scheme-withhold.doc.ts'

export interface SchemeWithholdFacts extends SchemeFacts {
  /** Regular accruals of the month, by other documents: in approval or approved. */
  readonly accruals: readonly { readonly fundingNo: number; readonly no: string }[]
}

/** All reasons to refuse an accrual as things stand now. Pure: the form's soft check and the submit ask the same. */
export function checkSchemeWithhold(content: SchemeWithholdContent, facts: SchemeWithholdFacts): Refusal[] {
  const { header, lines } = content
  const parts = partsOf(facts)
  const parent = checkScheme(header, facts)
  if (!facts.scheme) return parent
  return [
    ...parent,
    ...checkDays(header, facts.scheme),
    ...checkParts(lines, parts),
    ...lines.flatMap((line, row) => [
      ...checkWithholdable(line, parts.get(line.fundingNo), row),
      ...checkMonth(header, line.fundingNo, row, facts),
    ]),
    // The month's books, and those of the budget; what is beyond the commitment is said above.
    ...withoutAmounts(checkStages(stepsOf(lines, facts))),
  ]
}

/** Nothing is accrued after the claim deadline, nor before the month that it is of. */
function checkDays(
  { year, month, postingDate }: SchemeWithholdHeader,
  { endsOn }: { readonly endsOn: string },
): Refusal[] {
  const at = { field: 'postingDate' }
  const firstDay = `${year}-${String(month).padStart(2, '0')}-01`
  const refusals: Refusal[] = []
  if (postingDate > endsOn) refusals.push(schemeErrors.afterDeadline({ deadline: endsOn }, at))
  if (postingDate < firstDay) refusals.push(schemeErrors.postedBefore({ day: firstDay }, at))
  return refusals
}

/** B4: what is accrued, what is in approval and this are together no more than was approved and not paid out directly. */
function checkWithholdable(
  line: SchemeWithholdContent['lines'][number],
  part: Part | undefined,
  row: number,
): Refusal[] {
  if (!part) return []
  const free = freeIn(part, 'cmt')
  if (amount(line.amount).lte(free)) return []
  return [
    schemeErrors.exceedsWithholdable(
      {
        amount: line.amount,
        withholdable: amountText(free),
        currency: part.occupation?.documentCurrency ?? '',
      },
      { field: 'amount', row },
    ),
  ]
}

/** One regular accrual of a month; what it lacked comes as a delta after it. */
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
  return before ? [] : [schemeErrors.nothingAccrued({ period }, at)]
}

/** What it does with the money of each part: Dr ACR / Cr CMT. */
export function stepsOf(
  lines: readonly { readonly fundingNo: number; readonly amount: string }[],
  facts: SchemeFacts,
): Step[] {
  const parts = partsOf(facts)
  return lines.flatMap(({ fundingNo, amount: asked }, index) => {
    const occupation = parts.get(fundingNo)?.occupation
    return occupation ? [{ act: 'accrue' as const, occupation, amount: amount(asked), line: index + 1 }] : []
  })
}
