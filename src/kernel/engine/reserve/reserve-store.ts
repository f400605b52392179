import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import {
  isFailed,
  RESERVE_TABLE,
  type ReserveEffect,
  type ReserveEvent,
  type ReserveState,
  statesBefore,
} from './reserve-states.ts'

export interface ReserveRow {
  readonly id: string
  readonly document_type: string
  readonly document_id: string
  readonly round: number
  readonly no: string
  readonly owner_id: number
  readonly state: ReserveState
  readonly since: Date
  readonly body: string | null
  readonly run: number
  readonly attempts: number
  readonly lease_until: Date | null
  readonly next_attempt_at: Date | null
  readonly deadline_at: Date
  readonly is_unsure: boolean
  readonly last_error: Pick<Refusal, 'key' | 'params'> | null
  readonly reference: string | null
  readonly updated_at: Date
}

/** Kind of lists of reserves, whose pages are updated when one changes. */
export const RESERVE_KIND = 'documentReserve'

const COLUMNS = `id, document_type, document_id, round, no, owner_id, state, since, body, run, attempts, lease_until, next_attempt_at,
  deadline_at, is_unsure, last_error, reference, updated_at`
const OF = COLUMNS.replaceAll(/\b([a-z_]+)\b/g, 'r.$1')

const insertReserve = prepared(
  'reserve.insert',
  `insert into document_reserve (document_type, document_id, scope_id, round, no, owner_id, since, next_attempt_at, deadline_at,
     created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $7, $7)`,
)

/** Inserts the request to hold a round's amount, as part of its submit. */
export function askToOccupy(
  documentType: string,
  document: {
    readonly id: string
    readonly no: string
    readonly round: number
    readonly scopeId: number
    readonly drafterId: number
  },
  now: Date,
  deadlineMinutes: number,
): Statement {
  const { id, no, round, scopeId, drafterId } = document
  return insertReserve(documentType, id, scopeId, round, no, drafterId, now, deadlineOf(now, deadlineMinutes))
}

export function deadlineOf(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * 60_000)
}

export const reserveOf = prepared<ReserveRow>(
  'reserve.of-round',
  `select ${COLUMNS} from document_reserve where document_id = $1 and round = $2`,
)

/** The other system holds it, or may hold it. */
const HELD = `(state = 'occupied' or is_unsure or lease_until is not null)`

/**
 * The document no longer needs it. What the other system holds, or may hold, is to be released; what it certainly never
 * held is finished. A running attempt is awaited, so that the release cannot overtake it. Finished ones stay.
 */
export const undoReserve = prepared(
  'reserve.undo',
  `update document_reserve set state = case when ${HELD} then 'releasing' else 'none' end,
     next_attempt_at = case when ${HELD} then $3::timestamptz end, since = $3, body = null, attempts = 0, is_unsure = false,
     last_error = null, deadline_at = $4, updated_at = $3
   where document_id = $1 and round = $2 and state in ('occupying', 'occupied', 'failToOccupy')`,
)

/** Repeats a failed request; where it may have arrived, the other system is first queried by the key. */
export const retryReserve = prepared(
  'reserve.retry',
  `update document_reserve set state = case state when 'failToOccupy' then 'occupying' else 'releasing' end, since = $3,
     attempts = 0, next_attempt_at = $3, deadline_at = $4, updated_at = $3
   where document_id = $1 and round = $2 and state in ('failToOccupy', 'failToRelease')`,
)

/**
 * Due requests, each for one attempt, including those lost with their process, which may have arrived. Several workers
 * share them (`skip locked`). A round waits until the reserves of earlier rounds are released.
 */
export const claimReserves = prepared<ReserveRow>(
  'reserve.claim',
  `update document_reserve set run = run + 1, attempts = attempts + 1, is_unsure = is_unsure or lease_until is not null, lease_until = $2,
     updated_at = $1
   where id in (
     select r.id from document_reserve r
     where r.state in ('occupying', 'releasing') and r.next_attempt_at <= $1 and (r.lease_until is null or r.lease_until <= $1)
       and r.deadline_at > $1 and not exists (select from document_reserve e
         where e.document_id = r.document_id and e.round < r.round and e.state in ('releasing', 'failToRelease'))
     order by r.next_attempt_at limit $3 for update skip locked)
   returning ${COLUMNS}`,
)

/** Past its deadline with no running attempt: given up. An attempt lost with its process may have arrived. */
export const lateReserves = prepared<ReserveRow>(
  'reserve.late',
  `select ${OF} from document_reserve r where r.state in ('occupying', 'releasing') and r.deadline_at <= $1
     and (r.lease_until is null or r.lease_until <= $1) order by r.id limit 100 for update skip locked`,
)

/** Without a confirming system nothing waits for confirmation. */
export const unansweredReserves = prepared<ReserveRow>(
  'reserve.unanswered',
  `select ${OF} from document_reserve r where r.state = any ($1::text[]) order by r.id limit 100 for update skip locked`,
)

