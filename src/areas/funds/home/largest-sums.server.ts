import { budgetRates, readsSeveralAreas } from '#areas/organisation/organisation.facade.ts'
import { yearIn } from '#kernel/base/clock/zone-day.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { amount, zero } from '#kernel/base/money/money.ts'
import { addedInBase, type CurrencySum, inBase, type ReportingRates } from '#kernel/base/money/reporting.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { HomeReader } from '#kernel/services/home/home-source.ts'

/** Headquarters reads some forty currencies: a card shows the largest, the list behind it has them all. One more is no reason for a link. */
const SHOWN_CURRENCIES = 3

interface LargestSums<T> {
  readonly shown: readonly T[]
  /** How many sums are left to the list. */
  readonly more: number
  /** What all currencies come to, for readers of several areas (decision 106). */
  readonly total: ({ readonly base: string } & ReturnType<typeof addedInBase>) | null
  /** At which rates, and which currencies are left out. */
  readonly note: string | null
  readonly rates: ReportingRates | null
}

/** The largest sums by their worth at this year's budget rates, by the first of the named amounts. */
export async function largestSums<T extends CurrencySum>(
  tx: Tx,
  reader: HomeReader,
  sums: readonly T[],
  names: readonly string[],
): Promise<LargestSums<T>> {
  const [first = ''] = names
  if (sums.length < 2) return { shown: sums, more: 0, total: null, note: null, rates: null }
  const [rates, isOfSeveral] = await Promise.all([
    budgetRates(tx, yearIn(reader.principal.timezone, reader.now)),
    readsSeveralAreas(tx, reader),
  ])
  // Without a rate an amount cannot be compared, so that it comes last.
  const worth = (sum: T) => {
    const value = rates && inBase(String(sum[first] ?? '0'), sum.currency, rates)
    return value === null ? zero : amount(value).abs()
  }
  const shown = sums
    .toSorted((a, b) => worth(b).cmp(worth(a)))
    .slice(0, sums.length === SHOWN_CURRENCIES + 1 ? sums.length : SHOWN_CURRENCIES)
  const of = { shown, more: sums.length - shown.length }
  if (rates === null || !isOfSeveral) return { ...of, total: null, note: null, rates: null }
  const added = addedInBase(sums, names, rates)
  const text = (key: string, params: Readonly<Record<string, string | number>>) =>
    interpolate(textAt(reader.language, `funds.home.${key}`), params)
  const note = [
    text('rates', { base: rates.base, year: rates.year }),
    ...(added.missing.length > 0 ? [text('without', { currencies: added.missing.join(', ') })] : []),
  ].join(' ')
  return { ...of, total: { base: rates.base, ...added }, note, rates }
}
