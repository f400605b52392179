import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { LedgerDefinition } from './definition.ts'

export interface BalanceDifference {
  readonly account_id: string
  readonly column: string
  readonly cached: string
  readonly replayed: string
}

/** Accounts above the first and up to the last id. */
export interface Span {
  readonly after: string
  readonly last: string
}

const EVERYTHING: Span = { after: '-9223372036854775808', last: '9223372036854775807' }

/** The highest account id that a ledger has or posts to. */
export function lastAccount(ledger: LedgerDefinition): Statement<{ last: string }> {
  return {
    text: `select greatest((select max(id) from ${ledger.table}),
      (select account_id from ledger_posting where ledger = '${ledger.name}' order by ledger desc, account_id desc limit 1), 0)::text as last`,
    values: [],
  }
}

/** Id of the latest journal. */
export const lastJournal = prepared<{ last: string }>(
  'ledger.last-journal',
  `select coalesce(max(id), 0)::text as last from ledger_journal`,
)

/** Journals of a range that do not sum to zero in a currency of a ledger. */
export const unbalancedJournals = prepared<{
  journal_id: string
  document_type: string
  document_id: string
  document_no: string | null
  currency: string
  sum: string
}>(
  'ledger.unbalanced-journals',
  `select u.journal_id, j.document_type, j.document_id, i.document_no, u.currency, u.sum from (
     select journal_id, currency, sum(amount) as sum from ledger_posting where journal_id > $1 and journal_id <= $2
     group by journal_id, ledger, currency having sum(amount) <> 0 limit 100
   ) u join ledger_journal j on j.id = u.journal_id
   left join approval_instance i on i.document_id = j.document_id and i.round = j.round`,
)

/**
 * Replays the postings of a ledger from zero, for all or some accounts, and returns each cached balance or counter that
 * is not their sum. The invariant is that there is none: a balance is never edited.
 */
export function replayDifferences(ledger: LedgerDefinition, span: Span = EVERYTHING): Statement<BalanceDifference> {
  const sums = [
    ...ledger.buckets.map((bucket) => [bucket, `sum(p.amount) filter (where p.bucket = '${bucket}')`]),
    ...ledger.inflows.map((counter) => [counter, `sum(p.amount) filter (where p.counter = '${counter}')`]),
    ...ledger.outflows.map((counter) => [counter, `sum(-p.amount) filter (where p.counter = '${counter}')`]),
  ]
  return {
    text: `
      with replay as (
        select p.account_id, ${sums.map(([column, sum]) => `${sum} as ${column}`).join(', ')}
        from ledger_posting p where p.ledger = '${ledger.name}' and p.account_id > $1 and p.account_id <= $2 group by p.account_id
      )
      select coalesce(a.id, r.account_id) as account_id, c.column, c.cached, c.replayed
      from (select * from ${ledger.table} where id > $1 and id <= $2) a full join replay r on r.account_id = a.id,
        lateral (values ${sums.map(([column]) => `('${column}', coalesce(a.${column}, 0), coalesce(r.${column}, 0))`).join(', ')}) c ("column", cached, replayed)
      where c.cached <> c.replayed order by 1, 2 limit 100`,
    values: [span.after, span.last],
  }
}
