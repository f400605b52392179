import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { SchemeAdjustLine } from '../adjustment/scheme-adjust.doc.ts'
import { schemeErrors } from '../scheme.errors.ts'
import type { SchemeFunding, FundingLine } from '../shared/funding-lines.rules.ts'

// Changes of a scheme's terms by an adjustment: the calculation of its lines from now on.

/** Refusals of changed terms, individually and over all resulting lines. */
export function checkTerms(
  lines: readonly SchemeAdjustLine[],
  fundingLines: ReadonlyMap<number, FundingLine>,
): Refusal[] {
  const rows = lines.flatMap((line, row) => {
    const funding = line.kind === 'terms' ? fundingLines.get(line.fundingNo)?.funding : undefined
    return funding ? [{ line, row, funding }] : []
  })
  const first = new Map<number, number>()
  const refusals = rows.flatMap(({ line, row, funding }) => {
    const before = first.get(funding.lineNo)
    if (before !== undefined) return [schemeErrors.fundingTwice({ first: before + 1 }, { field: 'fundingNo', row })]
    first.set(funding.lineNo, row)
    return checkLine(line, row, funding, fundingLines)
  })
  // B13: all lines have a unit amount, or none.
  const isUnit = new Map([...fundingLines.values()].map(({ funding }) => [funding.lineNo, funding.unitAmount !== null]))
  for (const { line, funding } of rows) isUnit.set(funding.lineNo, line.unitAmount !== null)
  const row = rows[0]?.row
  return row === undefined || new Set(isUnit.values()).size < 2
    ? refusals
    : [...refusals, schemeErrors.unitPriceIncomplete({}, { field: 'unitAmount', row })]
}

/** The calculation of settled amounts never changes. */
function checkLine(
  { unitAmount, ratePercent, ladder, ladderKind }: SchemeAdjustLine,
  row: number,
  { lineNo, basis }: SchemeFunding,
  fundingLines: ReadonlyMap<number, FundingLine>,
): Refusal[] {
  const at = { field: 'unitAmount', row }
  const given = [unitAmount, ratePercent, ladder].filter((each) => each !== null)
  const refusals: Refusal[] = []
  if (given.length === 0) refusals.push(schemeErrors.calculationMissing({}, at))
  if (given.length > 1) refusals.push(schemeErrors.calculationTwice({}, at))
  if (basis === 'fixed' && unitAmount === null) refusals.push(schemeErrors.termsOfSum({}, { field: 'fundingNo', row }))
  // Stock has no sales amount.
  if (basis === 'stock' && (ratePercent !== null || (ladder !== null && ladderKind === 'percent')))
    refusals.push(schemeErrors.termsOfStock({}, { field: 'unitAmount', row }))
  // All parts of a line have the same calculation, whichever budget pays.
  const isSettled = [...fundingLines.values()].some(
    ({ funding, encumbrance }) => funding.lineNo === lineNo && encumbrance?.stages.exe.given.gt(0),
  )
  if (isSettled) refusals.push(schemeErrors.termsOfSettled({}, { field: 'fundingNo', row }))
  return refusals
}

/** Short form of a part's calculation: `2.5 %`, `35.00 × 1,000`. */
export function termsText({ unitAmount, ratePercent, plannedQuantity, ladder }: SchemeFunding): string | null {
  if (ladder !== null) return ladder.replaceAll(';', ' · ')
  if (unitAmount !== null) return plannedQuantity === null ? unitAmount : `${unitAmount} × ${plannedQuantity}`
  return ratePercent === null ? null : `${ratePercent} %`
}
