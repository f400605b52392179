/** Where a document belongs that need not be about a scheme, and the books that it is posted in. */
export interface PlaceFact {
  readonly scopeId: number
  readonly idcCode: string
  /** Today, by the calendar of the area. */
  readonly today: string
  /** The books of the month of its posting day are closed. */
  readonly isPeriodClosed: boolean
}
