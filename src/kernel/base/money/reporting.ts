import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'

/** The budget rates of a year: units of each currency for one of the reporting currency. */
export interface ReportingRates {
  readonly year: number
  readonly base: string
  /** The version that two people published, and the day of that. */
  readonly version: number
  readonly publishedOn: string
  readonly rates: readonly { readonly currency: string; readonly units: string }[]
}

export type CurrencySum = Readonly<Record<string, string | number | null>> & {
  readonly currency: string
}

/** An amount in the reporting currency; null where its currency has no rate. Halves are rounded up. */
export function inBase(value: string, currency: string, { base, rates }: ReportingRates): string | null {
  if (currency === base) return amountText(amount(value))
  const units = rates.find((rate) => rate.currency === currency)?.units
  return units === undefined ? null : amountText(amount(value).div(units).round(2, 1))
}

export interface ReportingSum {
  /** By the name of the amount. */
  readonly sums: Readonly<Record<string, string>>
  /** Currencies without a rate; they are no part of the sums. */
  readonly missing: readonly string[]
}

/** Totals of several currencies in the reporting currency. Each is converted and rounded by itself, so that the parts add up. */
export function addedInBase(
  totals: readonly CurrencySum[],
  names: readonly string[],
  rates: ReportingRates,
): ReportingSum {
  const isRated = ({ currency }: CurrencySum) => inBase('0', currency, rates) !== null
  const rated = totals.filter(isRated)
  const missing = new Set(totals.filter((each) => !isRated(each)).map(({ currency }) => currency))
  return {
    sums: Object.fromEntries(
      names.map((name) => [
        name,
        amountText(
          sumAmounts(rated.map((each) => amount(inBase(String(each[name] ?? '0'), each.currency, rates) ?? '0'))),
        ),
      ]),
    ),
    missing: [...missing].toSorted(),
  }
}
