import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { keptFigure } from '#kernel/platform/http/figures.ts'
import type { ApprovalView, StepView } from './approval-wire.ts'

export type Usual = NonNullable<StepView['usual']>

/** Fewer approvals are not representative. */
const ENOUGH = 5
/** Number of latest finished approvals of a template that are considered: recent ones, at a constant cost. */
const RECENT = 500
/** A step's usual duration does not change within the hour. */
const FRESH_MS = 3_600_000

interface Row {
  readonly key: string
  readonly count: number
  readonly median: number
  readonly p90: number
}

/**
 * Minutes from a step's first task to its last act. By the step's key, so that a new version of the template keeps the
 * history; steps that were withdrawn unfinished do not count.
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

/** The usual duration of each step of a template, by key. */
export async function usualTimes(tx: Tx, templateCode: string): Promise<ReadonlyMap<string, Usual>> {
  const address = { kind: 'approvalHistory', filters: templateCode, scope: 'all' }
  return byStep((await keptFigure(tx, address, () => tx.rows(stepTimes(templateCode)), FRESH_MS)).value)
}

/** The same without the cache, for readers in a snapshot. */
export async function freshTimes(tx: Tx, templateCode: string): Promise<ReadonlyMap<string, Usual>> {
  return byStep(await tx.rows(stepTimes(templateCode)))
}

function byStep(rows: readonly Row[]): ReadonlyMap<string, Usual> {
  return new Map(
    rows.map((row) => [row.key, { medianMinutes: row.median, p90Minutes: row.p90, count: row.count }] as const),
  )
}

/** The part of a step that its probable end depends on. */
export interface AheadStep extends Pick<StepView, 'key' | 'group' | 'status'> {
  readonly tasks: readonly { readonly since: string }[]
}

/**
 * Probable end of an approval: open steps take their usual time (or, where that has passed, the time within which nine of ten finish), then
 * each step ahead takes its usual time; parallel steps count with the longest. Null where a step has no history yet.
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

/** The view with the usual duration of its steps and its probable end. */
export async function withUsualTimes(tx: Tx, view: ApprovalView, now: Date): Promise<ApprovalView> {
  const usual = await usualTimes(tx, view.templateCode)
  return {
    ...view,
    steps: view.steps.map((step) => ({ ...step, usual: usual.get(step.key) ?? null })),
    likelyFinish: view.state === 'running' ? likelyFinish(view.steps, usual, now) : null,
  }
}
