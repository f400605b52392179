/** Overdraft control: refuse beyond the account's tolerance, warn and record, record only (domain.md section 3). */
export type ControlMode = 'absolute' | 'advisory' | 'tracking'

/** Percentages of the current amount whose use is notified. */
export const USE_MARKS = [80, 90, 100] as const

/**
 * A ledger: a table of accounts whose buckets are columns, and counters that say why an account's current amount
 * changed. The sum of the buckets always equals inflows minus outflows; the table checks it.
 */
export interface LedgerDefinition<
  Bucket extends string = string,
  Inflow extends string = string,
  Outflow extends string = string,
> {
  readonly name: string
  /** Table of accounts: `id, currency, mode, tolerance`, a column for each bucket and each counter. */
  readonly table: string
  readonly buckets: readonly Bucket[]
  /** The bucket that an account spends from: the only one that its mode and tolerance allow below zero. */
  readonly spendable: NoInfer<Bucket>
  /** Buckets that give money away: a leg that raises one is refused where the money is not there, whatever the control mode. */
  readonly holds: readonly NoInfer<Bucket>[]
  /** Buckets of used money: reaching a mark of the current amount (`USE_MARKS`) is recorded. */
  readonly used: readonly NoInfer<Bucket>[]
  /** Buckets of differences, which may be negative. */
  readonly signed: readonly NoInfer<Bucket>[]
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
