/** One band of the delegation of authority: up to which amount, and the roles that decide then. */
export interface Band {
  readonly code: string
  /** In the currency of the table, inclusive; null for the last. */
  readonly upTo: string | null
  /** Codes of roles, in the order in which they decide. */
  readonly levels: readonly string[]
  /** A FEEL condition that raises a document into this band whatever its amount; what it does not know is a no. */
  readonly raisedWhen?: string
}
