import type { Statement } from '#kernel/platform/db/statement.ts'
import { reading, transaction, type TransactionPool } from '#kernel/platform/db/tx.ts'
import { poll, type Polling } from '#kernel/platform/jobs/poll.ts'
import { lineSqlOf, tableRows } from '#kernel/engine/document/line-sql.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { effectErrors } from '#kernel/engine/effects/effects.errors.ts'
import {
  approvedRound,
  claimDue,
  type EffectRow,
  effectsChanged,
  giveBack,
  keepBody,
  leaveUndone,
  markDone,
  markFailed,
} from '#kernel/engine/effects/effect-store.ts'
import { effectKey, type EffectTarget, SOLE_RECEIVER } from '#kernel/engine/definition/effect.ts'
import { push, type PushOutcome, type PushTarget } from '#kernel/engine/effects/push.ts'

/** The configured systems of each target by their codes. To others nothing is sent. */
type EffectTargets = Readonly<Record<EffectTarget, ReadonlyMap<string, PushTarget>>>

/** A target that is one system, or none where it is not configured. */
export function soleTarget(target: PushTarget | null): ReadonlyMap<string, PushTarget> {
  return new Map(target ? [[SOLE_RECEIVER, target]] : [])
}

export interface EffectServices {
  readonly pool: TransactionPool
  readonly documents: readonly ServerDocument[]
  readonly targets: EffectTargets
  readonly now: () => Date
}

/** Seconds until the next attempt; after the last of them it is given up and waits for a manual retry. */
export const BACK_OFF: readonly number[] = [10, 30, 120, 600, 1800, 3600, 7200]
const LONGEST = 86_400
/** Concurrent attempts in one process. */
const AT_ONCE = 8
const LOOK_MS = 1_000
/** An attempt that has not ended after its time-out plus this much was lost with its process. */
const GRACE_SECONDS = 5

/** Handles due effects once. True where there may be more. */
export async function runDueEffects(
  services: EffectServices,
  closing = new AbortController().signal,
): Promise<boolean> {
  await leaveWhatHasNoTarget(services)
  const lease = Math.max(0, ...systemsOf(services.targets).map(({ timeoutSeconds }) => timeoutSeconds)) + GRACE_SECONDS
  const at = services.now()
  const claimed = await transaction(services.pool, (tx) =>
    tx.rows(claimDue(at, new Date(at.getTime() + lease * 1000), AT_ONCE)),
  )
  await Promise.all(claimed.map((effect) => attempt(services, effect, closing)))
  return claimed.length === AT_ONCE
}

function systemsOf(targets: EffectTargets): readonly PushTarget[] {
  return Object.values(targets).flatMap((systems) => [...systems.values()])
}

async function leaveWhatHasNoTarget({ pool, documents, targets, now }: EffectServices): Promise<void> {
  const silent = documents.flatMap(({ definition }) =>
    Object.entries(definition.effects ?? {})
      .filter(([, spec]) => spec.to !== undefined || targets[spec.target].size === 0)
      .map(([effect, spec]) => ({ type: definition.name, effect, codes: [...targets[spec.target].keys()] })),
  )
  if (silent.length === 0) return
  const known = silent.flatMap(({ type, effect, codes }) => codes.map((code) => ({ type, effect, code })))
  const left = await transaction(pool, async (tx) => {
    const touched = await tx.rows(
      leaveUndone(
        now(),
        silent.map(({ type }) => type),
        silent.map(({ effect }) => effect),
        known.map(({ type }) => type),
        known.map(({ effect }) => effect),
        known.map(({ code }) => code),
      ),
    )
    const kinds = [...new Set(touched.map((row) => row.document_type))]
    if (kinds.length > 0) await tx.run(effectsChanged(kinds))
    return touched.length
  })
  if (left > 0) console.error(`${left} side effects are not pushed: no address is configured for them`)
}

