import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused, type Refusal } from '#kernel/base/errors/errors.ts'
import type { RecordIntent, RecordWriter } from '#kernel/engine/record/write/plan-records.ts'
import type { RecordChange, RecordRules } from '#kernel/engine/record/record-rules.ts'
import { writeRecords } from '#kernel/engine/record/write/write-records.ts'
import { accountErrors } from '../account.errors.ts'
import { user } from './user.record.ts'
import { tellPersons } from '../leaving/tell-person.server.ts'

interface HeldRow {
  readonly account: string
  readonly roles: readonly string[]
  readonly is_admin: boolean
  readonly today: string
}

/** Roles of people, whether any of them administers accounts or roles, and the current day where they work. */
const held = prepared<HeldRow>(
  'account.held',
  `select u.account, array_agg(distinct ur.role_code order by ur.role_code) filter (where ur.role_code is not null) as roles,
     coalesce(bool_or(ur.role_code = 'superAdmin' or exists (select from role_right rr where rr.role_code = ur.role_code
       and (rr.right_code like 'account.user.e%' or rr.right_code like 'permission.%.publish'))), false) as is_admin,
     (($2::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date::text as today
   from app_user u join organisation o on o.id = u.organisation_id left join user_role ur on ur.user_id = u.id
   where u.account = any ($1::text[]) group by u.account, o.timezone`,
)

function resignation({ after }: RecordChange): string | null {
  const day = after?.['resignedOn'] ?? null
  return day === null ? null : String(day)
}

const isDisabling = ({ from, to }: RecordChange): boolean => from === 'enabled' && to === 'disabled'
const isEnabling = ({ from, to }: RecordChange): boolean => from !== 'enabled' && to === 'enabled'

/** Nobody decides about themselves; administrators cannot be disabled by one person alone; a re-enabled person has no roles. */
async function refuse(tx: Tx, { principal, now }: RecordWriter, changes: readonly RecordChange[]) {
  const rows = await tx.rows(
    held(
      changes.map(({ key }) => key),
      now,
    ),
  )
  const known = new Map(rows.map((row) => [row.account, row]))
  return new Map(
    changes.map((change) => [change, refusalsOf(change, principal.account, known.get(change.key))] as const),
  )
}

function refusalsOf(change: RecordChange, by: string, row: HeldRow | undefined): Refusal[] {
  const day = resignation(change)
  const isOver = row !== undefined && day !== null && day <= row.today
  // The consequences of a resignation that two people agreed to need no further decision.
  if (isDisabling(change) && isOver) return []
  if (change.key === by) return [accountErrors.own()]
  if (change.act === 'delete') return change.from === 'draft' ? [] : [accountErrors.keepsTrace()]
  if (isDisabling(change) && row?.is_admin) return [accountErrors.administrator()]
  if (!isEnabling(change)) return []
  if (isOver) return [accountErrors.resigned({ day })]
  const roles = row?.roles ?? []
  return change.from === 'disabled' && roles.length > 0 ? [accountErrors.hasRoles({ roles: roles.join(', ') })] : []
}

const endSessions = prepared('account.end-sessions', `delete from session where user_id = any ($1::int[])`)

/** A disabled person is signed out at once; a resignation day that has come also disables. */
async function follow(tx: Tx, writer: RecordWriter, changes: readonly RecordChange[]): Promise<void> {
  await tellPersons(tx, writer, changes)
  const out = changes.filter(isDisabling).flatMap(({ id }) => (id === null ? [] : [Number(id)]))
  if (out.length > 0) await tx.run(endSessions(out))
  const leaving = changes.filter((change) => change.to === 'enabled' && change.act === 'update' && resignation(change))
  if (leaving.length === 0) return
  const rows = await tx.rows(
    held(
      leaving.map(({ key }) => key),
      writer.now,
    ),
  )
  const today = new Map(rows.map((row) => [row.account, row.today]))
  const gone = leaving.filter((change) => (resignation(change) ?? '9') <= (today.get(change.key) ?? ''))
  await disable(
    tx,
    writer,
    gone.flatMap(({ id }) => id ?? []),
  )
}

/** By the person who set the day, or by the clock. */
export async function disable(tx: Tx, writer: RecordWriter, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const intents = ids.map((id): RecordIntent => ({ act: 'disable', id }))
  const outcomes = await writeRecords(tx, writer, user, intents, 'dated')
  const refused = outcomes.flatMap(({ refusals }) => refusals ?? [])
  if (refused.length > 0) throw new Refused(refused)
}

export const userRules: RecordRules = { record: user, refuse, follow }
