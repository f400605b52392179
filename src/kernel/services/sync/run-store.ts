import { prepared } from '#kernel/platform/db/statement.ts'
import { SYSTEM_COLUMNS } from './push-store.ts'
import type { SystemAddress } from './outbound-client.ts'
import type { RetryPolicy } from './retry-policy.ts'

export const RUN_STATES = ['pending', 'processing', 'succeeded', 'pullFail', 'pushFail', 'stopped'] as const
export type RunState = (typeof RUN_STATES)[number]
export const RUN_KINDS = ['pull', 'fill', 'ping'] as const
export type RunKind = (typeof RUN_KINDS)[number]

/** A run held by a process, with the data of its setting and system. */
export interface SyncRunRow extends SystemAddress, RetryPolicy {
  readonly id: string
  readonly claim: number
  readonly kind: RunKind
  readonly attempts: number
  readonly created_at: Date
  readonly last_key: string | null
  readonly rows_read: number
  readonly setting_code: string
  readonly setting_id: string
  readonly record_code: string
  readonly path: string
  readonly mapping: string | null
  readonly direction: 'outbound' | 'inbound'
  readonly paging: 'cursor' | 'updatedSince' | null
  readonly page_size: number | null
  readonly scope: readonly number[] | null
  readonly user_id: number | null
  readonly system_name_zh: string
  readonly system_name_en: string
}

/** Scheduled settings: due ones, and those whose schedule is new. */
export interface PlannedSetting {
  readonly code: string
  readonly schedule: string
  readonly timezone: string
  readonly is_due: boolean
}
export const settingsToPlan = prepared<PlannedSetting>(
  'sync.settings-to-plan',
  `select s.code, s.schedule, s.timezone, coalesce(s.next_run_at <= $1 and s.planned_by = s.schedule || ' ' || s.timezone, false) as is_due
   from sync_setting s join external_system y on y.code = s.system_code
   where s.enabled and y.enabled and s.direction = 'inbound' and s.schedule is not null and s.timezone is not null
     and (s.next_run_at <= $1 or s.planned_by is distinct from s.schedule || ' ' || s.timezone)
   for update of s skip locked`,
)
export const planSetting = prepared(
  'sync.plan-setting',
  `update sync_setting set next_run_at = $2, planned_by = schedule || ' ' || timezone where code = $1`,
)

/** Inserts a run, unless one runs or waits; a waiting retry of a failed one is dropped. */
export const addRun = prepared<{ id: string }>(
  'sync.add-run',
  `with passed as (
     update sync_run set due_at = null where setting_code = $1 and $2 <> 'ping' and kind <> 'ping' and state in ('pullFail', 'pushFail') and due_at is not null
   )
   insert into sync_run (setting_code, kind, trigger, started_by, due_at, created_at) values ($1, $2, $3, $4, $5, $5)
   on conflict do nothing returning id`,
)

/** One due run, including one whose process is lost: its former worker notices that it lost the run. */
export const claimRun = prepared<SyncRunRow>(
  'sync.claim-run',
  `with due as (
     select r.id from sync_run r join sync_setting s on s.code = r.setting_code join external_system y on y.code = s.system_code
     where r.due_at <= $1 and (r.kind = 'ping' or s.enabled and y.enabled)
       and (r.kind = 'ping' or not exists (
         select from sync_run o where o.setting_code = r.setting_code and o.id <> r.id and o.kind <> 'ping' and o.state in ('pending', 'processing')))
     order by r.due_at limit 1 for update of r skip locked
   )
   update sync_run r set state = 'processing', claim = r.claim + 1, attempts = r.attempts + 1, due_at = $1::timestamptz + interval '1 second' * (y.timeout_seconds * 2 + $2),
     started_at = coalesce(r.started_at, $1), ended_at = null, first_key = coalesce(r.first_key, s.last_key),
     last_key = case when r.kind = 'pull' then s.last_key else r.last_key end
   from due d, sync_setting s join external_system y on y.code = s.system_code
   where r.id = d.id and s.code = r.setting_code
   returning r.id, r.claim, r.kind, r.attempts, r.created_at, r.last_key, r.rows_read, s.code as setting_code, s.id as setting_id,
     s.record_code, s.path, s.mapping, s.direction, s.paging, s.page_size, s.attempts as max_attempts, s.back_off_seconds,
     s.dead_after_hours, ${SYSTEM_COLUMNS}, y.user_id, y.name_zh as system_name_zh, y.name_en as system_name_en,
     case when s.organisation_id is not null then (
       with recursive below as (
         select s.organisation_id as id union select o.id from organisation o join below b on o.parent_id = b.id
       ) select array_agg(id) from below) end as scope`,
)

/** The first statement of every page: checks that the run is still ours and not stopped, and locks it until the page is written. */
export const holdRun = prepared<{ is_stopping: boolean; rows_read: number }>(
  'sync.hold-run',
  `select is_stopping, rows_read from sync_run where id = $1 and claim = $2 and state = 'processing' for update`,
)

/** Together with the rows of the page: the counts, and a heartbeat. */
export const countRun = prepared(
  'sync.count-run',
  `update sync_run set rows_read = rows_read + $3, rows_written = rows_written + $4, rows_unchanged = rows_unchanged + $5,
     rows_refused = rows_refused + $6, last_key = $7, due_at = $8::timestamptz + interval '1 second' * $9
   where id = $1 and claim = $2 and state = 'processing'`,
)
export const moveKey = prepared('sync.move-key', 'update sync_setting set last_key = $2 where code = $1')

export const addRefused = prepared(
  'sync.add-refused',
  `insert into sync_refused (run_id, position, record_key, row, reasons)
   select $1, * from unnest($2::int[], $3::text[], $4::jsonb[], $5::jsonb[])
   on conflict (run_id, position) do nothing`,
)

export const endRun = prepared(
  'sync.end-run',
  `update sync_run set state = $3, due_at = $4, last_error = $5, ended_at = $6 where id = $1 and claim = $2 and state = 'processing'`,
)

/** The process ends: another continues from here. */
export const giveBackRun = prepared(
  'sync.give-back-run',
  `update sync_run set state = 'pending', due_at = $3, attempts = attempts - 1 where id = $1 and claim = $2 and state = 'processing'`,
)

export const stopRun = prepared<{ id: string }>(
  'sync.stop-run',
  `update sync_run set is_stopping = true,
     state = case when state = 'processing' then state else 'stopped' end,
     due_at = case when state = 'processing' then due_at end,
     ended_at = case when state = 'processing' then null else $2::timestamptz end
   where id = $1 and (state in ('pending', 'processing') or due_at is not null) returning id`,
)

/** A user that nobody signs in as, which represents a system in what it writes. */
export const systemPerson = prepared<{ id: number }>(
  'sync.system-person',
  `with person as (
     insert into app_user (account, name_zh, name_en, job_title, status)
     select 'system.' || lower(code), name_zh, name_en, 'System', 'disabled' from external_system where code = $1
     on conflict (account) do update set name_zh = excluded.name_zh, name_en = excluded.name_en returning id
   ), kept as (update external_system set user_id = (select id from person) where code = $1 and user_id is distinct from (select id from person))
   select id from person`,
)

export const forgetRuns = prepared('sync.forget-runs', `delete from sync_run where ended_at < $1 and due_at is null`)