async function attempt(services: EffectServices, effect: EffectRow, closing: AbortSignal): Promise<void> {
  const { pool, now } = services
  const write = (statement: Statement) =>
    transaction(pool, async (tx) => {
      await tx.run(statement)
      await tx.run(effectsChanged([effect.document_type]))
    })
  const outcome = await send(services, effect, closing).catch((error: unknown): PushOutcome | null => {
    if (closing.aborted) return null
    console.error(`side effect ${effectKey(effect)}: ${(error as Error).stack ?? String(error)}`)
    return { kind: 'later', reason: effectErrors.fault(), afterSeconds: null }
  })
  // Stopping is no failure of the other side. What cannot be recorded now is retried after its lease.
  await write(outcome ? statementOf(effect, outcome, now()) : giveBack(effect.id, effect.run, now())).catch(
    (error: unknown) => console.error(`side effect ${effectKey(effect)}: ${(error as Error).message}`),
  )
}

async function send(services: EffectServices, effect: EffectRow, closing: AbortSignal): Promise<PushOutcome> {
  const document = services.documents.find(({ definition }) => definition.name === effect.document_type)
  const spec = document?.definition.effects?.[effect.effect]
  const target = spec ? services.targets[spec.target].get(effect.receiver) : undefined
  if (!document || !spec || !target) return { kind: 'refused', reason: effectErrors.fault() }
  const body = effect.body ?? (await madeBody(services.pool, document, effect))
  return push(target, { key: effectKey(effect), body, at: services.now() }, closing)
}

/** Made once and stored before anything is sent, so that every attempt with this key sends the same. */
async function madeBody(pool: TransactionPool, document: ServerDocument, effect: EffectRow): Promise<string> {
  const { definition } = document
  const { document_id: id, round, line } = effect
  const { approved, lines, tables } = await reading(pool, async (tx) => ({
    approved: await tx.first(approvedRound(definition)(id, round)),
    lines: await tx.rows(lineSqlOf(definition).read(id, round)),
    ...(await tableRows(tx, definition, id, round)),
  }))
  const bodyOf = document.effects?.[effect.effect]
  if (!approved || !bodyOf) throw new Error(`nothing to say of ${effectKey(effect)}`)
  const subject = {
    no: approved.no,
    round,
    approvedAt: approved.approved_at?.toISOString() ?? '',
    header: approved.header ?? {},
    lines,
    ...(tables ? { tables } : {}),
    line,
  }
  const receiver = effect.receiver === SOLE_RECEIVER ? {} : { receiver: effect.receiver }
  const head = { key: effectKey(effect), effect: effect.effect, ...receiver, documentType: definition.name }
  const body = JSON.stringify({ ...head, no: subject.no, round, ...bodyOf(subject) })
  await transaction(pool, (tx) => tx.run(keepBody(effect.id, body)))
  return body
}

function statementOf(effect: EffectRow, outcome: PushOutcome, now: Date) {
  switch (outcome.kind) {
    case 'taken':
      return markDone(effect.id, outcome.reference, now)
    case 'refused':
      return failed(effect, outcome.reason, null, now)
    case 'later': {
      const wait = BACK_OFF[effect.attempts - 1]
      const seconds = wait === undefined ? null : Math.min(LONGEST, Math.max(wait, outcome.afterSeconds ?? 0))
      return failed(effect, outcome.reason, seconds, now)
    }
  }
}

function failed(effect: EffectRow, reason: { key: string; params: object }, seconds: number | null, now: Date) {
  const next = seconds === null ? null : new Date(now.getTime() + seconds * 1000)
  return markFailed(effect.id, effect.run, next, JSON.stringify({ key: reason.key, params: reason.params }), now)
}

/** Polls until closed; an idle poll is one read of a partial index. */
export function startEffects(services: EffectServices): Polling {
  // The database is away: it is tried again.
  return poll(LOOK_MS, (closing) => runDueEffects(services, closing).catch(() => false))
}
