import { setTimeout as sleep } from 'node:timers/promises'
import { fundPool } from '#areas/budget/pool/fund-pool.server.ts'
import { transaction } from '#kernel/platform/db/tx.ts'
import { INDIA, type World } from '#test/helpers/budget/budget-world.ts'
import { type Caller, callerOf } from '#test/helpers/servers/processes.ts'
import { randomOf, type Random } from '#test/helpers/random.ts'

// Many clients on one pool: grants, revokes and transfers that are raised, decided and withdrawn at once, through
// several server processes. The allowed answers are known; the durations and the final balances are the result.

export interface HotPool {
  readonly clients: number
  readonly seconds: number
  readonly origins: readonly string[]
  readonly seed?: number
}

export interface HotPoolResult {
  /** Milliseconds of each call. */
  readonly times: readonly number[]
  /** `submit grant 200`, `approve 409 approval.taskDone`: how often. */
  readonly answers: ReadonlyMap<string, number>
  /** Answers that nobody should get: a fault, an unresolved deadlock, a rule that does not apply. */
  readonly wrong: readonly string[]
  /** Deadlocks that the database found meanwhile; each was resolved, or it is among the wrong answers. */
  readonly deadlocks: number
}

const API = { grant: '/aps/budget/country', transfer: '/aps/budget/country/transfer' }
type Kind = keyof typeof API

/** Projects that the hot pool funds; it has far less money than they ask for. */
export const HOT_PROJECTS = Array.from({ length: 8 }, (_, at) => `HOT-${at + 1}`)
/** Refusals that the later of two people may get, by key. */
const SECOND: ReadonlySet<string> = new Set([
  'budget.exceedsPool',
  'budget.exceedsLine',
  'ledger.insufficient',
  'approval.taskDone',
  'approval.taskClosed',
  'approval.notRunning',
  'approval.newRound',
  'approval.contentChanged',
  'approval.alreadyActed',
  'approval.notHolder',
  'document.stale',
  'document.notFound',
  'document.wrongState',
])

interface Task {
  readonly kind: Kind
  readonly account: string
  readonly formInstanceId: string
  readonly taskId: string
  readonly contentHash: string
  readonly version: number
}

interface Line {
  readonly code: string
  readonly project: string
}

const OPEN_TASKS = `
  select case d.type when 'budgetTransfer' then 'transfer' else 'grant' end as kind, u.account, d.id || '-' || d.round as "formInstanceId",
    t.id as "taskId", i.content_hash as "contentHash", d.version
  from (select 'countryBudget' as type, id, round, version from country_budget where state = 'underApproval' and project_pool_code = $1
        union all select 'budgetTransfer', id, round, version from budget_transfer where state = 'underApproval' and project_pool_code = $1) d
  join approval_instance i on i.document_id = d.id and i.round = d.round
  join approval_task t on t.document_id = d.id and t.round = d.round and t.state = 'open'
  join app_user u on u.id = t.user_id
  order by random() limit 400`

const HOT = 'POOL-H'
const HEADER = { ...INDIA, projectPoolCode: HOT }

/** A pool of its own in the company of the budget world, whose eight budgets each have something, and which is short of money. */
export async function heatPool(world: World, amount = '720.00', each = '40.00'): Promise<void> {
  await world.query(`insert into project_pool (id, code, name_zh, name_en) values (9, $1, $1, $1)`, [HOT])
  await world.query('insert into project_pool_area (area_id, pool_code) values (2, $1)', [HOT])
  await world.query(
    `insert into project (code, name_zh, name_en, country_code, scope_id)
     select code, code, code, 'IN', 201 from unnest($1::text[]) as project (code)`,
    [HOT_PROJECTS],
  )
  const funding = { areaId: 2, year: INDIA.year, currency: INDIA.currency, actorId: 1, at: world.now }
  await transaction(world.pool, (tx) => fundPool(tx, { ...funding, projectPoolCode: HOT, amount }))
  const lines = HOT_PROJECTS.map((projectCode) => ({ projectCode, amount: each }))
  const granted = await world.submit('in.channel', lines, { projectPoolCode: HOT })
  await world.approveAll(granted.formInstanceId ?? '')
}

const lineOf = (projectCode: string, amount: number) => ({
  countryCode: 'IN',
  projectCode,
  fscId: 'F01',
  subBusiCode: 'S01',
  productLineCode: 'P1',
  amount: String(amount),
})

