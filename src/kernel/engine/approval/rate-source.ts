// Rates between currencies are an area's: it says here how they are read, within the statements that need them.

export interface RateSource {
  /** A query of `year`, `version` and `units`: the rate of the currency $1 to `b.currency` in the year $2, or in the last before that has one. */
  readonly inYear: string
  /** Whether a rate of `o.currency` to `b.currency` is known this year to the organisation `o`. */
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
