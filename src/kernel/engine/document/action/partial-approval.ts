import { createHash } from 'node:crypto'
import type { ActDetail, Reduction } from '#kernel/engine/approval/approval-wire.ts'
import type { RouteStep } from '#kernel/engine/approval/approval-route.ts'
import { canonicalJson } from '#kernel/platform/audit/audit.ts'
import { approvalErrors, documentErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, readAmount, sumAmounts } from '#kernel/base/money/money.ts'
import type { Command } from './command.ts'
import type { ReducedLine } from '../hook-inputs.ts'

// Partial approval (decision 070): of each line the amount asked for is approved, or what the last approver reduced it to.

/** A line of the round with its approved amount. */
export interface ApprovedLine {
  readonly line: number
  readonly asked: Amount
  /** The reduced amount of earlier approvers; null: not reduced. */
  readonly approved: Amount | null
}

/** Reduced lines by number. */
export type ApprovedAmounts = ReadonlyMap<number, Amount>

export function approvedAmountsOf(lines: readonly ApprovedLine[]): ApprovedAmounts {
  return new Map(lines.flatMap(({ line, asked, approved }) => (approved?.lt(asked) ? [[line, approved] as const] : [])))
}

export function totalOf(lines: readonly ApprovedLine[], standing: ApprovedAmounts): Amount {
  return sumAmounts(lines.map(({ line, asked }) => standing.get(line) ?? asked))
}

export const MOST_REASON = 500

/** An approver's reductions by line; refuses what is no reduction. */
export function reduceLines(
  lines: readonly ApprovedLine[],
  { reason, lines: given }: NonNullable<Command['less']>,
  { label, currency }: { readonly label: string; readonly currency: string | null },
  check: (lines: readonly ReducedLine[]) => readonly Refusal[],
): { readonly standing: ApprovedAmounts; readonly reduced: Reduction } {
  const byNumber = new Map(lines.map((each) => [each.line, each]))
  const standing = new Map(approvedAmountsOf(lines))
  const before = totalOf(lines, standing)
  const refusals: Refusal[] = []
  const changed: ReducedLine[] = []
  const kept: (readonly [number, string, string])[] = []
  const seen = new Set<number>()
  for (const { line, amount: text } of given) {
    const at = { field: 'less', row: line - 1 }
    const of = byNumber.get(line)
    const after = readLess(text)
    if (!of || seen.has(line)) {
      refusals.push(approvalErrors.reduceLine({ line }, at))
      continue
    }
    seen.add(line)
    if (typeof after === 'string') {
      refusals.push(documentErrors[after]({ field: label }, at))
      continue
    }
    const stood = standing.get(line) ?? of.asked
    if (after.gte(stood)) {
      refusals.push(approvalErrors.reduceBeyond({ line, most: amountText(stood) }, at))
      continue
    }
    changed.push({ line, asked: of.asked, after })
    kept.push([line, amountText(stood), amountText(after)])
    standing.set(line, after)
  }
  if (refusals.length === 0 && changed.length === 0) refusals.push(approvalErrors.reduceNothing())
  const after = totalOf(lines, standing)
  // Reducing everything to zero is a rejection, which needs its own reason.
  if (refusals.length === 0 && !after.gt(0)) refusals.push(approvalErrors.reduceAll())
  if (refusals.length === 0 && reason === '') refusals.push(approvalErrors.reduceReason({}, { field: 'lessReason' }))
  if (refusals.length === 0) refusals.push(...check(changed))
  if (refusals.length > 0) throw new Refused(refusals)
  return {
    standing,
    reduced: { reason, currency, before: amountText(before), after: amountText(after), lines: kept },
  }
}

/** A line may be reduced to zero, but not below. */
function readLess(text: string) {
  const value = readAmount(text)
  return typeof value !== 'string' && value.lt(0) ? 'notAmount' : value
}

/** A stored act: an agreement with reductions, or a return to a step. */
export interface KeptAct {
  readonly act: 'agree' | 'return'
  readonly step: number
  readonly detail: ActDetail
}

/**
 * The approved amounts after a return to a step: decisions there and after it are void, and so are their reductions.
 * Takes the acts in order, including the return in progress.
 */
export function approvedAmountsAfterReturn(
  acts: readonly KeptAct[],
  steps: readonly Pick<RouteStep, 'key'>[],
): ApprovedAmounts {
  let living: KeptAct[] = []
  for (const each of acts) {
    if (each.act === 'agree') {
      living.push(each)
      continue
    }
    const target = steps.findIndex(({ key }) => key === each.detail.toStep)
    if (target !== -1) living = living.filter(({ step }) => step < target)
  }
  return new Map(
    living.flatMap(({ detail }) => (detail.reduced?.lines ?? []).map(([line, , after]) => [line, amount(after)])),
  )
}

/** Hash of the content shown for a decision: it changes with each reduction. */
export function hashOfApprovedAmounts(submitted: string, standing: ApprovedAmounts): string {
  if (standing.size === 0) return submitted
  const lines = [...standing].toSorted(([a], [b]) => a - b).map(([line, left]) => [line, amountText(left)])
  return createHash('sha256')
    .update(canonicalJson([submitted, lines]))
    .digest('base64url')
}
