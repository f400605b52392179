import { atPlace, inScope, may, type Principal, type RequestContext } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { limitsOfAny } from '#kernel/engine/document/document-limits.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import type { BoardEvent, BoardRow } from './board-wire.ts'
import { reserveErrors } from '#kernel/engine/reserve/reserve.errors.ts'
import { isFailed, NOT_AT_REST, type ReserveState } from '#kernel/engine/reserve/reserve-states.ts'

export interface BoardFilters {
  readonly no?: string | undefined
  readonly documentType?: string | undefined
  readonly state?: ReserveState | readonly ReserveState[] | undefined
  /** Name or account of the responsible person. */
  readonly owner?: string | undefined
  readonly isOverdue?: 'yes' | undefined
}

export interface FoundReserve {
  readonly id: string
  readonly document_type: string
  readonly document_id: string
  readonly round: number
  readonly no: string
  readonly scope_id: number
  readonly state: ReserveState
  readonly since: Date
  readonly attempts: number
  readonly lease_until: Date | null
  readonly next_attempt_at: Date | null
  readonly deadline_at: Date
  readonly last_error: Pick<Refusal, 'key' | 'params'> | null
  readonly reference: string | null
  readonly account: string
  readonly owner_zh: string
  readonly owner_en: string
  readonly organisation_zh: string
  readonly organisation_en: string
  readonly summary: { readonly amount: string | null; readonly currency: string | null } | null
  readonly waits_for: number | null
}

const ROW = `r.id::text as id, r.document_type, r.document_id::text as document_id, r.round, r.no, r.scope_id, r.state, r.since, r.attempts,
  r.lease_until, r.next_attempt_at, r.deadline_at, r.last_error, r.reference, u.account, u.name_zh as owner_zh, u.name_en as owner_en,
  o.name_zh as organisation_zh, o.name_en as organisation_en, i.summary,
  case when r.state = 'occupying' then (select max(e.round) from document_reserve e
    where e.document_id = r.document_id and e.round < r.round and e.state in ('releasing', 'failToRelease')) end as waits_for`
const FROM = `document_reserve r join app_user u on u.id = r.owner_id join organisation o on o.id = r.scope_id
  left join approval_instance i on i.document_id = r.document_id and i.round = r.round`

interface Condition {
  readonly sql: string
  readonly values: unknown[]
}

/** Reserves of these types that the reader may see and filtered for; by default those not at rest. */
function conditionOf(filters: BoardFilters, types: readonly string[], reader: Principal, now: Date): Condition {
  const { scope } = reader
  const values: unknown[] = []
  const value = (one: unknown) => `$${values.push(one)}`
  const { no, documentType, state, owner, isOverdue } = filters
  const states = state === undefined ? NOT_AT_REST : [state].flat()
  const shown = documentType === undefined ? types : types.filter((type) => type === documentType)
  const parts = [`r.document_type = any (${value(shown)}::text[])`, `r.state = any (${value(states)}::text[])`]
  if (scope !== 'all') parts.push(`r.scope_id = any (${value(scope)}::int[])`)
  const limits = limitsOfAny(reader, 'r', value)
  if (limits !== null) parts.push(limits)
  const pattern = (text: string) => text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)
  if (no) parts.push(`r.no like ${value(`${pattern(no)}%`)}`)
  if (owner) {
    const named = value(`%${pattern(owner)}%`)
    parts.push(`(u.account ilike ${named} or u.name_zh ilike ${named} or u.name_en ilike ${named})`)
  }
  if (isOverdue)
    parts.push(`r.deadline_at <= ${value(now)} and r.state in (${NOT_AT_REST.map((each) => `'${each}'`).join(', ')})`)
  return { sql: parts.join(' and '), values }
}

/** Failed ones first, then the oldest first. */
export function boardPage(
  filters: BoardFilters,
  types: readonly string[],
  principal: Principal,
  now: Date,
  place: { readonly limit: number | null; readonly offset: number },
): Statement<FoundReserve> {
  const { sql, values } = conditionOf(filters, types, principal, now)
  return {
    text: `select ${ROW} from ${FROM} where ${sql}
      order by r.state in ('failToOccupy', 'failToRelease') desc, r.since, r.id limit $${values.push(place.limit)} offset $${values.push(place.offset)}`,
    values,
  }
}

