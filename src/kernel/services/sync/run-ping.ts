import { verdictOf } from '#kernel/platform/outgoing/verdict.ts'
import { reasonOf } from './outbound-client.ts'
import { failed, type RunEnd } from './run-pull.ts'
import type { SyncServices } from './run-pushes.ts'
import type { SyncRunRow } from './run-store.ts'
import { syncErrors } from './sync.errors.ts'

const ANSWER_BYTES = 16_384
const SHOWN = 300

/** Tests a setting without effects: a signed message of type `ping`, or one row of a page that is discarded. */
export async function runPing({ outside, now }: SyncServices, run: SyncRunRow, closing: AbortSignal): Promise<RunEnd> {
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
