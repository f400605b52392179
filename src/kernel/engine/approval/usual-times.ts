import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { keptFigure } from '#kernel/platform/http/figures.ts'
import type { ApprovalView, StepView } from './approval-wire.ts'

export type Usual = NonNullable<StepView['usual']>

/** Less of it says nothing. */
const ENOUGH = 5
/** Of this many finished approvals of a template, latest first: how it goes nowadays, for a price that does not grow. */
const RECENT = 500
/** How long a step usually takes does not change within the hour. */
const FRESH_MS = 3_600_000

interface Row {
  readonly key: string
  readonly count: number
  readonly median: number
  readonly p90: number
}

/**
 * Minutes from a step's first task to its last act. By the step's key, so that a new version of the template keeps the history;
 * what was taken back before the step was over says nothing of how long it takes.
 */
const stepTimes = prepared<Row>(
  'approval.step-times',
  `with recent as materialized (
     select document_id, round, state, steps from approval_instance
     where template_code = $1 and ended_at is not null order by ended_at desc limit ${RECENT}
   ), taken as (
     select r.steps -> d.step ->> 'key' as key, d.minutes
     from recent r cross join lateral (
       select t.step, extract(epoch from max(t.ended_at) - min(t.created_at)) / 60 as minutes from approval_task t
       where t.document_id = r.document_id and t.round = r.round and t.state = 'done' group by t.step
     ) d
     where r.steps -> d.step ->> 'status' = 'done' or r.state in ('rejected', 'returned')
   )
   select key, count(*)::int as count, round(percentile_cont(0.5) within group (order by minutes))::int as median,
     round(percentile_cont(0.9) within group (order by minutes))::int as p90
   from taken group by key having count(*) >= ${ENOUGH}`,
)

/** How long each step of a template usually takes, by its key. */
export async function usualTimes(tx: Tx, templateCode: string): Promise<ReadonlyMap<string, Usual>> {
  const address = { kind: 'approvalHistory', filters: templateCode, scope: 'all' }
  return byStep((await keptFigure(tx, address, () => tx.rows(stepTimes(templateCode)), FRESH_MS)).value)
}

/** The same, worked out anew: for who reads in a snapshot and can keep nothing. */
export async function freshTimes(tx: Tx, templateCode: string): Promise<ReadonlyMap<string, Usual>> {
  return byStep(await tx.rows(stepTimes(templateCode)))
}

function byStep(rows: readonly Row[]): ReadonlyMap<string, Usual> {
  return new Map(
    rows.map((row) => [row.key, { medianMinutes: row.median, p90Minutes: row.p90, count: row.count }] as const),
  )
}

/** What of a step its likely end follows from. */
export interface AheadStep extends Pick<StepView, 'key' | 'group' | 'status'> {
  readonly tasks: readonly { readonly since: string }[]
}

/**
 * When an approval will probably be over: what waits goes on to its usual time (or, where that has passed, to the time within
 * which nine of ten are done), then each step ahead takes its usual time; steps side by side take the longest. Null where a
 * step has no history yet.
 */
export function likelyFinish(steps: readonly AheadStep[], usual: ReadonlyMap<string, Usual>, now: Date): string | null {
  let minutes = 0
  let group: { readonly name: string; longest: number } | null = null
  let ahead = 0
  for (const step of steps) {
    if (step.status !== 'current' && step.status !== 'future') continue
    const times = usual.get(step.key)
    if (!times) return null
    ahead += 1
    const left = step.status === 'current' ? leftOf(step, times, now) : times.medianMinutes
    if (group && step.group === group.name) {
      minutes += Math.max(0, left - group.longest)
      group.longest = Math.max(group.longest, left)
      continue
    }
    minutes += left
    group = step.group === null ? null : { name: step.group, longest: left }
  }
  return ahead === 0 ? null : new Date(now.getTime() + minutes * 60_000).toISOString()
}

function leftOf({ tasks }: AheadStep, { medianMinutes, p90Minutes }: Usual, now: Date): number {
  const since = tasks.map((task) => Date.parse(task.since)).toSorted((a, b) => a - b)[0]
  const gone = since === undefined ? 0 : (now.getTime() - since) / 60_000
  return Math.max(0, gone < medianMinutes ? medianMinutes - gone : p90Minutes - gone)
}

/** The view with how long its steps usually take and when it will probably be over. */
export async function withUsualTimes(tx: Tx, view: ApprovalView, now: Date): Promise<ApprovalView> {
  const usual = await usualTimes(tx, view.templateCode)
  return {
    ...view,
    steps: view.steps.map((step) => ({ ...step, usual: usual.get(step.key) ?? null })),
    likelyFinish: view.state === 'running' ? likelyFinish(view.steps, usual, now) : null,
  }
}
