import type { Statement } from '#kernel/db/statement.ts'
import type { LedgerDefinition } from './definition.ts'

export interface Difference {
  readonly account_id: string
  readonly column: string
  readonly cached: string
  readonly replayed: string
}

/**
 * Replays all postings of a ledger from zero and answers each cached balance or counter that is not their sum. None is the
 * invariant: a balance is never edited (law 2).
 */
export function replayDifferences(ledger: LedgerDefinition): Statement<Difference> {
  const sums = [
    ...ledger.buckets.map((bucket) => [bucket, `sum(p.amount) filter (where p.bucket = '${bucket}')`]),
    ...ledger.inflows.map((counter) => [counter, `sum(p.amount) filter (where p.counter = '${counter}')`]),
    ...ledger.outflows.map((counter) => [counter, `sum(-p.amount) filter (where p.counter = '${counter}')`]),
  ]
  return {
    text: `
      with replay as (
        select p.account_id, ${sums.map(([column, sum]) => `${sum} as ${column}`).join(', ')}
        from ledger_posting p where p.ledger = '${ledger.name}' group by p.account_id
      )
      select a.id as account_id, c.column, c.cached, c.replayed
      from ${ledger.table} a full join replay r on r.account_id = a.id,
        lateral (values ${sums.map(([column]) => `('${column}', coalesce(a.${column}, 0), coalesce(r.${column}, 0))`).join(', ')}) c ("column", cached, replayed)
      where c.cached <> c.replayed order by a.id, c.column limit 100`,
    values: [],
  }
}
