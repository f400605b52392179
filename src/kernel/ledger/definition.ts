/** How a ledger may be overdrawn: refuse, warn and record, record only (domain.md section 3). */
export type ControlMode = 'absolute' | 'advisory' | 'tracking'

/**
 * A ledger: a table of accounts whose buckets are columns, and counters that say why an account's current
 * amount changed. The sum of the buckets always equals inflows minus outflows; the table checks it.
 */
export interface LedgerDefinition<
  Bucket extends string = string,
  Inflow extends string = string,
  Outflow extends string = string,
> {
  readonly name: string
  /** Table of accounts: `id, currency, mode`, a column for each bucket and each counter. */
  readonly table: string
  readonly buckets: readonly Bucket[]
  /** Counters that raise the current amount. */
  readonly inflows: readonly Inflow[]
  /** Counters that lower it. */
  readonly outflows: readonly Outflow[]
}

export function defineLedger<const B extends string, const I extends string, const O extends string>(
  definition: LedgerDefinition<B, I, O>,
): LedgerDefinition<B, I, O> {
  return definition
}

export type BucketOf<L> = L extends LedgerDefinition<infer B, string, string> ? B : never
export type CounterOf<L> = L extends LedgerDefinition<string, infer I, infer O> ? I | O : never
