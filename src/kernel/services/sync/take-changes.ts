import { prepared } from '#kernel/platform/db/statement.ts'
import type { MessageHandler } from '#kernel/platform/outbox/relay.ts'
import { nextTime } from './schedule.ts'

interface Teller {
  readonly code: string
  readonly record_code: string
  readonly user_id: number | null
  readonly schedule: string | null
  readonly timezone: string | null
  /** The organisations whose rows it sends; null for all. */
  readonly scope: readonly number[] | null
}

const tellersOf = prepared<Teller>(
  'sync.tellers',
  `select s.code, s.record_code, y.user_id, s.schedule, s.timezone, case when s.organisation_id is not null then (
       with recursive below as (
         select s.organisation_id as id union select o.id from organisation o join below b on o.parent_id = b.id
       ) select array_agg(id) from below) end as scope
   from sync_setting s join external_system y on y.code = s.system_code
   where s.enabled and s.direction = 'outbound' and y.enabled and s.record_code = any ($1::text[])`,
)

/** An already sent version is skipped; waiting pushes of earlier ones are dropped. */
const addPushes = prepared(
  'sync.add-pushes',
  `with given as (
     select * from unnest($1::text[], $2::bigint[], $3::int[], $4::text[], $5::text[], $6::int[], $7::timestamptz[])
       as g (setting_code, record_id, record_version, act, record_key, scope_id, due_at)
   ), newest as (select setting_code, record_id, max(record_version) as version from given group by 1, 2
   ), passed as (
     update sync_push p set state = 'nonPush', next_attempt_at = null, updated_at = $8
     from newest n where p.setting_code = n.setting_code and p.record_id = n.record_id and p.record_version < n.version
       and p.state in ('pendingPushed', 'failedPushed')
   )
   insert into sync_push (setting_code, record_id, record_version, act, record_key, scope_id, state, asked_at, next_attempt_at, created_at, updated_at)
   select g.setting_code, g.record_id, g.record_version, g.act, g.record_key, g.scope_id,
     case when g.record_version < n.version then 'nonPush' else 'pendingPushed' end, $8,
     case when g.record_version = n.version then g.due_at end, $8, $8
   from given g join newest n using (setting_code, record_id)
   order by g.record_version
   on conflict (setting_code, record_id, record_version) do nothing`,
)

export interface NewPush {
  readonly setting: string
  readonly id: string
  readonly version: number
  readonly act: string
  readonly key: string
  readonly scopeId: number | null
  readonly dueAt: Date
}

export function addedPushes(pushes: readonly NewPush[], now: Date) {
  const of = <T>(read: (push: NewPush) => T): T[] => pushes.map(read)
  return addPushes(
    of(({ setting }) => setting),
    of(({ id }) => id),
    of(({ version }) => version),
    of(({ act }) => act),
    of(({ key }) => key),
    of(({ scopeId }) => scopeId),
    of(({ dueAt }) => dueAt),
    now,
  )
}

/** When a change is sent: at once, or at the scheduled time. */
function dueOf({ schedule, timezone }: Pick<Teller, 'schedule' | 'timezone'>, now: Date): Date {
  return (schedule !== null && timezone !== null && nextTime(schedule, timezone, now)) || now
}

/**
 * The relay's part: written versions of records become pushes to each subscribed system, in the transaction that takes
 * the message off the outbox. The system that wrote a version does not get it back, and drafts are never sent.
 */
export function takeChanges(clock: () => Date): MessageHandler {
  return async (tx, messages) => {
    const changed = messages.flatMap(({ payload: { documentType, written, writtenBy } }) =>
      documentType !== undefined && written ? [{ record: documentType, written, by: writtenBy ?? null }] : [],
    )
    if (changed.length === 0) return
    const tellers = await tx.rows(tellersOf([...new Set(changed.map(({ record }) => record))]))
    if (tellers.length === 0) return
    const now = clock()
    const pushes = changed.flatMap(({ record, written, by }) =>
      tellers
        .filter((teller) => teller.record_code === record && (teller.user_id === null || teller.user_id !== by))
        .flatMap((teller) => {
          const dueAt = dueOf(teller, now)
          return written
            .filter(([, , , , scopeId, state]) => state !== 'draft' && isOf(teller, scopeId))
            .map(([id, version, act, key, scopeId]) => ({
              setting: teller.code,
              id,
              version,
              act,
              key,
              scopeId,
              dueAt,
            }))
        }),
    )
    if (pushes.length > 0) {
      await tx.run(addedPushes(pushes, now))
      await tx.run(syncChanged(['syncPush']))
    }
  }
}

/** A record without an organisation is sent to every system. */
function isOf({ scope }: Teller, scopeId: number | null): boolean {
  return scope === null || scopeId === null || scope.includes(scopeId)
}

/** The relay updates lists that show the logs. */
export const syncChanged = prepared(
  'sync.changed',
  `insert into outbox (topic, payload) values ('sync.changed', jsonb_build_object('kinds', $1::text[]))`,
)

/** Makes what waits for the setting's schedule due now. */
export const hastenPushes = prepared(
  'sync.hasten-pushes',
  `update sync_push set next_attempt_at = $2 where setting_code = $1 and state = 'pendingPushed' and next_attempt_at > $2`,
)
