import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { auditEntry, auditedBy } from '#kernel/platform/audit/audit.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { budgetErrors } from '../budget.errors.ts'
import type { PeriodState } from '../shared/budget-period.ts'
import { obstacles } from '../year-end/budget-year-end.rules.ts'
import { readStages, runningOfYear, stagesOfYear } from '../year-end/year-end.queries.ts'

// The one writer of periods: manually by month, or as the effect of a closing document.

/** Type in its audit history. */
export const PERIOD = 'budgetPeriod'

interface PeriodRow {
  readonly id: string
  readonly month: number
  readonly state: PeriodState
  readonly audit_hash: Buffer | null
}

/** Exclusive: submits for the month hold the same lock shared (`holdMasters`). */
const lockMonths = prepared(
  'budget.lock-months',
  'select pg_advisory_xact_lock($1::int, $2::int * 12 + m) from unnest($3::int[]) m order by m',
)
const makeMonths = prepared(
  'budget.make-months',
  `insert into budget_period (scope_id, area_id, year, month, state, version, updated_at, updated_by)
   select a.organisation_id, a.id, $2, m, 'open', 0, $4, $5 from area a, unnest($3::int[]) m where a.id = $1 order by m
   on conflict on constraint budget_period__pk do nothing`,
)
const monthsForUpdate = prepared<PeriodRow>(
  'budget.months-for-update',
  `select id, month, state, audit_hash from budget_period where area_id = $1 and year = $2 and month = any ($3::int[]) order by month for update`,
)
const writeMonth = prepared(
  'budget.write-month',
  'update budget_period set state = $2, version = version + 1, audit_hash = $3, updated_at = $4, updated_by = $5 where id = $1',
)

export interface PeriodMove {
  readonly areaId: number
  readonly currency: string
  readonly year: number
  readonly months: readonly number[]
  /** Months as the caller saw them: all are moved from there, or none. */
  readonly from: readonly PeriodState[]
  readonly to: PeriodState
  readonly reason: string | null
}

/** Documents that a refusal names, at most. */
const MOST_NAMED = 20

/** Moves months together. Refuses while documents are unfinished. */
export async function movePeriods(tx: Tx, context: RequestContext, move: PeriodMove, documentId: string | null = null) {
  const { areaId, year, to, reason } = move
  const { principal, now } = context
  const months = [...new Set(move.months)].toSorted((a, b) => a - b)
  await tx.run(lockMonths(areaId, year, months))
  await tx.run(makeMonths(areaId, year, months, now, principal.userId))
  const rows = await tx.rows(monthsForUpdate(areaId, year, months))
  const moved = rows.find((row) => !move.from.includes(row.state))
  if (moved) throw new Refused(budgetErrors.periodMoved({ year, month: moved.month }))
  if (to === 'closed') await refuseUnfinished(tx, move, months, documentId)
  const entries = rows.map((row) => ({
    id: row.id,
    ...auditEntry(
      {
        documentType: PERIOD,
        documentId: row.id,
        action: to === 'open' ? 'reopen' : to,
        ...auditedBy(context),
        subject: `${year}-${String(row.month).padStart(2, '0')}`,
        at: now,
        fromState: row.state,
        toState: to,
        detail: {
          areaId,
          year,
          month: row.month,
          ...(reason ? { reason } : {}),
          ...(documentId ? { documentId } : {}),
        },
      },
      row.audit_hash,
    ),
  }))
  await tx.flight([
    ...entries.map((entry) => entry.statement),
    ...entries.map((entry) => writeMonth(entry.id, to, entry.hash, now, principal.userId)),
    ...(documentId === null ? [changed(rows[0]?.id ?? '0', to)] : []),
  ])
}

function changed(id: string, action: string) {
  return documentChanged({ documentType: PERIOD, documentId: id, action, kinds: [PERIOD], inboxOf: [] })
}

async function refuseUnfinished(
  tx: Tx,
  { areaId, year, currency }: PeriodMove,
  months: readonly number[],
  documentId: string | null,
): Promise<void> {
  const [running, stages] = await Promise.all([
    tx.rows(runningOfYear(areaId, year, months, documentId, MOST_NAMED)),
    tx.rows(stagesOfYear(areaId, year, months)),
  ])
  const found = obstacles(running, readStages(stages), currency, true)
  if (found.length > 0) throw new Refused(found)
}

const openMonths = prepared<{ month: number; currency: string }>(
  'budget.months-to-close',
  `select m as month, a.currency from area a, generate_series(1, 12) m
   where a.id = $1 and not exists (select from budget_period p where p.area_id = a.id and p.year = $2 and p.month = m and p.state = 'closed')`,
)

/** The effect of a closing document: every month of the year that is not closed yet, or none. */
export async function closeYear(tx: Tx, context: RequestContext, areaId: number, year: number, documentId: string) {
  const rows = await tx.rows(openMonths(areaId, year))
  const months = rows.map(({ month }) => month)
  const currency = rows[0]?.currency ?? ''
  const move: PeriodMove = { areaId, year, currency, months, from: ['closing'], to: 'closed', reason: null }
  if (months.length > 0) await movePeriods(tx, context, move, documentId)
}
