import { principalOfUser } from '#kernel/platform/access/session.ts'
import { auditEntry } from '#kernel/platform/audit/audit.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { handOverDrafts } from '#kernel/engine/document/action/leave-drafts.ts'
import type { AreaWork } from '#kernel/platform/jobs/area-work.ts'
import { user } from '../records/user.record.ts'
import { disable } from '../records/user-rules.server.ts'

interface LeavingRow {
  readonly user_id: number
  readonly account: string
  readonly state: string
  /** The successor: as named, else the superior. */
  readonly successor_id: number | null
  readonly successor: string | null
  /** The last editor of the resignation day. */
  readonly by: number | null
}

const DUE = `u.handed_over_at is null and u.resigned_on <= (($1::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date`
/** The next person whose resignation day has come, in their own time zone. */
const next = prepared<{ id: number }>(
  'account.leaves-next',
  `select u.id from app_user u join organisation o on o.id = u.organisation_id
   where ${DUE} and u.id > $2 order by u.id limit 1`,
)
/** Locked, so that only one of several workers does it. */
const leaving = prepared<LeavingRow>(
  'account.leaving',
  `select u.id as user_id, u.account, u.state, coalesce(s.id, p.id) as successor_id, coalesce(s.account, p.account) as successor, u.updated_by as by
   from app_user u join organisation o on o.id = u.organisation_id
     left join app_user s on s.id = u.successor_id and s.status = 'active'
     left join app_user p on p.id = u.superior_id and p.status = 'active'
   where ${DUE} and u.id = $2 for update of u skip locked`,
)

/**
 * From here on the successor substitutes for the leaver, as for an absence, permanently: the approvals' clock moves the
 * open tasks, and later ones go to the successor as well.
 */
const takeOver = prepared(
  'account.take-over',
  `insert into approval_substitute (principal_id, substitute_id, starts_at, ends_at, reason, created_by, created_at)
   select $1::int, $2::int, $3::timestamptz, $3::timestamptz + interval '50 years', $4, coalesce($5::int, $2::int), $3
   where not exists (select from approval_substitute a where a.principal_id = $1 and a.revoked_at is null and a.ends_at > $3 + interval '40 years')`,
)
/** Ends the person's own delegations, and those in which they are the substitute. */
const endDelegations = prepared(
  'account.end-delegations',
  `update approval_substitute set revoked_at = $2, revoked_by = $3
   where (principal_id = $1 or substitute_id = $1) and revoked_at is null and ends_at > $2`,
)
/** Re-points delegations inherited from earlier leavers to the successor. */
const passOn = prepared(
  'account.pass-on',
  `insert into approval_substitute (principal_id, substitute_id, starts_at, ends_at, reason, created_by, created_at)
   select distinct a.principal_id, $2::int, $3::timestamptz, $3::timestamptz + interval '50 years', $4, coalesce($5::int, $2::int), $3::timestamptz
   from approval_substitute a where a.substitute_id = $1 and a.revoked_at is null and a.ends_at > $3 + interval '40 years' and a.principal_id <> $2`,
)
/**
 * Shared views go to the successor; if they have one of that name already, the former owner's name is added. A view
 * that still collides stays.
 */
const giveViews = prepared(
  'account.give-views',
  `with named as (
     select v.id, case when exists (select from saved_view n where n.owner_id = $2 and n.list = v.list and lower(n.name) = lower(v.name))
       then v.name || ' · ' || u.account else v.name end as name
     from saved_view v join app_user u on u.id = v.owner_id where v.owner_id = $1 and v.is_shared
   )
   update saved_view v set owner_id = $2, name = n.name, version = version + 1 from named n
   where v.id = n.id and not exists (
     select from saved_view o where o.owner_id in ($1, $2) and o.id <> v.id and o.list = v.list and lower(o.name) = lower(n.name))`,
)
const dropViews = prepared('account.drop-views', 'delete from saved_view where owner_id = $1 and not is_shared')
const endSubscriptions = prepared('account.end-subscriptions', 'delete from notification_setting where user_id = $1')
const handedOver = prepared('account.handed-over', 'update app_user set handed_over_at = $2 where id = $1')

/** The data shown beside the account in advance (leaving.routes.ts), and recorded in the audit afterwards. */
async function leave(tx: Tx, row: LeavingRow, at: Date): Promise<void> {
  const { user_id: from, account, successor_id: to, successor } = row
  const by = row.by ?? from
  const requestId = `resignation-${from}`
  if (to !== null) await tx.run(passOn(from, to, at, 'resignation', row.by))
  const delegations = await tx.run(endDelegations(from, at, by))
  await tx.run(dropViews(from))
  await tx.run(endSubscriptions(from))
  let views = 0
  if (to !== null) {
    await tx.run(takeOver(from, to, at, 'resignation', row.by))
    views = await tx.run(giveViews(from, to))
    await handOverDrafts(tx, { from, to, by, at, requestId })
  }
  const about = { kind: 'call', documentType: user.name, documentId: null, subject: account } as const
  const detail = { successor, views, delegations }
  const act = { action: 'resignation', actorId: by, requestId, at, fromState: null, toState: null, detail }
  await tx.run(auditEntry({ ...about, ...act }, null).statement)
}

async function resign(tx: Tx, userId: number, at: Date): Promise<void> {
  const row = await tx.first(leaving(at, userId))
  if (!row) return
  if (row.state === 'enabled') {
    const principal = await principalOfUser(tx, row.by ?? userId, 'en')
    const own = principal ?? (await principalOfUser(tx, userId, 'en'))
    if (!own) return
    // Two people made the decision; the clock carries it out with no rights of its own beyond that.
    const writer = { principal: { ...own, superAdmin: true, scope: 'all' as const }, language: 'en' as const }
    await disable(tx, { ...writer, requestId: `resignation-${userId}`, now: at }, [String(userId)])
  }
  await leave(tx, row, at)
  await tx.run(handedOver(userId, at))
}

/**
 * F11: on the day of their resignation a person is disabled, and their tasks and shared data go to the successor; the
 * rest ends. People are handled separately, so that one failure does not stop the others.
 */
export const resignationWork: AreaWork = {
  name: 'resignations',
  everySeconds: 30,
  async run({ now, transaction, reading }, closing) {
    const failures: unknown[] = []
    let last = 0
    while (!closing.aborted) {
      const at = now()
      const found = await reading((tx) => tx.first(next(at, last)))
      if (!found) break
      last = found.id
      await transaction((tx) => resign(tx, last, at)).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
    return false
  },
}
