import type { Exact } from './fields.ts'

/** The unit of a ladder's bounds, its values, and its most tiers. */
export interface LadderShape {
  readonly bound: Exact
  /** Depends on the option of another field: percent of an amount, or an amount per piece. */
  readonly value: Exact | { readonly by: string; readonly of: Readonly<Record<string, Exact>> }
  readonly most: number
  /** Its bounds count whole pieces: people say the last piece of a tier, `10–49`, where the next one begins with 50. */
  readonly ofPieces?: true
}

type Values = Readonly<Record<string, unknown>>

/** The kind of a ladder's values for the chosen option; without a choice yet, the first. */
export function tierValueOf({ value }: LadderShape, beside: Values): Exact {
  if (!('by' in value)) return value
  const chosen = beside[value.by]
  return (typeof chosen === 'string' ? value.of[chosen] : undefined) ?? Object.values(value.of)[0]!
}
