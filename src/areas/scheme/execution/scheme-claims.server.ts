import { prepared } from '#kernel/platform/db/statement.ts'

/**
 * Recoveries of a settled line `t` of an execution `d` that were returned or calculated too high. Diverted or false
 * claims are not owed again: their quantities still count.
 */
export const RETURNED = `select sum(l.amount) as recovered from scheme_clawback_line l
  join scheme_clawback h on h.id = l.document_id and h.round = l.round and h.state = 'approved'
  where l.settled_line = d.no || '/' || t.line_no and l.recovery_reason in ('returned', 'overCalculation')`

/** All that was taken back of a settled line `line` of an execution `d`, for whatever reason. */
export const takenBack = (
  line: 't' | 'scheme_settlement',
) => `coalesce((select sum(l.amount) from scheme_clawback_line l
  join scheme_clawback h on h.id = l.document_id and h.round = l.round and h.state = 'approved'
  where l.settled_line = d.no || '/' || ${line}.line_no), 0)`

/**
 * The last posting day of an approved execution, at the scheme's place; null without one. Derived from the movements of
 * its money, whatever document made them.
 */
export const lastClaimOf = prepared<{ readonly day: string | null }>(
  'scheme.last-claim',
  `select max(((j.at at time zone 'UTC') + substr(o.timezone, 4)::interval)::date)::text as day
   from scheme s join organisation o on o.id = s.scope_id join scheme_funding f on f.scheme_id = s.id
   join budget_encumbrance_move m on m.document_id = f.document_id and m.round = f.round and m.line_no = f.encumbrance_line and m.to_stage = 'exe'
   join ledger_journal j on j.document_id = m.by_document_id and j.round = m.by_round and j.action = m.by_action and j.sequence = 0
   where s.no = $1`,
)

/** The last day of the settled periods of a scheme; null without one. */
export const lastSettledDayOf = prepared<{ readonly day: string | null }>(
  'scheme.last-settled-day',
  'select max(t.last_day)::text as day from scheme s join scheme_settlement t on t.scheme_id = s.id where s.no = $1',
)
