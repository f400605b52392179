import type { SelectedRows } from '../selection.ts'

type TypedFilters = Readonly<Record<string, unknown>>

/** How many of the chosen an action is for, and why it is not for the others. */
export interface Assessment {
  readonly chosen: number
  readonly eligible: number
  readonly reasons: readonly { readonly text: string; readonly count: number }[]
}

/** What an action is done to: the eligible rows, or the filters, which the server resolves when it acts. */
export type BulkTarget<T> =
  | { readonly kind: 'rows'; readonly rows: readonly T[] }
  | { readonly kind: 'all'; readonly filters: TypedFilters }

/** An action over the chosen rows of a list. */
export interface BulkAction<T> {
  readonly key: string
  readonly label: string
  /** Why a row is left out, or null; `chosen` are all chosen rows, for rules between them. The same words count together. */
  readonly whyNot: (row: T, chosen: readonly T[]) => string | null
  /** Asks the server about everything that matches. An action without this takes chosen rows only. */
  readonly assessAll?: (filters: TypedFilters, signal: AbortSignal) => Promise<Assessment>
  /** Deleting: stands in the toolbar always, disabled while nothing is chosen, and asks before it acts (spec section 2). */
  readonly isDelete?: boolean
  /** The most rows at once, with the words that say so. */
  readonly most?: { readonly rows: number; readonly text: string }
  /** What it did, or nothing where it went on to another page. */
  readonly act: (target: BulkTarget<T>) => Promise<BulkResult> | void
}

export interface BulkResult {
  readonly done: number
  /** What the server refused, each with its reason. */
  readonly failed: readonly { readonly no: string; readonly msg: string | null }[]
}

export function assessRows<T>(action: Pick<BulkAction<T>, 'whyNot'>, rows: readonly T[]): Assessment {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const text = action.whyNot(row, rows)
    if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const reasons = [...counts].map(([text, count]) => ({ text, count })).toSorted((a, b) => b.count - a.count)
  const left = reasons.reduce((sum, { count }) => sum + count, 0)
  return { chosen: rows.length, eligible: rows.length - left, reasons }
}

export function targetOf<T>(action: Pick<BulkAction<T>, 'whyNot'>, chosen: SelectedRows<T>): BulkTarget<T> {
  if (chosen.kind === 'all') return chosen
  const rows = [...chosen.rows.values()]
  return { kind: 'rows', rows: rows.filter((row) => action.whyNot(row, rows) === null) }
}
