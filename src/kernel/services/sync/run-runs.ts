import { transaction } from '#kernel/platform/db/tx.ts'
import { verdictOf } from '#kernel/platform/outgoing/verdict.ts'
import { keptReason, reasonOf } from './outbound-client.ts'
import { nextAttempt } from './retry-policy.ts'
import { runFill } from './run-fill.ts'
import { failed, LEASE_SECONDS, type RunEnd, runPull } from './run-pull.ts'
import type { SyncServices } from './run-pushes.ts'
import { addRun, claimRun, endRun, giveBackRun, planSetting, type SyncRunRow, settingsToPlan } from './run-store.ts'
import { nextTime } from './schedule.ts'
import { syncErrors } from './sync.errors.ts'
import { syncChanged } from './take-changes.ts'

/** Starts the runs of due settings, and computes times for new schedules. Missed runs are made up once. */
export async function planRuns({ pool, now }: Pick<SyncServices, 'pool' | 'now'>): Promise<void> {
  await transaction(pool, async (tx) => {
    const at = now()
    for (const { code, schedule, timezone, is_due: isDue } of await tx.rows(settingsToPlan(at))) {
      if (isDue) await tx.run(addRun(code, 'pull', 'schedule', null, at))
      await tx.run(planSetting(code, nextTime(schedule, timezone, at)))
    }
  })
}

/** Takes one due run, if there is one, and executes it; returns whether there was one. */
export async function runNext(services: SyncServices, closing: AbortSignal): Promise<boolean> {
  const run = await claim(services)
  if (!run) return false
  const end = await carryOut(services, run, closing).catch((error: unknown): RunEnd | null => {
    if (closing.aborted) return null
    console.error(`sync run ${run.id}: ${(error as Error).stack ?? String(error)}`)
    return failed(syncErrors.fault(), true)
  })
  await transaction(services.pool, async (tx) => {
    await tx.run(statementOf(run, end, services.now()))
    await tx.run(syncChanged(['syncRun']))
  })
  return true
}

async function claim({ pool, now }: SyncServices): Promise<SyncRunRow | undefined> {
  return transaction(pool, (tx) => tx.first(claimRun(now(), LEASE_SECONDS))).catch((error: unknown) => {
    // Another run of the same setting began at this moment.
    if ((error as { readonly code?: unknown }).code === '23505') return undefined
    throw error
  })
}

function carryOut(services: SyncServices, run: SyncRunRow, closing: AbortSignal): Promise<RunEnd> {
  switch (run.kind) {
    case 'pull':
      return runPull(services, run, closing)
    case 'fill':
      return runFill(services, run, closing)
    case 'ping':
      return runPing(services, run, closing)
  }
}

function statementOf(run: SyncRunRow, end: RunEnd | null, now: Date) {
  const { id, claim: held } = run
  if (end === null) return giveBackRun(id, held, now)
  switch (end.kind) {
    case 'done':
      return endRun(id, held, 'succeeded', null, null, now)
    case 'stopped':
      return endRun(id, held, 'stopped', null, null, now)
    case 'lost':
      // Another worker has it and will record its end, so this changes nothing.
      return endRun(id, held, 'pullFail', null, keptReason(syncErrors.fault()), now)
    case 'failed': {
      const state = run.direction === 'inbound' ? 'pullFail' : 'pushFail'
      const attempt = { key: `run ${id}`, attempts: run.attempts, askedAt: run.created_at, now }
      const next = end.isPassing && run.kind !== 'ping' ? nextAttempt(run, attempt, end.afterSeconds) : null
      return endRun(id, held, state, next, end.error, now)
    }
  }
}

const ANSWER_BYTES = 16_384
const SHOWN = 300

/** Tests a setting without effects: a signed message of type `ping`, or one row of a page that is discarded. */
async function runPing({ outside, now }: SyncServices, run: SyncRunRow, closing: AbortSignal): Promise<RunEnd> {
  const id = `ping_${run.id}`
  const body = JSON.stringify({ type: 'ping', timestamp: run.created_at.toISOString(), data: {} })
  const call =
    run.direction === 'outbound'
      ? ({ method: 'POST', path: run.path, id, body } as const)
      : ({ method: 'GET', path: `${run.path}?limit=1`, id } as const)
  const answer = await outside.call(run, { ...call, maxBytes: ANSWER_BYTES, closing }, now())
  if (answer.kind === 'untried') return failed(answer.reason, false)
  if (answer.kind !== 'answered') return failed(reasonOf(answer, run), false)
  const { status, text } = answer
  if (verdictOf(status) === 'taken') return { kind: 'done' }
  const reason =
    verdictOf(status) === 'later'
      ? syncErrors.unavailable({ status })
      : syncErrors.refused({ status, answer: text.slice(0, SHOWN) })
  return failed(reason, false)
}
