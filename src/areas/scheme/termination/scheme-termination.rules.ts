import { checkStages, type Lock, locksOf, type EncumbranceStep } from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import { schemeErrors } from '../scheme.errors.ts'
import {
  checkParts,
  checkScheme,
  freeIn,
  type FundingLine,
  fundingLinesOf,
  type SchemeFacts,
  withoutAmounts,
} from '../shared/funding-lines.rules.ts'
import type { SchemeTerminationContent, SchemeTerminationLine } from './scheme-termination.doc.ts'

export interface SchemeTerminationFacts extends SchemeFacts {
  /** Numbers of the scheme's documents in approval. */
  readonly running: readonly string[]
  /** The last day of an approved execution; null without one. */
  readonly lastClaim: string | null
}

/** The open amount of a part, and what is kept. */
interface Ending {
  readonly fundingNo: number
  readonly part: FundingLine
  readonly committed: Amount
  readonly accrued: Amount
  readonly kept: Amount
  readonly remark: string | null
}

/** Every open part in order; typed lines say what is kept. */
export function endingsOf(
  lines: readonly Pick<SchemeTerminationLine, 'fundingNo' | 'keepAmount' | 'remark'>[],
  facts: SchemeFacts,
): Ending[] {
  const typed = new Map(lines.map((line) => [line.fundingNo, line]))
  return [...fundingLinesOf(facts).values()].flatMap((fundingLine) => {
    const { fundingNo } = fundingLine.funding
    const committed = fundingLine.encumbrance?.stages.cmt.given ?? zero
    const accrued = fundingLine.encumbrance?.stages.acr.given ?? zero
    const line = typed.get(fundingNo)
    if (committed.plus(accrued).lte(0) && !line) return []
    return [
      {
        fundingNo,
        part: fundingLine,
        committed,
        accrued,
        kept: amount(line?.keepAmount ?? '0'),
        remark: line?.remark ?? null,
      },
    ]
  })
}

/** All current refusals of a termination. Pure: shared by soft check and submit. */
export function checkSchemeTermination(content: SchemeTerminationContent, facts: SchemeTerminationFacts): Refusal[] {
  const { header, lines } = content
  const { scheme } = facts
  const parent = checkScheme(header, facts)
  if (!scheme) return parent
  const endings = endingsOf(lines, facts)
  const refusals = [...parent, ...checkParts(lines, fundingLinesOf(facts))]
  for (const no of facts.running) refusals.push(schemeErrors.childInApproval({ no }, { field: 'schemeNo' }))
  if (facts.lastClaim !== null && header.terminationDate < facts.lastClaim)
    refusals.push(schemeErrors.endsBeforeClaim({ day: facts.lastClaim }, { field: 'terminationDate' }))
  if (header.terminationDate > scheme.endsOn)
    refusals.push(schemeErrors.endsAfterScheme({ day: scheme.endsOn }, { field: 'terminationDate' }))
  if (header.terminationDate < scheme.startDate)
    refusals.push(schemeErrors.endsBeforeStart({ day: scheme.startDate }, { field: 'terminationDate' }))
  for (const [row, line] of lines.entries()) {
    const ending = endings.find(({ fundingNo }) => fundingNo === line.fundingNo)
    if (!ending) continue
    const at = { field: 'keepAmount', row }
    if (ending.kept.gt(0) && header.disposition === 'releaseAll') refusals.push(schemeErrors.keepsNothing({}, at))
    if (ending.kept.gt(freeIn(ending.part, 'acr')))
      refusals.push(
        schemeErrors.keepsTooMuch(
          { amount: amountText(ending.kept), accrued: amountText(ending.accrued), currency: scheme.currency },
          at,
        ),
      )
  }
  return [...refusals, ...withoutAmounts(checkStages(stepsOf(endings)))]
}

/** The lines that a submit stores: every part with its open amounts. */
export function endedLines(
  content: SchemeTerminationContent,
  facts: SchemeTerminationFacts,
): readonly SchemeTerminationLine[] {
  return endingsOf(content.lines, facts).map(({ fundingNo, kept, remark }) => ({
    fundingNo,
    keepAmount: kept.gt(0) ? amountText(kept) : null,
    customerCode: null,
    budgetCode: null,
    openCommitted: null,
    openAccrued: null,
    amount: null,
    remark,
  }))
}

/** Dr AVL / Cr CMT, and Dr AVL / Cr ACR for what is not kept. */
export function stepsOf(endings: readonly Ending[]): EncumbranceStep[] {
  return endings.flatMap(({ part: { encumbrance }, committed, accrued, kept }, index): EncumbranceStep[] => {
    if (!encumbrance) return []
    const line = index + 1
    const released = accrued.minus(kept)
    return [
      ...(committed.gt(0) ? [{ act: 'free' as const, encumbrance, amount: committed, line }] : []),
      ...(released.gt(0) ? [{ act: 'freeAccrual' as const, encumbrance, amount: released, line }] : []),
    ]
  })
}

/** Everything open, including what is kept: no other document of the scheme may start meanwhile. */
export function locksOfEnding(endings: readonly Ending[]): Lock[] {
  return locksOf(stepsOf(endings.map((ending) => ({ ...ending, kept: zero }))))
}

export function totalsOf(endings: readonly Ending[]): { readonly released: Amount; readonly kept: Amount } {
  return endings.reduce(
    (sum, { committed, accrued, kept }) => ({
      released: sum.released.plus(committed).plus(accrued).minus(kept),
      kept: sum.kept.plus(kept),
    }),
    { released: zero, kept: zero },
  )
}

export function endingColumns({ committed, accrued, kept }: Ending) {
  return {
    openCommitted: amountText(committed),
    openAccrued: amountText(accrued),
    amount: amountText(committed.plus(accrued).minus(kept)),
  }
}
