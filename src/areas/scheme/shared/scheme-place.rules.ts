/** The place of a document without a scheme, and its posting period. */
export interface PlaceFact {
  readonly scopeId: number
  readonly idcCode: string
  /** Today, in the area's time zone. */
  readonly today: string
  /** The posting day's month is closed. */
  readonly isPeriodClosed: boolean
}