/** Stored before it is sent, so that every attempt sends the same; not where the document has moved on meanwhile. */
export const keepReserveBody = prepared<{ id: string }>(
  'reserve.keep-body',
  'update document_reserve set body = $2 where id = $1 and run = $3 and state = $4 returning id',
)

const moveReserve = prepared<ReserveRow>(
  'reserve.move',
  `update document_reserve set state = $3, since = $4, next_attempt_at = null, lease_until = null, last_error = $5,
     reference = coalesce($6, reference), is_unsure = $7, updated_at = $4
   where id = $1 and state = any ($2::text[]) and ($8::int is null or run = $8) returning ${COLUMNS}`,
)

export interface ReserveTransition {
  readonly event: Exclude<ReserveEvent, 'undo' | 'retry'>
  readonly effect: ReserveEffect
  readonly error?: Pick<Refusal, 'key' | 'params'> | null
  readonly reference?: string | null
  readonly isUnsure?: boolean
  /** Only by the attempt that holds it; an acceptance counts whoever reports it. */
  readonly run?: number | null
}

/** Applies an event of the table to a reserve in a matching state; returns no row where it changes nothing. */
export function move(id: string, { event, effect, error, reference, isUnsure, run }: ReserveTransition, now: Date) {
  const before = statesBefore(event, effect)
  const after = before[0] && RESERVE_TABLE[before[0]][event]
  if (!after) throw new Error(`no reserve can be ${event} while it is to ${effect}`)
  const kept = error ? JSON.stringify({ key: error.key, params: error.params }) : null
  return moveReserve(id, before, after, now, kept, reference ?? null, isUnsure ?? false, run ?? null)
}

/** An attempt failed and is repeated at $3. */
export const postponeReserve = prepared(
  'reserve.postpone',
  `update document_reserve set next_attempt_at = $3, lease_until = null, last_error = $4, is_unsure = $5, updated_at = $6
   where id = $1 and run = $2 and state = $7 and lease_until is not null`,
)

/** The attempt has ended, whatever the document's state: what follows need not wait for it. */
export const endAttempt = prepared(
  'reserve.end-attempt',
  `update document_reserve set lease_until = null, next_attempt_at = $3, updated_at = $3
   where id = $1 and run = $2 and state in ('occupying', 'releasing') and lease_until is not null`,
)

/** The process ends: the attempt does not count. It may have arrived. */
export const giveBackReserve = prepared(
  'reserve.give-back',
  `update document_reserve set lease_until = null, next_attempt_at = $3, attempts = greatest(attempts - 1, 0), is_unsure = (state = $4), updated_at = $3
   where id = $1 and run = $2 and state in ('occupying', 'releasing') and lease_until is not null`,
)

/** Recorded in the timeline as an act without an actor. */
const insertAct = prepared(
  'reserve.act',
  `insert into approval_act (document_id, round, step, actor_id, act, opinion, content_hash, at, detail)
   select $1, $2, null, null, $3, null, content_hash, $4, $5 from approval_instance where document_id = $1 and round = $2`,
)

/** Consequences of a transition: a timeline entry, a page update, and a notification to the owner where it failed. */
export function reserveEvents(row: ReserveRow, kinds: readonly string[], now: Date): Statement[] {
  const { document_type: documentType, document_id: documentId, round, no, state, owner_id: owner } = row
  const reason = isFailed(state) ? row.last_error : null
  const detail = JSON.stringify({
    ...(row.reference ? { reference: row.reference } : {}),
    ...(reason ? { reason } : {}),
  })
  const changed = documentChanged({
    documentType,
    documentId,
    action: state,
    kinds: [documentType, RESERVE_KIND, ...kinds],
    inboxOf: [],
    notices: isFailed(state)
      ? [{ kind: state === 'failToOccupy' ? 'failToOccupy' : 'failToRelease', to: [owner] }]
      : [],
    round,
    no,
    actorId: null,
    opinion: null,
    at: now.toISOString(),
  })
  return state === 'none' ? [changed] : [insertAct(documentId, round, state, now, detail), changed]
}

/** The same for every attempt of one effect on one round, so that the other system processes it once. */
export function reserveKey(
  row: Pick<ReserveRow, 'document_type' | 'document_id' | 'round'>,
  effect: ReserveEffect,
): string {
  return [row.document_type, row.document_id, row.round, effect].join(':')
}

const KEY = /^([A-Za-z]{1,60}):(\d{1,18}):(\d{1,6}):(occupy|release)$/

/** Parses a key; null where it is none of ours. */
export function readReserveKey(key: string) {
  const [, documentType = '', documentId = '', round = '', effect] = KEY.exec(key) ?? []
  return effect === undefined
    ? null
    : { documentType, documentId, round: Number(round), effect: effect as ReserveEffect }
}
