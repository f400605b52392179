import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { budgetErrors } from '../budget.errors.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import type { BudgetYearEndContent, BudgetYearEndLine, YearEndOption } from './budget-year-end.doc.ts'

/** A budget or a pool of the year with its balance. */
export interface Remainder {
  readonly account: string
  /** Of the budget; a pool has its own code. */
  readonly code: string
  readonly level: 'pool' | 'project' | 'country'
  readonly projectPoolCode: string
  readonly month: number | null
  readonly countryCode: string | null
  readonly projectCode: string | null
  readonly available: Amount
  /** Number of an earlier run that already took it. */
  readonly claimedBy: string | null
}

/** A line of a completed run, with its source and target. */
export interface RunLine {
  readonly code: string
  readonly option: YearEndOption
  readonly amount: Amount
  /** The target: the next year's budget, or lapsed money. */
  readonly to: string
  readonly toCode: string
  /** Its current balance; lapsed money is always available. */
  readonly available: Amount | null
}

/** The run to undo; null where the area has none with that number. */
export interface Run {
  readonly no: string
  readonly kind: string
  readonly state: string
  readonly year: number
  readonly currency: string
  readonly projectPoolCode: string | null
  /** Number of another undo in approval or completed. */
  readonly undoneBy: string | null
  readonly lines: readonly RunLine[]
}

/** Total of the year's budgets in one stage. */
export interface YearEndStage {
  readonly bucket: string
  readonly count: number
  readonly amount: Amount
}

export interface YearEndFacts {
  readonly area: {
    readonly scopeId: number
    readonly idcCode: string
    readonly currency: string
    /** Of the twelve months, in order. */
    readonly periods: readonly PeriodState[]
    /** State of the target month. */
    readonly target: PeriodState
  } | null
  /** Balances of the lines; for a closing, all balances. */
  readonly remainders: readonly Remainder[]
  readonly run: Run | null
  /** Documents in approval, and money in each stage; for a closing only. */
  readonly running: readonly { readonly no: string }[]
  readonly stages: readonly YearEndStage[]
}

/** Most budgets in one document. */
export const MOST_BUDGETS = 10_000

/** A line with the server's values. */
export type CompleteLine = BudgetYearEndLine & { readonly amount: string; readonly option: YearEndOption }

export function optionOf(kind: string, option: string | null): YearEndOption {
  return kind === 'carryOver' && option !== 'lapse' ? 'carry' : 'lapse'
}

/** The lines as submitted, with current balances. A closing takes the rest, an undo the lines of its run. */
export function completeLines({ header, lines }: BudgetYearEndContent, facts: YearEndFacts): readonly CompleteLine[] {
  if (header.kind === 'undo') return (facts.run?.lines ?? []).map(undone)
  const byCode = new Map(facts.remainders.map((remainder) => [remainder.code, remainder]))
  const wanted: readonly Pick<BudgetYearEndLine, 'budgetCode' | 'option' | 'remark'>[] =
    header.kind === 'close'
      ? facts.remainders.map(({ code }) => ({ budgetCode: code, option: 'lapse', remark: null }))
      : lines
  return wanted.flatMap((line) => {
    const left = byCode.get(line.budgetCode)
    if (!left || left.available.lte(0)) return []
    return [
      {
        budgetCode: line.budgetCode,
        option: optionOf(header.kind, line.option),
        amount: amountText(left.available),
        level: left.level,
        month: left.month,
        countryCode: left.countryCode,
        projectCode: left.projectCode,
        remark: line.remark,
      },
    ]
  })
}

function undone(line: RunLine): CompleteLine {
  return {
    budgetCode: line.code,
    option: line.option,
    amount: amountText(line.amount),
    level: null,
    month: null,
    countryCode: null,
    projectCode: null,
    remark: null,
  }
}

export interface YearEndTotals {
  readonly total: Amount
  readonly carried: Amount
  readonly lapsed: Amount
}

export function totalsOf(lines: readonly Pick<CompleteLine, 'amount' | 'option'>[]): YearEndTotals {
  const of = (option: YearEndOption) =>
    sumAmounts(lines.filter((line) => line.option === option).map((line) => amount(line.amount)))
  const [carried, lapsed] = [of('carry'), of('lapse')]
  return { total: carried.plus(lapsed), carried, lapsed }
}

/** All current refusals. Pure: shared by soft check and submit. */
export function checkYearEnd(content: BudgetYearEndContent, facts: YearEndFacts): Refusal[] {
  const { header } = content
  const { area } = facts
  if (!area || area.idcCode !== header.idcCode) return [budgetErrors.areaMismatch({}, { field: 'areaId' })]
  const { currency } = header
  if (currency !== area.currency)
    return [budgetErrors.currencyNotOfArea({ currency, expected: area.currency }, { field: 'currency' })]
  if (header.kind === 'undo') return checkUndo(content, facts, area)
  const open = area.periods.findIndex((state) => state === 'open')
  if (open >= 0) return [budgetErrors.yearNotClosing({ year: header.year, month: open + 1 }, { field: 'year' })]
  return header.kind === 'close' ? checkClose(content, facts, area.periods) : checkBudgets(content, facts, area)
}

