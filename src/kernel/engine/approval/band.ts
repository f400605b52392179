/** One band of the delegation of authority: the amount up to which it applies, and the roles that decide. */
export interface Band {
  readonly code: string
  /** In the currency of the table, inclusive; null for the last band. */
  readonly upTo: string | null
  /** Codes of roles, in the order in which they decide. */
  readonly levels: readonly string[]
  /** A FEEL condition that raises a document into this band whatever its amount; unknown variables count as false. */
  readonly raisedWhen?: string
}
