import { checkStages, type Step } from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/money/money.ts'
import { schemeErrors } from './scheme.errors.ts'
import { checkParts, checkScheme, freeIn, partsOf, type SchemeFacts, withoutAmounts } from './scheme-parts.rules.ts'
import type { SchemeReversalContent, SchemeReversalHeader, SchemeReversalLine } from './scheme-reversal.doc.ts'
import { isRunning, type SchemeState } from './scheme-types.ts'

/** What a withhold accrued of a part, and what reversals have taken of it or ask for. */
export interface AccruedPart {
  readonly fundingNo: number
  readonly accrued: string
  readonly reversed: string
}

export interface SchemeReversalFacts extends SchemeFacts {
  /** The withhold that it undoes; null where it is none of the scheme's that was approved. */
  readonly original: { readonly isClosed: boolean; readonly parts: readonly AccruedPart[] } | null
}

/** What of the original is open still: accrued by it, not yet reversed, and neither executed nor kept by another document. */
function openOf(fundingNo: number, facts: SchemeReversalFacts): Amount {
  const original = facts.original?.parts.find((part) => part.fundingNo === fundingNo)
  const part = partsOf(facts).get(fundingNo)
  if (!original || !part) return zero
  const left = amount(original.accrued).minus(original.reversed)
  const free = freeIn(part, 'acr')
  return left.lt(free) ? left : free
}

/** A full reversal takes the amounts from the original. */
export function reversedLines(
  { header, lines }: SchemeReversalContent,
  { original }: Pick<SchemeReversalFacts, 'original'>,
): readonly SchemeReversalLine[] {
  if (header.scope !== 'full' || !original) return lines
  return original.parts.map(({ fundingNo, accrued }) => ({
    fundingNo,
    amount: accrued,
    customerCode: null,
    budgetCode: null,
    accruedAmount: null,
    openAmount: null,
    remark: null,
  }))
}

/** All reasons to refuse a reversal as things stand now. Pure: the form's soft check and the submit ask the same. */
export function checkSchemeReversal(content: SchemeReversalContent, facts: SchemeReversalFacts): Refusal[] {
  const { header } = content
  const { scheme, original } = facts
  const lines = reversedLines(content, facts)
  const parent = checkScheme(header, facts, anyState)
  if (!scheme) return parent
  if (!original) return [...parent, schemeErrors.withholdUnknown({ no: header.withholdNo }, { field: 'withholdNo' })]
  return [
    ...parent,
    ...checkMode(header, scheme.state),
    ...checkScope(content, original.parts),
    ...checkParts(lines, partsOf(facts)),
    ...lines.flatMap((line, row) => checkOpen(line, row, scheme.currency, facts)),
    ...withoutAmounts(checkStages(stepsOf(header.mode, lines, facts))),
  ]
}

/** What is accrued may be undone whatever became of the scheme. */
const anyState = () => true

/** Back to the commitment while the scheme runs, to the budget once it is over. */
function checkMode({ mode }: SchemeReversalHeader, state: SchemeState): Refusal[] {
  const at = { field: 'mode' }
  if (mode === 'reopen') return isRunning(state) ? [] : [schemeErrors.reopenOfEnded({}, at)]
  return isRunning(state) ? [schemeErrors.releaseOfRunning({}, at)] : []
}

/** One original can be fully reversed once, and not after parts of it were. */
function checkScope({ header, lines }: SchemeReversalContent, parts: readonly AccruedPart[]): Refusal[] {
  if (header.scope === 'part') return lines.length === 0 ? [schemeErrors.reversalEmpty({}, { field: 'lines' })] : []
  return parts.some(({ reversed }) => amount(reversed).gt(0))
    ? [schemeErrors.reversedBefore({ no: header.withholdNo }, { field: 'scope' })]
    : []
}

function checkOpen(line: SchemeReversalLine, row: number, currency: string, facts: SchemeReversalFacts): Refusal[] {
  const { fundingNo } = line
  if (!facts.original?.parts.some((part) => part.fundingNo === fundingNo))
    return [schemeErrors.notWithheldBy({ line: fundingNo }, { field: 'fundingNo', row })]
  const open = openOf(fundingNo, facts)
  return amount(line.amount).lte(open)
    ? []
    : [
        schemeErrors.exceedsOpenAccrual(
          { amount: line.amount, open: amountText(open), currency },
          { field: 'amount', row },
        ),
      ]
}

/** Dr CMT / Cr ACR while it runs, Dr AVL / Cr ACR after it. */
export function stepsOf(
  mode: SchemeReversalHeader['mode'],
  lines: readonly Pick<SchemeReversalLine, 'fundingNo' | 'amount'>[],
  facts: SchemeFacts,
): Step[] {
  const parts = partsOf(facts)
  const act = mode === 'reopen' ? 'reopen' : 'freeAccrual'
  return lines.flatMap(({ fundingNo, amount: asked }, index): Step[] => {
    const occupation = parts.get(fundingNo)?.occupation
    return occupation ? [{ act, occupation, amount: amount(asked), line: index + 1 }] : []
  })
}

/** What stands beside each line: what the original accrued, and what of it is open. */
export function reversalColumns(fundingNo: number, facts: SchemeReversalFacts) {
  const original = facts.original?.parts.find((part) => part.fundingNo === fundingNo)
  return {
    accruedAmount: original?.accrued ?? null,
    openAmount: original ? amountText(openOf(fundingNo, facts)) : null,
  }
}
