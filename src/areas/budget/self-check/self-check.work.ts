import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { AreaWork, WorkServices } from '#kernel/platform/jobs/area-work.ts'
import type { NotificationSubject } from '#kernel/services/notify/notification-subjects.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { CHECKS, type CheckName, type SelfCheckFinding, LONG, STEPS } from './self-check.steps.ts'

/** Progress and findings of one check of a run. */
export interface StepState {
  readonly name: CheckName
  readonly state: 'waiting' | 'running' | 'done'
  readonly done: number
  readonly total: number
  readonly ms: number
  readonly count: number
  readonly findings: readonly SelfCheckFinding[]
}

/** Overruns are allowed, so they are no differences. */
const isDifference = ({ name }: Pick<StepState, 'name'>): boolean => name !== 'overrun'

export function differencesIn(steps: readonly Pick<StepState, 'name' | 'count'>[]): number {
  return steps.filter(isDifference).reduce((sum, { count }) => sum + count, 0)
}

const LEASE_MS = 5 * 60_000 + 60_000
const MOST_ATTEMPTS = 3
/** Findings stored per check. */
const KEPT = 100
/** The hour of the nightly run, UTC. */
const NIGHT_HOUR = 2

const askForNight = prepared(
  'budget.check-night',
  `insert into budget_check (state, asked_at) values ('asked', $1) on conflict (asked_at) where requested_by is null do nothing`,
)
const lastNight = prepared<{ asked_at: Date }>(
  'budget.check-last-night',
  `select asked_at from budget_check where requested_by is null order by asked_at desc limit 1`,
)
const claim = prepared<{ id: string; attempt: number; steps: readonly StepState[] }>(
  'budget.check-claim',
  `update budget_check set state = 'running', attempt = attempt + 1, started_at = coalesce(started_at, $1), leased_until = $2
   where id = (
     select id from budget_check where state = 'asked' or (state = 'running' and leased_until < $1) order by id limit 1 for update skip locked
   ) returning id, attempt, steps`,
)
const keep = prepared(
  'budget.check-keep',
  `update budget_check set steps = $3, leased_until = $4 where id = $1 and attempt = $2 and state = 'running'`,
)
const leave = prepared(
  'budget.check-leave',
  `update budget_check set leased_until = $3, attempt = attempt - 1 where id = $1 and attempt = $2 and state = 'running'`,
)
const end = prepared(
  'budget.check-end',
  `update budget_check set state = $3, ended_at = $4, differences = $5, reason = $6, leased_until = null
   where id = $1 and attempt = $2 and state = 'running'`,
)

/** Notifies those responsible for the ledger: people who may view and start the checks. */
const answerable = prepared<{ user_id: number }>(
  'budget.check-answerable',
  `select distinct r.user_id from user_role r join role_right v on v.role_code = r.role_code and v.right_code = 'budget.check.run'
   join app_user u on u.id = r.user_id where u.status = 'active'`,
)

async function tell(tx: Tx, id: string, at: Date): Promise<void> {
  const to = (await tx.rows(answerable())).map((row) => row.user_id)
  await tx.run(
    documentChanged({
      documentType: BUDGET_CHECK,
      documentId: id,
      round: 0,
      no: at.toISOString().slice(0, 10),
      action: 'check',
      actorId: null,
      at: at.toISOString(),
      kinds: [],
      inboxOf: [],
      notices: [{ kind: 'checkDifference', to }],
    }),
  )
}

const waiting: readonly StepState[] = CHECKS.map((name) => ({
  name,
  state: 'waiting',
  done: 0,
  total: 0,
  ms: 0,
  count: 0,
  findings: [],
}))

/** The time of the last nightly run: a newly started product is checked at once. */
function lastNightBefore(at: Date): Date {
  const today = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), NIGHT_HOUR)
  return new Date(at.getTime() < today ? today - 86_400_000 : today)
}

/** The nightly run is requested once, by the first worker that polls. */
async function askNightly({ now, transaction, reading }: WorkServices): Promise<void> {
  const night = lastNightBefore(now())
  const last = await reading((tx) => tx.first(lastNight()))
  if (last && last.asked_at >= night) return
  await transaction((tx) => tx.run(askForNight(night)))
}

/** A run whose worker died continues at the check where it was. */
export async function runNextCheck(services: WorkServices, closing: AbortSignal): Promise<boolean> {
  const { now, transaction } = services
  const claimed = await transaction((tx) => tx.first(claim(now(), new Date(now().getTime() + LEASE_MS))))
  if (!claimed) return false
  const { id, attempt } = claimed
  if (attempt > MOST_ATTEMPTS) {
    await transaction((tx) => tx.run(end(id, attempt, 'failed', now(), null, 'gave up')))
    return true
  }
  let steps = claimed.steps.length > 0 ? claimed.steps : waiting
  const put = async (name: CheckName, change: Partial<StepState>): Promise<boolean> => {
    steps = steps.map((step) => (step.name === name ? { ...step, ...change } : step))
    const kept = keep(id, attempt, JSON.stringify(steps), new Date(now().getTime() + LEASE_MS))
    return (await transaction((tx) => tx.run(kept))) === 1
  }
  for (const { name } of steps.filter(({ state }) => state !== 'done')) {
    if (await runStep(services, name, put, closing)) continue
    // A stopping worker releases it for the next one at once.
    if (closing.aborted) await transaction((tx) => tx.run(leave(id, attempt, now())))
    return false
  }
  const differences = differencesIn(steps)
  await transaction(async (tx) => {
    const ended = await tx.run(end(id, attempt, 'done', now(), differences, null))
    if (ended === 1 && differences > 0) await tell(tx, id, now())
  })
  return true
}

type Put = (name: CheckName, change: Partial<StepState>) => Promise<boolean>

/** False where the run has another worker, or this one is stopping. */
async function runStep(
  { transaction, reading }: WorkServices,
  name: CheckName,
  put: Put,
  closing: AbortSignal,
): Promise<boolean> {
  const began = performance.now()
  const parts = await reading((tx) => STEPS[name](tx))
  let findings: readonly SelfCheckFinding[] = []
  let count = 0
  for (let part = 0; part < parts.total; part += 1) {
    if (closing.aborted) return false
    const found = await transaction(async (tx) => {
      await tx.run(LONG)
      return await parts.run(tx, part)
    })
    count += found.length
    findings = [...findings, ...found].slice(0, KEPT)
    const ms = Math.round(performance.now() - began)
    const isLast = part + 1 === parts.total
    const state = isLast ? 'done' : 'running'
    if (!(await put(name, { state, done: part + 1, total: parts.total, ms, count, findings }))) return false
  }
  return true
}

const BUDGET_CHECK = 'budgetCheck'
const PAGE = '/budget/pc/self-check'

/** Notifications of a check with findings. */
export const selfCheckSubject: NotificationSubject = {
  type: BUDGET_CHECK,
  right: 'budget.check.view',
  title: (language) => textAt(language, 'budget.page.selfCheck'),
  pages: () => ({ pc: PAGE, mobile: PAGE }),
}

export const selfCheckWork: AreaWork = {
  name: 'self-check of the budget ledger',
  everySeconds: 3,
  async run(services, closing) {
    await askNightly(services)
    return await runNextCheck(services, closing)
  },
}