/** A balance is taken once: to the next year, if its first month accepts postings, or lapsed. */
function checkBudgets(
  { header, lines }: BudgetYearEndContent,
  { remainders }: YearEndFacts,
  { periods, target }: NonNullable<YearEndFacts['area']>,
): Refusal[] {
  if (lines.length === 0) return [budgetErrors.yearEndEmpty({}, { field: 'lines' })]
  const known = new Map(remainders.map((remainder) => [remainder.code, remainder]))
  const first = new Map<string, number>()
  const refusals = lines.flatMap((line, row): readonly Refusal[] => {
    const { budgetCode } = line
    const at = { field: 'budgetCode', row }
    const before = first.get(budgetCode)
    if (before !== undefined) return [budgetErrors.duplicateLine({ first: before + 1 }, at)]
    first.set(budgetCode, row)
    const left = known.get(budgetCode)
    if (!left || (header.projectPoolCode && left.projectPoolCode !== header.projectPoolCode))
      return [budgetErrors.budgetUnknown({ budgetCode }, at)]
    if (left.claimedBy) return [budgetErrors.yearEndTwice({ budgetCode, no: left.claimedBy }, at)]
    if (left.available.lte(0)) return [budgetErrors.nothingLeft({ budgetCode }, at)]
    const month = left.month ?? periods.length
    if (periods[month - 1] === 'closed') return [budgetErrors.periodClosed({ year: header.year, month }, at)]
    return []
  })
  const carries = lines.some((line) => optionOf(header.kind, line.option) === 'carry')
  return carries && target === 'closed'
    ? [...refusals, budgetErrors.periodClosed({ year: header.year + 1, month: 1 }, { field: 'year' })]
    : refusals
}

function checkClose(
  { header }: BudgetYearEndContent,
  { running, stages, remainders }: YearEndFacts,
  periods: readonly PeriodState[],
): Refusal[] {
  const at = { field: 'year' }
  if (periods.every((state) => state === 'closed')) return [budgetErrors.yearClosed({ year: header.year }, at)]
  if (remainders.length > MOST_BUDGETS) return [budgetErrors.yearEndTooMany({ most: MOST_BUDGETS }, at)]
  return obstacles(running, stages, header.currency, false)
}

/** Stages that must finish by themselves; held amounts belong to their documents. */
const UNFINISHED: ReadonlySet<string> = new Set(['occupied', 'committed', 'accrued'])

/** All obstacles to closing; `withLeft`: including balances that could still be carried over. */
export function obstacles(
  running: YearEndFacts['running'],
  stages: readonly YearEndStage[],
  currency: string,
  withLeft: boolean,
): Refusal[] {
  const at = { field: 'year' }
  const params = ({ count, amount: sum }: YearEndStage) => ({ count, amount: amountText(sum), currency })
  const unfinished = stages.filter(({ bucket }) => UNFINISHED.has(bucket))
  const left = stages.filter(({ bucket }) => withLeft && bucket === 'available')
  return [
    ...running.map(({ no }) => budgetErrors.stillInApproval({ no }, at)),
    ...unfinished.map((stage) =>
      budgetErrors.stillReserved({ bucket: `@budget.page.buckets.${stage.bucket}`, ...params(stage) }, at),
    ),
    ...left.map((stage) => budgetErrors.stillLeft(params(stage), at)),
  ]
}

/** A run is undone as a whole, while the next year has all of it: used money cannot return. */
function checkUndo(
  { header }: BudgetYearEndContent,
  { run }: YearEndFacts,
  area: NonNullable<YearEndFacts['area']>,
): Refusal[] {
  const at = { field: 'undoOf' }
  const no = header.undoOf ?? ''
  if (!run || run.year !== header.year || run.state !== 'approved') return [budgetErrors.runUnknown({ no }, at)]
  if (run.kind !== 'carryOver' && run.kind !== 'lapse') return [budgetErrors.runNotUndone({ no }, at)]
  if (run.undoneBy) return [budgetErrors.runUndone({ no, by: run.undoneBy }, at)]
  if (area.periods.includes('closed')) return [budgetErrors.yearClosed({ year: header.year }, at)]
  if (area.target === 'closed' && run.kind === 'carryOver')
    return [budgetErrors.periodClosed({ year: header.year + 1, month: 1 }, at)]
  const carried = Map.groupBy(
    run.lines.filter((line) => line.available !== null),
    (line) => line.to,
  )
  return [...carried.values()].flatMap((lines): readonly Refusal[] => {
    const [{ toCode, available }] = lines as [RunLine]
    const sum = sumAmounts(lines.map((line) => line.amount))
    if (available === null || available.gte(sum)) return []
    const params = { budgetCode: toCode, amount: amountText(sum), available: amountText(available) }
    return [budgetErrors.yearUsed({ ...params, currency: header.currency }, at)]
  })
}
