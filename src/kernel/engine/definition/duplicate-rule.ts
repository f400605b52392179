import { amount as money, amountText } from '#kernel/base/money/money.ts'

/**
 * When a document is probably a duplicate of another: for the same beneficiary and the same thing in the same period,
 * or based on the same paper (docs/decisions/069). A definition names the fields.
 */
export type DuplicateRule<F extends string = string, L extends string = string> = {
  /** Types are compared within the same group: a follow-up document is no duplicate. */
  readonly group: string
  /** States in which another document counts. */
  readonly states: readonly string[]
  readonly currency: F
  /** From a day to a day; or the month of a day, unless a label says which: `2026-11`, `2026-Q4`. */
  readonly period: { readonly from: F; readonly to: F } | { readonly day: F; readonly label?: F }
} & (
  | {
      readonly of: 'header'
      /** The beneficiary and the amount. */
      readonly who: F
      readonly amount: F
      /** Fields with the numbers of underlying papers. */
      readonly number?: { readonly of: 'header'; readonly field: F } | { readonly of: 'lines'; readonly field: L }
    }
  /** A line names its beneficiary in one of two fields. */
  | { readonly of: 'lines'; readonly who: L; readonly orWho?: L; readonly amount: L; readonly number?: never }
)

type Values = Readonly<Record<string, unknown>>

export interface Period {
  readonly from: string
  readonly to: string
}

/** The values of a document that are compared. */
export interface DuplicateMarks {
  readonly pairs: readonly { readonly who: string; readonly amount: string }[]
  readonly whos: readonly string[]
  readonly currency: string
  readonly period: Period | null
  /** In capitals, because people type numbers differently. */
  readonly numbers: readonly string[]
  /** Content hashes of its files. */
  readonly hashes: readonly string[]
}

/** Most lines of one document that are compared; of a larger file only the first ones. */
const MOST_LINES = 1_000

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const isPositive = (amount: string) => /[1-9]/.test(amount) && !amount.startsWith('-')

/** The fields that name the beneficiary. */
export const whoFields = (rule: DuplicateRule): readonly string[] =>
  rule.of === 'lines' && rule.orWho ? [rule.who, rule.orWho] : [rule.who]

export function whoOf(rule: DuplicateRule, values: Values): string {
  return (
    whoFields(rule)
      .map((field) => textOf(values[field]))
      .find((each) => each !== '') ?? ''
  )
}

export function marksOf(
  rule: DuplicateRule,
  header: Values,
  lines: readonly Values[],
  hashes: readonly string[],
): DuplicateMarks {
  const some = lines.slice(0, MOST_LINES)
  const pairs = (rule.of === 'header' ? [header] : some)
    .map((values) => ({ who: whoOf(rule, values), amount: textOf(values[rule.amount]) }))
    .filter(({ who }) => who !== '')
  const { number } = rule
  const numbers = number
    ? (number.of === 'header' ? [header] : some).map((values) => numberOf(values[number.field]))
    : []
  return {
    pairs: distinct(
      pairs.filter(({ amount }) => isPositive(amount)),
      pairKey,
    ),
    whos: [...new Set(pairs.map(({ who }) => who))],
    currency: textOf(header[rule.currency]),
    period: periodOf(rule, header),
    numbers: [...new Set(numbers)].filter((each) => each !== ''),
    hashes: [...new Set(hashes)],
  }
}

export const numberOf = (value: unknown): string => textOf(value).toUpperCase()

export const pairKey = ({ who, amount }: { readonly who: string; readonly amount: string }): string =>
  `${who} ${amountText(money(amount))}`

function distinct<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}

export function periodOf({ period }: DuplicateRule, header: Values): Period | null {
  if ('from' in period) {
    const [from, to] = [textOf(header[period.from]), textOf(header[period.to])]
    return isDay(from) && isDay(to) && from <= to ? { from, to } : null
  }
  const day = textOf(header[period.day])
  return labelled(period.label ? textOf(header[period.label]) : '') ?? (isDay(day) ? monthOf(day) : null)
}

/** The days of a month or quarter label; null for anything else. */
export function labelled(label: string): Period | null {
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.exec(label)
  if (month) return monthOf(`${label}-01`)
  const quarter = /^(\d{4})-Q([1-4])$/.exec(label)
  if (!quarter) return null
  const first = Number(quarter[2]) * 3 - 2
  const of = (number: number) => `${quarter[1]}-${String(number).padStart(2, '0')}-01`
  return { from: of(first), to: monthOf(of(first + 2)).to }
}

/** The whole months that a period touches. */
export function wholeMonths({ from, to }: Period): Period {
  return { from: monthOf(from).from, to: monthOf(to).to }
}

/** Labels of months and quarters that overlap a period, for at most so many months. */
export function labelsWithin({ from, to }: Period, most = 60): readonly string[] {
  const labels = new Set<string>()
  let day = monthOf(from).from
  for (let count = 0; count < most && day <= to; count += 1) {
    labels.add(day.slice(0, 7))
    labels.add(`${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`)
    day = dayAfter(monthOf(day).to)
  }
  return [...labels]
}

export function overlap(one: Period | null, other: Period | null): boolean {
  return one !== null && other !== null && one.from <= other.to && other.from <= one.to
}

const isDay = (text: string): boolean => /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)

function monthOf(day: string): Period {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return { from: `${last.slice(0, 8)}01`, to: last }
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}
