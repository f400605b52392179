import type { SelectedRows } from '../selection.ts'

type TypedFilters = Readonly<Record<string, unknown>>

/** For how many of the selection an action is possible, and why not for the others. */
export interface Assessment {
  readonly chosen: number
  readonly eligible: number
  readonly reasons: readonly { readonly text: string; readonly count: number }[]
}

/** Target of an action: the eligible rows, or the filters, which the server resolves. */
export type BulkTarget<T> =
  | { readonly kind: 'rows'; readonly rows: readonly T[] }
  | { readonly kind: 'all'; readonly filters: TypedFilters }

/** An action over the selected rows of a list. */
export interface BulkAction<T> {
  readonly key: string
  readonly label: string
  /** Why a row is excluded, or null; `chosen` are all selected rows, for rules between them. Equal texts are counted together. */
  readonly whyNot: (row: T, chosen: readonly T[]) => string | null
  /** Asks the server about everything that matches. An action without this takes selected rows only. */
  readonly assessAll?: (filters: TypedFilters, signal: AbortSignal) => Promise<Assessment>
  /** Deletion: always in the toolbar, disabled without a selection, with a confirmation (spec section 2). */
  readonly isDelete?: boolean
  /** It opens a dialog of its own with the rows before it acts; another one asks before it leaves out some of the chosen rows. */
  readonly hasDialog?: true
  /** Most rows at once, with the message for more. */
  readonly most?: { readonly rows: number; readonly text: string }
  /** The result, or nothing where it moved to another page. */
  readonly act: (target: BulkTarget<T>) => Promise<BulkResult> | void
}

export interface BulkResult {
  readonly done: number
  /** The documents that the server refused, each with its reason. */
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