export async function runHotPool(world: World, hot: HotPool): Promise<HotPoolResult> {
  const callers = await callersOf(world)
  const lines = await world.query<Line>(
    `select code, project_code as project from budget_line where project_code = any ($1::text[]) and project_pool_code = $2`,
    [HOT_PROJECTS, HOT],
  )
  const times: number[] = []
  const answers = new Map<string, number>()
  const wrong: string[] = []
  let tasks: Task[] = []
  const until = performance.now() + hot.seconds * 1000
  const isOver = () => performance.now() > until

  async function call(name: string, account: string, origin: string, path: string, body: object): Promise<void> {
    const caller = callers.get(account)
    if (!caller) throw new Error(`no caller ${account}`)
    const start = performance.now()
    const { status, body: answer } = await caller.post(origin, path, body)
    times.push(performance.now() - start)
    const key = answer.error?.key ?? ''
    const told = `${name} ${status} ${key}`.trim()
    answers.set(told, (answers.get(told) ?? 0) + 1)
    if (status !== 200 && !SECOND.has(key)) wrong.push(told)
  }

  function act(random: Random, origin: string): Promise<void> {
    const path = random.upTo(100)
    if (path < 12) return raise(random, origin, 'grant')
    if (path < 19) return raise(random, origin, 'revoke')
    if (path < 26) return raise(random, origin, 'transfer')
    const task = tasks.pop()
    // Nothing is waiting at the moment.
    if (!task) return raise(random, origin, 'grant')
    const { kind, account, version, ...decision } = task
    if (path < 32) {
      const body = { formInstanceId: task.formInstanceId, version }
      return call(`withdraw ${kind}`, 'in.channel', origin, `${API[kind]}/withdraw`, body)
    }
    const verb = path < 37 ? 'reject' : 'approve'
    return call(`${verb} ${kind}`, account, origin, `${API[kind]}/${verb}`, { ...decision, opinion: 'Read' })
  }

  function raise(random: Random, origin: string, what: 'grant' | 'revoke' | 'transfer'): Promise<void> {
    const amount = 1 + random.upTo(9)
    const [from, to] = random.some(lines, 2).length > 1 ? random.some(lines, 2) : [lines[0]!, lines[1]!]
    const given = from!
    if (what === 'transfer') {
      const target =
        lines.find(({ code }) => code !== given.code && code === to?.code) ??
        lines.find(({ code }) => code !== given.code)!
      const content = {
        ...HEADER,
        level: 'project',
        toAreaId: 2,
        toIdcCode: 'IN',
        lines: [{ fromBudgetCode: given.code, ...lineOf(target.project, amount) }],
      }
      return call('submit transfer', 'in.channel', origin, `${API.transfer}/bpm/template-code`, content)
    }
    const line = { ...lineOf(given.project, amount), ...(what === 'revoke' ? { budgetCode: given.code } : {}) }
    const content = { ...HEADER, applyType: what, lines: [line] }
    return call(`submit ${what}`, 'in.channel', origin, `${API.grant}/bpm/template-code`, content)
  }

  async function client(index: number): Promise<void> {
    const random = randomOf((hot.seed ?? 20_261_121) + index * 7919)
    while (!isOver()) await act(random, hot.origins[index % hot.origins.length]!)
  }

  /** Reads task lists again and again, as open pages do. */
  async function look(): Promise<void> {
    while (!isOver()) {
      tasks = await world.query<Task>(OPEN_TASKS, [HOT])
      await sleep(150)
    }
  }

  const before = await deadlocksOf(world)
  await Promise.all([look(), ...Array.from({ length: hot.clients }, (_, index) => client(index))])
  return { times, answers, wrong, deadlocks: (await deadlocksOf(world)) - before }
}

async function callersOf(world: World): Promise<ReadonlyMap<string, Caller>> {
  const people = await world.query<{ account: string }>(
    `select distinct account from app_user where account like 'in.%' or account like 'hq.%'`,
  )
  const found = new Map<string, Caller>()
  for (const { account } of people) {
    const caller = await callerOf(world.pool, account).catch(() => null)
    if (caller) found.set(account, caller)
  }
  return found
}

async function deadlocksOf(world: World): Promise<number> {
  const [row] = await world.query<{ deadlocks: number }>(
    `select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  return row?.deadlocks ?? 0
}

/** The total is unchanged: what lines and pool have and hold. */
export async function moneyOfPool(world: World): Promise<string> {
  const [row] = await world.query<{ money: string }>(
    `select sum(a.avl + a.hld)::text as money from budget_account a where a.id in (
       select id from budget_pool where project_pool_code = $1
       union all select id from budget_line where project_pool_code = $1)`,
    [HOT],
  )
  return row?.money ?? ''
}
