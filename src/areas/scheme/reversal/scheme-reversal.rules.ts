import { checkStages, type EncumbranceStep } from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { schemeErrors } from '../scheme.errors.ts'
import {
  checkParts,
  checkScheme,
  freeIn,
  fundingLinesOf,
  type SchemeFacts,
  withoutAmounts,
} from '../shared/funding-lines.rules.ts'
import type { SchemeReversalContent, SchemeReversalHeader, SchemeReversalLine } from './scheme-reversal.doc.ts'
import { isRunning, type SchemeState } from '../shared/scheme-types.ts'

/** A withhold's accrual of a part, with reversals done or requested. */
export interface AccruedPart {
  readonly fundingNo: number
  /** Where it may be now: in its part, and in those that carry-overs moved it to. */
  readonly parts: readonly number[]
  readonly accrued: string
  readonly reversed: string
}

export interface SchemeReversalFacts extends SchemeFacts {
  /** The withhold to reverse; null where it is no approved one of the scheme. */
  readonly original: { readonly isClosed: boolean; readonly parts: readonly AccruedPart[] } | null
}

/** The withhold's accrual of a part, or of the part from which it was carried over. */
function accruedOf(fundingNo: number, { original }: Pick<SchemeReversalFacts, 'original'>): AccruedPart | undefined {
  return original?.parts.find(({ parts: fundingLines }) => fundingLines.includes(fundingNo))
}

/** The open rest of the original: accrued by it, not yet reversed, and neither executed nor locked. */
function openOf(fundingNo: number, facts: SchemeReversalFacts): Amount {
  const original = accruedOf(fundingNo, facts)
  const fundingLine = fundingLinesOf(facts).get(fundingNo)
  if (!original || !fundingLine) return zero
  const left = amount(original.accrued).minus(original.reversed)
  const free = freeIn(fundingLine, 'acr')
  return left.lt(free) ? left : free
}

/** A full reversal takes the original's amounts, wherever they are now. */
export function reversedLines(
  { header, lines }: SchemeReversalContent,
  facts: SchemeReversalFacts,
): readonly SchemeReversalLine[] {
  const { original } = facts
  if (header.scope !== 'full' || !original) return lines
  const all = fundingLinesOf(facts)
  const hasAccrual = (no: number) => all.get(no)?.encumbrance?.stages.acr.given.gt(0) ?? false
  return original.parts.map(({ fundingNo, parts: fundingLines, accrued }) => ({
    fundingNo: fundingLines.findLast(hasAccrual) ?? fundingNo,
    amount: accrued,
    customerCode: null,
    budgetCode: null,
    accruedAmount: null,
    openAmount: null,
    remark: null,
  }))
}

/** All current refusals of a reversal. Pure: shared by soft check and submit. */
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
    ...checkParts(lines, fundingLinesOf(facts)),
    ...lines.flatMap((line, row) => checkOpen(line, row, scheme.currency, facts)),
    ...checkTogether(lines, facts),
    ...withoutAmounts(checkStages(stepsOf(header.mode, lines, facts))),
  ]
}

/** A reversal is possible in every state of the scheme. */
const anyState = () => true

/** Back to the commitment while the scheme runs, to the budget afterwards. */
function checkMode({ mode }: SchemeReversalHeader, state: SchemeState): Refusal[] {
  const at = { field: 'mode' }
  if (mode === 'reopen') return isRunning(state) ? [] : [schemeErrors.reopenOfEnded({}, at)]
  return isRunning(state) ? [schemeErrors.releaseOfRunning({}, at)] : []
}

/** An original can be fully reversed once, and not after a partial reversal. */
function checkScope({ header, lines }: SchemeReversalContent, fundingLines: readonly AccruedPart[]): Refusal[] {
  if (header.scope === 'part') return lines.length === 0 ? [schemeErrors.reversalEmpty({}, { field: 'lines' })] : []
  return fundingLines.some(({ reversed }) => amount(reversed).gt(0))
    ? [schemeErrors.reversedBefore({ no: header.withholdNo }, { field: 'scope' })]
    : []
}

function checkOpen(line: SchemeReversalLine, row: number, currency: string, facts: SchemeReversalFacts): Refusal[] {
  const { fundingNo } = line
  if (!accruedOf(fundingNo, facts))
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

/** Lines of several parts of one carried accrual together never reverse more than there is. */
function checkTogether(lines: readonly SchemeReversalLine[], facts: SchemeReversalFacts): Refusal[] {
  const before = new Map<AccruedPart, Amount>()
  return lines.flatMap(({ fundingNo, amount: asked }, row) => {
    const original = accruedOf(fundingNo, facts)
    if (!original) return []
    const others = before.get(original)
    before.set(original, (others ?? zero).plus(asked))
    const open = amount(original.accrued).minus(original.reversed)
    if (!others || others.plus(asked).lte(open)) return []
    const of = {
      amount: amountText(others.plus(asked)),
      open: amountText(open),
      currency: facts.scheme?.currency ?? '',
    }
    return [schemeErrors.exceedsOpenAccrual(of, { field: 'amount', row })]
  })
}

/** Dr CMT / Cr ACR while it runs, Dr AVL / Cr ACR after it. */
export function stepsOf(
  mode: SchemeReversalHeader['mode'],
  lines: readonly Pick<SchemeReversalLine, 'fundingNo' | 'amount'>[],
  facts: SchemeFacts,
): EncumbranceStep[] {
  const fundingLines = fundingLinesOf(facts)
  const act = mode === 'reopen' ? 'reopen' : 'freeAccrual'
  return lines.flatMap(({ fundingNo, amount: asked }, index): EncumbranceStep[] => {
    const encumbrance = fundingLines.get(fundingNo)?.encumbrance
    return encumbrance ? [{ act, encumbrance, amount: amount(asked), line: index + 1 }] : []
  })
}

/** Beside each line: the original accrual, and its open rest. */
export function reversalColumns(fundingNo: number, facts: SchemeReversalFacts) {
  const original = accruedOf(fundingNo, facts)
  return {
    accruedAmount: original?.accrued ?? null,
    openAmount: original ? amountText(openOf(fundingNo, facts)) : null,
  }
}
