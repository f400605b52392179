import { budgetLedger } from '../budget.ledger.ts'
import type { AccountAmount } from '../budget-line/line-amounts.ts'

type Bucket = (typeof budgetLedger)['buckets'][number]
type Counter = (typeof budgetLedger)['inflows'][number] | (typeof budgetLedger)['outflows'][number]

/** Where an amount stands: in a bucket, or in a counter that says why the account grew or shrank. */
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

/** Every column of an account that postings move. */
export const ACCOUNT_COLUMNS: readonly (Bucket | Counter)[] = [
  ...budgetLedger.buckets,
  ...budgetLedger.inflows,
  ...budgetLedger.outflows,
]

export function columnNameOf(name: Exclude<AccountAmount, 'current'>): Bucket | Counter {
  const source = SOURCES[name]
  return 'bucket' in source ? source.bucket : source.counter
}

/** What is current is in some bucket. */
export function columnOf(name: AccountAmount, table: string): string {
  if (name === 'current') return budgetLedger.buckets.map((bucket) => `${table}.${bucket}`).join(' + ')
  return `${table}.${columnNameOf(name)}`
}

/** Which postings make an amount. */
export function postingsOf(name: AccountAmount): string {
  // What changed the account as a whole has a counter; the rest only went from bucket to bucket.
  if (name === 'current') return 'p.counter is not null'
  const source = SOURCES[name]
  return 'bucket' in source ? `p.bucket = '${source.bucket}'` : `p.counter = '${source.counter}'`
}

/** What leaves an account counts as positive in the amount of what left it. */
export function signOf(name: AccountAmount): '' | '-' {
  if (name === 'current') return ''
  const source = SOURCES[name]
  return 'counter' in source && OUTFLOWS.has(source.counter) ? '-' : ''
}

/** The sum of postings `p` that a column is; for outflows what left. */
export function columnSum(column: string): string {
  const isBucket = (budgetLedger.buckets as readonly string[]).includes(column)
  const sum = `sum(${OUTFLOWS.has(column) ? '-' : ''}p.amount) filter (where p.${isBucket ? 'bucket' : 'counter'} = '${column}')`
  return `coalesce(${sum}, 0.00)`
}

/** What a bucket or a counter is called on the wire. */
export function amountOfColumn(column: string): string {
  const found = Object.keys(SOURCES).find((name) => columnNameOf(name as Exclude<AccountAmount, 'current'>) === column)
  return found ?? column
}
