import { principalOfUser } from '#kernel/access/session.ts'
import { prepared } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { handOverDrafts } from '#kernel/document/leave-drafts.ts'
import type { AreaWork } from '#kernel/jobs/area-work.ts'
import { disable } from './user.rules.ts'

interface LeavingRow {
  readonly id: string
  readonly user_id: number
  readonly state: string
  /** Who takes over: as named, else the superior. */
  readonly successor_id: number | null
  /** Who said so last. */
  readonly by: number | null
}

/** Locked, so that of several workers one does it; the day is that of the person's organisation. */
const leaving = prepared<LeavingRow>(
  'account.leaving',
  `select u.id::text, u.id as user_id, u.state, coalesce(s.id, p.id) as successor_id, u.updated_by as by
   from app_user u join organisation o on o.id = u.organisation_id
     left join app_user s on s.id = u.successor_id and s.status = 'active'
     left join app_user p on p.id = u.superior_id and p.status = 'active'
   where u.handed_over_at is null and u.resigned_on <= (($1::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date
   order by u.id limit 50 for update of u skip locked`,
)

/**
 * From here on the successor acts for the one who left, as for somebody who is away, and for good: the clock of the approvals moves
 * the open tasks, and what comes later goes to him as well.
 */
const takeOver = prepared(
  'account.take-over',
  `insert into approval_agent (principal_id, agent_id, starts_at, ends_at, reason, created_by, created_at)
   select $1::int, $2::int, $3::timestamptz, $3::timestamptz + interval '50 years', $4, coalesce($5::int, $2::int), $3
   where not exists (select from approval_agent a where a.principal_id = $1 and a.revoked_at is null and a.ends_at > $3 + interval '40 years')`,
)
/** His own delegations, and those in which he stands in: neither is there any more. */
const endDelegations = prepared(
  'account.end-delegations',
  `update approval_agent set revoked_at = $2, revoked_by = $3
   where (principal_id = $1 or agent_id = $1) and revoked_at is null and ends_at > $2`,
)
/** Views that others use stay with who takes over; his own settings are nobody's. */
const giveViews = prepared(
  'account.give-views',
  'update saved_view set owner_id = $2, version = version + 1 where owner_id = $1 and is_shared',
)
const dropViews = prepared('account.drop-views', 'delete from saved_view where owner_id = $1 and not is_shared')
const endSubscriptions = prepared('account.end-subscriptions', 'delete from notification_setting where user_id = $1')
const handedOver = prepared('account.handed-over', 'update app_user set handed_over_at = $2 where id = $1')

/** What is said beside his account before it happens (leaving.routes.ts). */
async function leave(tx: Tx, { id, user_id: from, successor_id: to, by }: LeavingRow, at: Date): Promise<void> {
  await tx.run(endDelegations(from, at, by ?? from))
  await tx.run(dropViews(from))
  await tx.run(endSubscriptions(from))
  if (to === null) return
  await tx.run(takeOver(from, to, at, 'resignation', by))
  await tx.run(giveViews(from, to))
  await handOverDrafts(tx, { from, to, by: by ?? from, at, requestId: `resignation-${id}` })
}

/** F11: on the day of his resignation a person is disabled, and what waits for him or is used by others goes to who takes over; the rest ends. */
export const resignationWork: AreaWork = {
  name: 'resignations',
  everySeconds: 30,
  async run({ now, transaction }) {
    return transaction(async (tx) => {
      const at = now()
      const rows = await tx.rows(leaving(at))
      for (const row of rows) {
        if (row.state === 'enabled') {
          const principal = await principalOfUser(tx, row.by ?? row.user_id, 'en')
          const own = principal ?? (await principalOfUser(tx, row.user_id, 'en'))
          if (!own) continue
          // The decision was two people's; the clock carries it out with nobody's rights but its own.
          const writer = { principal: { ...own, superAdmin: true, scope: 'all' as const }, language: 'en' as const }
          await disable(tx, { ...writer, requestId: `resignation-${row.id}`, now: at }, [row.id])
        }
        await leave(tx, row, at)
        await tx.run(handedOver(row.user_id, at))
      }
      return rows.length === 50
    })
  },
}
