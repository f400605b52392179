import { DEMO_RESERVE_ORGANISATIONS } from '#kernel/base/config/demo-addresses.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { reserveErrors } from '#kernel/engine/reserve/reserve.errors.ts'

/** Every round of the regions that finance confirms: Occupied while in approval or approved, Released otherwise. */
const confirmed = prepared(
  'demo reserves',
  `insert into document_reserve (document_type, document_id, scope_id, round, no, owner_id, state, since, run, attempts, deadline_at,
     reference, created_at, updated_at)
   select i.document_type, i.document_id, i.scope_id, i.round, d.no, i.drafter_id,
     case when i.state in ('running', 'approved') then 'occupied' else 'released' end,
     coalesce(case when i.state not in ('running', 'approved') then i.ended_at end, i.started_at) + interval '3 seconds', 1, 1,
     i.started_at + interval '30 minutes', 'FR-' || regexp_replace(d.no, '\\D', '', 'g') || '-' || i.round, i.started_at, i.started_at
   from approval_instance i join country_budget d on d.id = i.document_id join organisation o on o.id = i.scope_id
   where o.code = any ($1::text[])`,
)

const acted = prepared(
  'demo reserve acts',
  `insert into approval_act (document_id, round, act, content_hash, at, detail)
   select r.document_id, r.round, 'occupied', i.content_hash, i.started_at + interval '3 seconds', jsonb_build_object('reference', r.reference)
   from document_reserve r join approval_instance i using (document_id, round) order by r.id`,
)

/** The newest one in approval was refused an hour after it was raised. */
const refused = prepared<{ id: string }>(
  'demo reserve refused',
  `with one as (
     select r.id, i.started_at from document_reserve r join approval_instance i using (document_id, round)
     where i.state = 'running' order by i.started_at desc limit 1
   ), failed as (
     update document_reserve r set state = 'failToOccupy', reference = null, attempts = 3, last_error = $1,
       since = one.started_at + interval '1 hour', deadline_at = one.started_at + interval '1 hour'
     from one where r.id = one.id returning r.document_id, r.round, r.since
   ), told as (
     insert into approval_act (document_id, round, act, content_hash, at, detail)
     select f.document_id, f.round, 'failToOccupy', i.content_hash, f.since, jsonb_build_object('reason', $1::jsonb)
     from failed f join approval_instance i using (document_id, round)
   ) select document_id as id from failed`,
)

/** In India, where finance confirmed for a while, it still holds the last rejected one. */
const left = prepared<{ id: string }>(
  'demo reserve left',
  `with one as (
     select i.* from approval_instance i join organisation o on o.id = i.scope_id join country_budget d on d.id = i.document_id
     where o.code = 'IN' and i.state = 'rejected' and d.round = i.round order by i.ended_at desc limit 1
   ), failed as (
     insert into document_reserve (document_type, document_id, scope_id, round, no, owner_id, state, since, run, attempts, deadline_at,
       last_error, created_at, updated_at)
     select one.document_type, one.document_id, one.scope_id, one.round, d.no, one.drafter_id, 'failToRelease',
       one.ended_at + interval '30 minutes', 4, 4, one.ended_at + interval '30 minutes', $1, one.started_at, one.ended_at
     from one join country_budget d on d.id = one.document_id returning document_id, round, since
   ), told as (
     insert into approval_act (document_id, round, act, content_hash, at, detail)
     select f.document_id, f.round, 'failToRelease', one.content_hash, f.since, jsonb_build_object('reason', $1::jsonb) from failed f, one
   ) select document_id as id from failed`,
)

/** Confirmations of the history by finance; one refused and one unreleased reserve wait on the repair board. */
export async function confirmReserves(tx: Tx): Promise<void> {
  await tx.run(confirmed(DEMO_RESERVE_ORGANISATIONS))
  await tx.run(acted())
  const reason = ({ key, params }: { readonly key: string; readonly params: object }) => JSON.stringify({ key, params })
  const no = reserveErrors.refused({ status: 422, answer: 'Cost centre is not open for this month' })
  const kept = await tx.rows(left(reason(reserveErrors.timeout({ seconds: 10 }))))
  const failed = await tx.rows(refused(reason(no)))
  if (kept.length + failed.length !== 2) throw new Error('the demonstration has no reserve to repair')
}
