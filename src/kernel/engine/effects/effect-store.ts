import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type EffectSpec, type EffectState, SOLE_RECEIVER } from '#kernel/engine/definition/effect.ts'

export interface EffectRow {
  readonly id: string
  readonly document_type: string
  readonly document_id: string
  readonly round: number
  readonly line: number | null
  readonly effect: string
  readonly receiver: string
  readonly state: EffectState
  readonly body: string | null
  readonly run: number
  readonly attempts: number
  readonly next_attempt_at: Date | null
  readonly last_error: Pick<Refusal, 'key' | 'params'> | null
  readonly reference: string | null
  readonly updated_at: Date
}

const COLUMNS = `id, document_type, document_id, round, line, effect, receiver, state, body, run, attempts, next_attempt_at, last_error,
  reference, updated_at`

const insertForDocument = prepared(
  'effects.insert',
  `insert into document_effect (document_type, document_id, scope_id, round, effect, receiver, next_attempt_at, created_at, updated_at)
   select $1, $2, $3, $4, e, r, $7, $7, $7 from unnest($5::text[], $6::text[]) as due (e, r)`,
)

function insertForLines(definition: AnyDefinition) {
  return prepared(
    `effects.insert-lines-${definition.name}`,
    `insert into document_effect (document_type, document_id, scope_id, round, line, effect, receiver, next_attempt_at, created_at, updated_at)
     select $1, $2, $3, $4, l.line_no, e, r, $7, $7, $7
     from ${definition.table}_line l, unnest($5::text[], $6::text[]) as due (e, r) where l.document_id = $2 and l.round = $4`,
  )
}

/** The side effects of an action, inserted in its own transaction. */
export function effectsOfAction(
  definition: AnyDefinition,
  action: string,
  document: { readonly id: string; readonly scopeId: number; readonly round: number },
  header: Readonly<Record<string, unknown>>,
  now: Date,
): Statement[] {
  const due = Object.entries(definition.effects ?? {}).filter(([, spec]) => spec.after === action)
  const named = (each: 'line' | undefined) =>
    due
      .filter(([, spec]) => spec.each === each)
      .flatMap(([name, spec]) => receiversOf(spec, header).map((receiver) => ({ name, receiver })))
  const values = (pushes: readonly { readonly name: string; readonly receiver: string }[]) =>
    [
      definition.name,
      document.id,
      document.scopeId,
      document.round,
      pushes.map(({ name }) => name),
      pushes.map(({ receiver }) => receiver),
      now,
    ] as const
  const whole = named(undefined)
  const lines = named('line')
  return [
    ...(whole.length > 0 ? [insertForDocument(...values(whole))] : []),
    ...(lines.length > 0 ? [insertForLines(definition)(...values(lines))] : []),
  ]
}

function receiversOf({ to }: EffectSpec, header: Readonly<Record<string, unknown>>): readonly string[] {
  if (to === undefined) return [SOLE_RECEIVER]
  const codes = [header[to] ?? []].flat().map(String)
  return [...new Set(codes)].filter((code) => code !== SOLE_RECEIVER)
}

export const effectsOf = prepared<EffectRow>(
  'effects.of-document',
  `select ${COLUMNS} from document_effect where document_id = $1 and round = $2 order by effect, receiver, line nulls first`,
)

/** Retries failed effects, all or those of one receiver; done and running ones are unchanged. */
export const askAgain = prepared(
  'effects.ask-again',
  `update document_effect set state = 'pendingPushed', attempts = 0, next_attempt_at = $3, updated_at = $3
   where document_id = $1 and round = $2 and state = 'failedPushed' and ($4::text is null or (effect, receiver) = ($4, $5))`,
)

/** Due effects, each for one attempt: also those whose attempt was lost with its process. Several workers share them (`skip locked`). */
export const claimDue = prepared<EffectRow>(
  'effects.claim',
  `update document_effect set state = 'pushing', run = run + 1, attempts = attempts + 1, next_attempt_at = $2, updated_at = $1
   where id in (select id from document_effect where state in ('pendingPushed', 'pushing') and next_attempt_at <= $1
     order by next_attempt_at limit $3 for update skip locked)
   returning ${COLUMNS}`,
)

/** Effects of these types and names ($2, $3) whose receiver is not among the configured ones ($4 to $6): marked so and never tried. */
export const leaveUndone = prepared<{ document_type: string }>(
  'effects.leave-undone',
  `update document_effect set state = 'nonPush', next_attempt_at = null, updated_at = $1
   where state = 'pendingPushed' and (document_type, effect) in (select * from unnest($2::text[], $3::text[]))
     and not exists (select from unnest($4::text[], $5::text[], $6::text[]) as known (t, e, r)
       where t = document_type and e = effect and r = receiver)
   returning document_type`,
)

export const keepBody = prepared('effects.keep-body', 'update document_effect set body = $2 where id = $1')

/** An effect that the other system accepted is done, whichever attempt reported it. */
export const markDone = prepared(
  'effects.done',
  `update document_effect set state = 'succeededPushed', next_attempt_at = null, last_error = null, reference = $2, updated_at = $3
   where id = $1 and state <> 'succeededPushed'`,
)

/** An attempt failed: it is retried at $3, or given up where that is null. */
export const markFailed = prepared(
  'effects.failed',
  `update document_effect set state = case when $3::timestamptz is null then 'failedPushed' else 'pendingPushed' end,
     next_attempt_at = $3, last_error = $4, updated_at = $5
   where id = $1 and run = $2 and state = 'pushing'`,
)

/** The process ends: the attempt does not count, and another worker makes it. */
export const giveBack = prepared(
  'effects.give-back',
  `update document_effect set state = 'pendingPushed', attempts = attempts - 1, next_attempt_at = $3, updated_at = $3
   where id = $1 and run = $2 and state = 'pushing'`,
)

interface ApprovedRow {
  readonly no: string
  readonly header: Readonly<Record<string, string | number | null>> | null
  readonly approved_at: Date | null
}

/** Number, and header of the approved round. */
export function approvedRound(definition: AnyDefinition) {
  return prepared<ApprovedRow>(
    `effects.approved-${definition.name}`,
    `select d.no, i.header, i.ended_at as approved_at from ${definition.table} d
     join approval_instance i on i.document_id = d.id and i.round = $2 where d.id = $1`,
  )
}

/** The relay updates lists and pages that show the state of a document's effects. */
export const effectsChanged = prepared(
  'effects.changed',
  `insert into outbox (topic, payload) values ('effects.changed', jsonb_build_object('kinds', $1::text[]))`,
)
