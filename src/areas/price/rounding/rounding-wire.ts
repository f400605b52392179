import type { RoundingDirection } from '../shared/price-rounding.rules.ts'

/** The only key of the setting. */
export const PRICE_ROUNDING = 'priceRounding'
export const ROUNDING_PATH = '/aps/price/rounding'

/** A line of the setting as it is typed. */
export interface RoundingLine {
  /** Empty for every area. */
  readonly areaId: string
  readonly currency: string
  readonly step: string
  /** Empty for none. */
  readonly ending: string
  readonly direction: RoundingDirection
}

export interface RoundingContent {
  readonly rules: readonly RoundingLine[]
}
