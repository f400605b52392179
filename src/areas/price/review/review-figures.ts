/** What a change of price moves: units, and amounts in the currency of the review. */
export interface Figures {
  readonly soldUnits: number
  /** What these units earned at the price before, and would have earned at the new one; null for people who may not see margins. */
  readonly marginBefore: string | null
  readonly marginAfter: string | null
  /** Units of its customers that are neither sold nor activated. */
  readonly stockUnits: number
  /** The most that protecting this stock would cost. */
  readonly protection: string
  /** Prices that begin later and would go. */
  readonly fallsOut: number
}

export interface LineFigures extends Figures {
  readonly lineNo: number
}

export interface ReviewFigures {
  readonly days: number
  readonly lines: readonly LineFigures[]
  /** Lines that were not counted. */
  readonly leftOut: number
  readonly total: Figures
}
