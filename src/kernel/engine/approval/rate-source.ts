// An area registers how exchange rates are read, inside the statements that need them.

export interface RateSource {
  /**
   * A query of `year`, `version` and `units`: the rate of currency $1 to `b.currency` in the year $2, or in the latest
   * earlier year with one.
   */
  readonly inYear: string
  /** SQL for whether a rate of `o.currency` to `b.currency` is known this year for organisation `o`. */
  readonly isKnown: string
}

let source: RateSource | null = null

/** Called once at start, before anything is approved. */
export function registerRates(rates: RateSource): void {
  source = rates
}

export function rateSource(): RateSource {
  if (!source) throw new Error('no area said where rates between currencies are')
  return source
}
