import type { PartialApprovalRule } from '#kernel/engine/definition/definition.ts'
import { type Amount, amount, amountText, readAmount, sumAmounts } from '#kernel/base/money/money.ts'

// Input of a partial approval by line, and its result.

export interface ReducibleLine {
  readonly line: number
  readonly asked: Amount
  /** The current amount: as reduced by earlier approvers, or in full. */
  readonly stands: Amount
}

/** Raw input: the reason, and the amounts of lines by number. */
export interface PartialApprovalDraft {
  readonly reason: string
  readonly amounts: Readonly<Record<number, string>>
}

export const NO_LESS: PartialApprovalDraft = { reason: '', amounts: {} }

type Lines = readonly (Readonly<Record<string, unknown>> & { readonly lineNo: number })[]

export function lessLines(
  { asked, approved }: Pick<PartialApprovalRule, 'asked' | 'approved'>,
  lines: Lines,
): readonly ReducibleLine[] {
  return lines.map((line) => {
    const all = amount(textOf(line[asked]))
    const left = textOf(line[approved])
    return { line: line.lineNo, asked: all, stands: left === '' ? all : amount(left) }
  })
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : '')

export type LessProblem = 'notAmount' | 'tooMuch'

/** The resulting amount of a line: as typed, or the current one. */
export function readLine(
  { line, stands }: ReducibleLine,
  { amounts }: PartialApprovalDraft,
): { readonly value: Amount; readonly problem: LessProblem | null } {
  const typed = (amounts[line] ?? '').trim().replaceAll(',', '')
  if (typed === '') return { value: stands, problem: null }
  const value = readAmount(typed)
  if (typeof value === 'string' || value.lt(0)) return { value: stands, problem: 'notAmount' }
  return value.gt(stands) ? { value: stands, problem: 'tooMuch' } : { value, problem: null }
}

export interface LessOutcome {
  readonly asked: Amount
  readonly stands: Amount
  readonly after: Amount
  /** Lines that are reduced further. */
  readonly changed: readonly { readonly line: number; readonly amount: string }[]
  readonly isBroken: boolean
}

export function outcomeOf(lines: readonly ReducibleLine[], draft: PartialApprovalDraft): LessOutcome {
  const read = lines.map((each) => ({ ...each, ...readLine(each, draft) }))
  return {
    asked: sumAmounts(lines.map(({ asked }) => asked)),
    stands: sumAmounts(lines.map(({ stands }) => stands)),
    after: sumAmounts(read.map(({ value }) => value)),
    changed: read.flatMap(({ line, value, stands }) => (value.lt(stands) ? [{ line, amount: amountText(value) }] : [])),
    isBroken: read.some(({ problem }) => problem !== null),
  }
}

export type LessGap = 'reason' | 'amounts' | 'nothingLeft'

/** Why it cannot be sent yet. */
export function gapOf(lines: readonly ReducibleLine[], draft: PartialApprovalDraft): LessGap | null {
  const { changed, after, isBroken } = outcomeOf(lines, draft)
  if (isBroken) return 'amounts'
  if (changed.length === 0) return null
  if (!after.gt(0)) return 'nothingLeft'
  return draft.reason.trim() === '' ? 'reason' : null
}
