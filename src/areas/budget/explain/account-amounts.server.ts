import { budgetLedger } from '../budget.ledger.ts'
import type { AccountAmount } from '../budget-line/line-amounts.ts'

type Bucket = (typeof budgetLedger)['buckets'][number]
type Counter = (typeof budgetLedger)['inflows'][number] | (typeof budgetLedger)['outflows'][number]

/** The column of an amount: a bucket, or a counter that explains the account's changes. */
type Source = { readonly bucket: Bucket } | { readonly counter: Counter }

const SOURCES: Readonly<Record<Exclude<AccountAmount, 'current'>, Source>> = {
  available: { bucket: 'avl' },
  held: { bucket: 'hld' },
  occupied: { bucket: 'occ' },
  committed: { bucket: 'cmt' },
  accrued: { bucket: 'acr' },
  executed: { bucket: 'exe' },
  exchange: { bucket: 'fxv' },
  granted: { counter: 'granted' },
  revoked: { counter: 'revoked' },
  transferredIn: { counter: 'transferred_in' },
  transferredOut: { counter: 'transferred_out' },
  carriedIn: { counter: 'carried_in' },
  carriedOut: { counter: 'carried_out' },
  lapsed: { counter: 'lapsed' },
  distributed: { counter: 'distributed' },
  revalued: { counter: 'revalued' },
}

const OUTFLOWS: ReadonlySet<string> = new Set(budgetLedger.outflows)

/** Every account column changed by postings. */
export const ACCOUNT_COLUMNS: readonly (Bucket | Counter)[] = [
  ...budgetLedger.buckets,
  ...budgetLedger.inflows,
  ...budgetLedger.outflows,
]

export function columnNameOf(name: Exclude<AccountAmount, 'current'>): Bucket | Counter {
  const source = SOURCES[name]
  return 'bucket' in source ? source.bucket : source.counter
}

/** The current amount is the sum of the buckets. */
export function columnOf(name: AccountAmount, table: string): string {
  if (name === 'current') return budgetLedger.buckets.map((bucket) => `${table}.${bucket}`).join(' + ')
  return `${table}.${columnNameOf(name)}`
}

/** The postings that make up an amount. */
export function postingsOf(name: AccountAmount): string {
  // Changes of the account's total have a counter; others only move between buckets.
  if (name === 'current') return 'p.counter is not null'
  const source = SOURCES[name]
  return 'bucket' in source ? `p.bucket = '${source.bucket}'` : `p.counter = '${source.counter}'`
}

/** Outflows count as positive in their amount. */
export function signOf(name: AccountAmount): '' | '-' {
  if (name === 'current') return ''
  const source = SOURCES[name]
  return 'counter' in source && OUTFLOWS.has(source.counter) ? '-' : ''
}

/** The sum of postings `p` in a column; for outflows the sum of what left. */
export function columnSum(column: string): string {
  const isBucket = (budgetLedger.buckets as readonly string[]).includes(column)
  const sum = `sum(${OUTFLOWS.has(column) ? '-' : ''}p.amount) filter (where p.${isBucket ? 'bucket' : 'counter'} = '${column}')`
  return `coalesce(${sum}, 0.00)`
}

/** Wire name of a bucket or counter. */
export function amountOfColumn(column: string): string {
  const found = Object.keys(SOURCES).find((name) => columnNameOf(name as Exclude<AccountAmount, 'current'>) === column)
  return found ?? column
}
