import { moveOn, readEncumbrances, type EncumbranceStep } from '#areas/budget/budget.facade.ts'
import { auditEntry } from '#kernel/platform/audit/audit.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AreaWork } from '#kernel/platform/jobs/area-work.ts'
import { post } from '#kernel/engine/ledger/post.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import { CHANGING_TABLES } from './scheme-running.server.ts'
import { isRunning, type SchemeState } from '../shared/scheme-types.ts'
import { named } from '../shared/scheme.facts.ts'

// Amounts unclaimed by the deadline return to their budgets automatically (domain.md section 9, point 4); a scheme with
// nothing open is then closed (section 7).

interface DueRow {
  readonly id: string
  readonly no: string
  readonly version: number
  readonly state: SchemeState
  readonly owner_id: number
}

/** Something of it is committed or accrued. */
const open = (more = '') => `exists (
    select from scheme_funding f join budget_encumbrance b on b.document_id = f.document_id and b.round = f.round and b.line_no = f.encumbrance_line
    join budget_line l on l.id = b.account_id
    left join budget_period p on p.area_id = l.area_id and p.year = l.year and p.month = l.month
    where f.scheme_id = s.id and b.cmt + b.acr > 0 ${more})`

/** Its last day is over at its place, and none of its documents is in approval: those finish first. */
const DUE = `s.ends_on < (($1::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date
  and (s.state in ('effective', 'partialExecution')
    or s.state = 'terminated' and ${open("and coalesce(p.state, 'open') <> 'closed'")}
    or s.state in ('fullExecution', 'terminated', 'expired') and not ${open()})
  and not exists (${CHANGING_TABLES.map((table) => `select from ${table} d where d.scheme_no = s.no and d.state = 'underApproval'`).join(' union all ')})
  and not exists (select from scheme_funding f join budget_encumbrance_lock w on w.document_id = f.document_id and w.round = f.round
    and w.line_no = f.encumbrance_line and w.resolved_by is null where f.scheme_id = s.id)`

const next = prepared<{ id: string }>(
  'scheme.expires-next',
  `select s.id from scheme s join organisation o on o.id = s.scope_id
   where s.state <> 'closed' and s.ends_on < ($1::timestamptz at time zone 'UTC')::date + 1 and ${DUE} and s.id > $2 order by s.id limit 1`,
)
/** Locked, so that only one of several workers does it, and no document starts meanwhile. */
const due = prepared<DueRow>(
  'scheme.expires',
  `select s.id, s.no, s.version, s.state, s.owner_id from scheme s join organisation o on o.id = s.scope_id
   where ${DUE} and s.id = $2 for update of s skip locked`,
)
const expire = prepared(
  'scheme.expire',
  `update scheme set state = case state when 'terminated' then state else 'expired' end, updated_at = $2 where id = $1`,
)
const close = prepared('scheme.close', `update scheme set state = 'closed', updated_at = $2 where id = $1`)

/** Everything open: Dr AVL / Cr CMT, Dr AVL / Cr ACR. Amounts in closed months stay for the year end. */
function releases(encumbrances: ReturnType<typeof readEncumbrances>): EncumbranceStep[] {
  return encumbrances
    .filter(({ closedMonth }) => closedMonth === null)
    .flatMap((encumbrance, index): EncumbranceStep[] => {
      const { cmt, acr } = encumbrance.stages
      const line = index + 1
      return [
        ...(cmt.given.gt(0) ? [{ act: 'free' as const, encumbrance, amount: cmt.given, line }] : []),
        ...(acr.given.gt(0) ? [{ act: 'freeAccrual' as const, encumbrance, amount: acr.given, line }] : []),
      ]
    })
}

async function end(tx: Tx, id: string, at: Date): Promise<void> {
  const row = await tx.first(due(at, id))
  if (!row) return
  const steps = releases(readEncumbrances(await tx.rows(named.encumbrances(row.no, null, row.id))))
  // Nothing of it is open, whichever act ended it.
  const isClosed = !isRunning(row.state) && steps.length === 0
  const action = isClosed ? 'close' : 'expire'
  const about = { kind: 'call', documentType: schemeApplication.name, documentId: null, subject: row.no } as const
  const act = {
    action,
    actorId: row.owner_id,
    requestId: `expiry-${row.no}`,
    at,
    fromState: null,
    toState: null,
  }
  const entry = auditEntry({ ...about, ...act, detail: { parts: steps.length } }, null)
  const told = documentChanged({
    documentType: schemeApplication.name,
    documentId: row.id,
    action,
    kinds: ['scheme', 'budgetLine'],
    inboxOf: [],
  })
  if (isClosed) return void (await tx.flight([close(row.id, at), entry.statement, told]))
  const { legs, writes = [] } = moveOn({ id: row.id, round: row.version, action }, steps)
  const journal = post({
    key: { documentType: schemeApplication.name, documentId: row.id, round: row.version, action },
    actorId: row.owner_id,
    at,
    legs,
  })
  await tx.flight([expire(row.id, at), ...writes, entry.statement, told, journal])
}

/** Schemes are handled separately, so that one failure does not stop the others. */
export const schemeExpiryWork: AreaWork = {
  name: 'schemes that are over',
  everySeconds: 60,
  async run({ now, transaction, reading }, closing) {
    const failures: unknown[] = []
    let last = '0'
    while (!closing.aborted) {
      const at = now()
      const found = await reading((tx) => tx.first(next(at, last)))
      if (!found) break
      last = found.id
      await transaction((tx) => end(tx, last, at)).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
    return false
  },
}
