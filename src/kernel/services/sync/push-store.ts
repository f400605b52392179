import { prepared } from '#kernel/platform/db/statement.ts'
import type { PushState } from '#kernel/platform/outgoing/push-states.ts'
import type { RecordAct } from '#kernel/engine/record/write/plan-records.ts'
import type { SystemAddress } from './outbound-client.ts'

/** A system as the delivery of pushes needs it. */
export interface PushSystem extends SystemAddress {
  readonly query_path: string | null
}

export const SYSTEM_COLUMNS = `y.code as system_code, y.base_address, y.secret_name, y.token_name, y.query_path, y.timeout_seconds`
const UNDER_WAY = `('pendingPushed', 'pushing', 'pushed')`

/** Systems with due pushes. */
export const dueSystems = prepared<PushSystem>(
  'sync.due-systems',
  `select ${SYSTEM_COLUMNS} from external_system y where y.enabled and exists (
     select from sync_push p join sync_setting s on s.code = p.setting_code
     where s.system_code = y.code and s.enabled and p.state in ${UNDER_WAY} and p.next_attempt_at <= $1)`,
)

export interface PushRow {
  readonly id: string
  readonly message_id: string
  readonly setting_code: string
  readonly record_id: string
  readonly record_key: string
  readonly record_version: number
  readonly act: RecordAct
  readonly body: string | null
  readonly run: number
  readonly attempts: number
  readonly asked_at: Date
  readonly is_unsure: boolean
  readonly created_at: Date
  readonly record_code: string
  readonly path: string
  readonly mapping: string | null
  readonly max_attempts: number
  readonly back_off_seconds: number
  readonly dead_after_hours: number
}

/**
 * Due pushes of a system, each for one attempt, including those lost with their process, which may have arrived. Versions of a record go
 * one at a time, the older first; records go in parallel, and workers share them (`skip locked`).
 */
export const claimPushes = prepared<PushRow>(
  'sync.claim-pushes',
  `with due as (
     select p.id, p.state as was from sync_push p join sync_setting s on s.code = p.setting_code
     where s.system_code = $4 and s.enabled and p.state in ${UNDER_WAY} and p.next_attempt_at <= $1
       and not exists (
         select from sync_push o where o.setting_code = p.setting_code and o.record_id = p.record_id and o.id <> p.id
           and (o.state in ('pushing', 'pushed') or o.state = 'pendingPushed' and o.record_version < p.record_version))
     order by p.next_attempt_at, p.id limit $3 for update of p skip locked
   )
   update sync_push p set state = 'pushing', run = p.run + 1, attempts = p.attempts + 1, next_attempt_at = $2, updated_at = $1,
     is_unsure = p.is_unsure or d.was <> 'pendingPushed'
   from due d, sync_setting s where p.id = d.id and s.code = p.setting_code
   returning p.id, p.message_id, p.setting_code, p.record_id, p.record_key, p.record_version, p.act, p.body, p.run, p.attempts,
     p.asked_at, p.is_unsure, p.created_at, s.record_code, s.path, s.mapping, s.attempts as max_attempts, s.back_off_seconds,
     s.dead_after_hours`,
)

/** Stores the body, fixed from now on: of the version current when it is first sent, never of an earlier one. */
export const keepBodies = prepared(
  'sync.keep-bodies',
  `update sync_push p set body = n.body, record_version = greatest(p.record_version, n.version)
   from unnest($1::bigint[], $2::text[], $3::int[]) n (id, body, version) where p.id = n.id`,
)

/** Pushes of which a newer version has a push of its own. */
export const passedPushes = prepared<{ id: string }>(
  'sync.passed-pushes',
  `select p.id from sync_push p where p.id = any ($1::bigint[]) and exists (
     select from sync_push o where o.setting_code = p.setting_code and o.record_id = p.record_id and o.record_version > p.record_version)`,
)

export const dropPushes = prepared(
  'sync.drop-pushes',
  `update sync_push set state = 'nonPush', next_attempt_at = null, updated_at = $2
   where id = any ($1::bigint[]) and state = 'pushing'`,
)

/** Counts whichever attempt reports it. */
export const markAccepted = prepared(
  'sync.accepted',
  `update sync_push set state = 'succeededPushed', next_attempt_at = null, last_error = null, reference = $2, is_unsure = false, updated_at = $3
   where id = $1 and state in ('pushing', 'pushed')`,
)

export interface PushFailure {
  readonly state: PushState
  readonly next: Date | null
  readonly error: string
  readonly isUnsure: boolean
}

const fail = prepared(
  'sync.failed',
  `with newer as (
     select exists (select from sync_push o join sync_push p on o.setting_code = p.setting_code and o.record_id = p.record_id
       and o.record_version > p.record_version where p.id = $1) as is_there
   )
   update sync_push set state = case when is_there and $3 <> 'pushed' then 'nonPush' else $3 end,
     next_attempt_at = case when is_there and $3 <> 'pushed' then null else $4::timestamptz end,
     last_error = $5, is_unsure = $6, updated_at = $7
   from newer where id = $1 and run = $2 and state = 'pushing'`,
)

/** A failed attempt, recorded by its holder; a waiting newer version replaces it. */
export function markFailed(
  { id, run }: Pick<PushRow, 'id' | 'run'>,
  { state, next, error, isUnsure }: PushFailure,
  now: Date,
) {
  return fail(id, run, state, next, error, isUnsure, now)
}

/** The process ends: the attempt does not count, and another worker makes it, or queries whether it arrived. */
export const giveBackPush = prepared(
  'sync.give-back',
  `update sync_push set state = case when $4 then 'pushed' else 'pendingPushed' end, attempts = attempts - 1, next_attempt_at = $3,
     is_unsure = $4, updated_at = $3
   where id = $1 and run = $2 and state = 'pushing'`,
)

/** Retries by request; gives up by request. */
export const retryPushes = prepared<{ id: string }>(
  'sync.retry',
  `update sync_push p set state = 'pendingPushed', attempts = 0, asked_at = $2, requested_by = $3, next_attempt_at = $2, updated_at = $2
   where p.id = any ($1::bigint[]) and p.state = 'failedPushed' returning p.id`,
)
export const supersedePushes = prepared<{ id: string }>(
  'sync.supersede',
  `update sync_push p set state = 'nonPush', next_attempt_at = null, requested_by = $3, updated_at = $2
   where p.id = any ($1::bigint[]) and p.state in ('pendingPushed', 'failedPushed') returning p.id`,
)

export const forgetPushes = prepared(
  'sync.forget-pushes',
  `delete from sync_push where state in ('succeededPushed', 'nonPush') and updated_at < $1`,
)
