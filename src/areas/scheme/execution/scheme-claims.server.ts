import { prepared } from '#kernel/platform/db/statement.ts'

/**
 * What of a settled line `t` of an execution `d` came back as returned or calculated too high. What was diverted or falsely claimed is not
 * owed again: what was counted of it still is.
 */
export const RETURNED = `select sum(l.amount) as recovered from scheme_clawback_line l
  join scheme_clawback h on h.id = l.document_id and h.round = l.round and h.state = 'approved'
  where l.settled_line = d.no || '/' || t.line_no and l.recovery_reason in ('returned', 'overCalculation')`

/**
 * The last day, where the scheme is, on which an approved execution of it was posted; null where nothing was executed. By what moved its money: whatever
 * document did it.
 */
export const lastClaimOf = prepared<{ readonly day: string | null }>(
  'scheme.last-claim',
  `select max(((j.at at time zone 'UTC') + substr(o.timezone, 4)::interval)::date)::text as day
   from scheme s join organisation o on o.id = s.scope_id join scheme_funding f on f.scheme_id = s.id
   join budget_encumbrance_move m on m.document_id = f.document_id and m.round = f.round and m.line_no = f.encumbrance_line and m.to_stage = 'exe'
   join ledger_journal j on j.document_id = m.by_document_id and j.round = m.by_round and j.action = m.by_action and j.sequence = 0
   where s.no = $1`,
)

/** The last day of the periods of a scheme that were settled; null where none was. */
export const lastSettledDayOf = prepared<{ readonly day: string | null }>(
  'scheme.last-settled-day',
  'select max(t.last_day)::text as day from scheme s join scheme_settlement t on t.scheme_id = s.id where s.no = $1',
)