export function boardCount(
  filters: BoardFilters,
  types: readonly string[],
  principal: Principal,
  now: Date,
): Statement<{ total: number }> {
  const { sql, values } = conditionOf(filters, types, principal, now)
  return {
    text: `select count(*)::int as total from (select from ${FROM} where ${sql} limit ${TOTAL_LIMIT + 1}) c`,
    values,
  }
}

export function boardStates(
  types: readonly string[],
  principal: Principal,
  now: Date,
): Statement<{ state: ReserveState; count: number; overdue: number; oldest: Date }> {
  const { sql, values } = conditionOf({}, types, principal, now)
  return {
    text: `select r.state, count(*)::int as count, count(*) filter (where r.deadline_at <= $${values.push(now)})::int as overdue,
        min(r.since) as oldest from ${FROM} where ${sql} group by 1`,
    values,
  }
}

export const reserveById = prepared<FoundReserve>('reserve.board-row', `select ${ROW} from ${FROM} where r.id = $1`)

const OF_RESERVES = `('submit', 'withdraw', 'reject', 'return', 'terminate', 'occupied', 'failToOccupy', 'released', 'failToRelease')`

interface EventRow {
  readonly at: Date
  readonly act: string
  readonly name_zh: string | null
  readonly name_en: string | null
  readonly opinion: string | null
  readonly detail: { readonly reason?: Pick<Refusal, 'key' | 'params'>; readonly reference?: string }
}

/** Requests, answers and retries of a round, the last one first. */
export const reserveHistory = prepared<EventRow>(
  'reserve.history',
  `select e.at, e.act, u.name_zh, u.name_en, e.opinion, e.detail
   from (
     select at, act, actor_id, opinion, detail, id as place from approval_act
     where document_id = $1 and round = $2 and act in ${OF_RESERVES}
     union all
     select at, action, actor_id, opinion, '{}', seq from document_act
     where document_id = $1 and round = $2 and action = 'retry'
   ) e left join app_user u on u.id = e.actor_id order by e.at desc, e.place desc`,
)

type Reader = Pick<RequestContext, 'principal' | 'language' | 'now'>

export function boardView(
  reader: Reader,
  definitions: ReadonlyMap<string, AnyDefinition>,
  row: FoundReserve,
): BoardRow {
  const { language, principal, now } = reader
  const reason = row.last_error ? refusalText(language, row.last_error) : null
  const waits = row.waits_for === null ? null : refusalText(language, reserveErrors.waits({ round: row.waits_for }))
  return {
    id: row.id,
    documentType: row.document_type,
    no: row.no,
    formInstanceId: formInstanceId({ documentId: row.document_id, round: row.round }),
    round: row.round,
    state: row.state,
    since: row.since.toISOString(),
    owner: { account: row.account, name: row[`owner_${language}`] },
    organisation: row[`organisation_${language}`],
    amount: row.summary?.amount ?? null,
    currency: row.summary?.currency ?? null,
    reason: waits ?? reason,
    attempts: row.attempts,
    nextAttemptAt: row.lease_until === null && waits === null ? (row.next_attempt_at?.toISOString() ?? null) : null,
    deadlineAt: row.deadline_at.toISOString(),
    isOverdue: (NOT_AT_REST as readonly string[]).includes(row.state) && row.deadline_at <= now,
    reference: row.reference,
    mayRetry: isFailed(row.state) && mayRetry(atPlace(principal, row.scope_id), definitions.get(row.document_type)),
  }
}

export function eventView({ language }: Pick<RequestContext, 'language'>, row: EventRow): BoardEvent {
  const { reason, reference } = row.detail
  return {
    at: row.at.toISOString(),
    act: row.act,
    actor: row[`name_${language}`],
    text: row.opinion ?? (reason ? refusalText(language, reason) : (reference ?? null)),
  }
}

export function mayRetry(principal: Principal, definition: AnyDefinition | undefined): boolean {
  if (may(principal, 'approval.administer')) return true
  return Object.values(definition?.actions ?? {}).some((action) => action.retries && may(principal, action.right))
}

export function isSeen(
  principal: Principal,
  types: readonly string[],
  row: FoundReserve | undefined,
): row is FoundReserve {
  return row !== undefined && types.includes(row.document_type) && inScope(principal.scope, row.scope_id)
}
