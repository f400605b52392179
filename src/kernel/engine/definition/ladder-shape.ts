import type { Exact } from './fields.ts'

/** What a ladder counts, what it gives, and how many tiers it may have. */
export interface LadderShape {
  readonly bound: Exact
  /** Or by the option of a choice that stands beside it: percent of an amount, or so much a piece. */
  readonly value: Exact | { readonly by: string; readonly of: Readonly<Record<string, Exact>> }
  readonly most: number
}

type Values = Readonly<Record<string, unknown>>

/** What the values of a ladder are, by what is chosen beside it; of nothing chosen yet the first. */
export function tierValueOf({ value }: LadderShape, beside: Values): Exact {
  if (!('by' in value)) return value
  const chosen = beside[value.by]
  return (typeof chosen === 'string' ? value.of[chosen] : undefined) ?? Object.values(value.of)[0]!
}
