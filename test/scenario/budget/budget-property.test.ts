import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ActionAnswer, Command } from '#kernel/engine/document/action/command.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { budgetTransferDocument } from '#areas/budget/transfer/budget-transfer.plans.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { poolBudgetDocument } from '#areas/budget/pool/pool-budget.plans.ts'
import {
  type Act,
  type Content,
  drafterOf,
  kindOf,
  Model,
  POOL_MONEY,
  POOLS,
  PROJECTS,
  routeOf,
} from '#test/scenario/budget/budget-model.ts'
import { taskOf, tasksOf } from '#test/helpers/company/actor.ts'
import { budgetWorld, INDIA, INDIAN_ROUTE, type World } from '#test/helpers/budget/budget-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'

// Random lives of all documents over pools, projects and countries, compared with a model that knows only domain.md.

const DRAFTERS = ['in.channel', 'id.channel', 'in.manager', 'nomenu', 'hq.auditor'] as const
const DECIDERS = [...INDIAN_ROUTE, 'hq.finance', 'id.manager', 'in.channel', 'hq.auditor', 'nomenu'] as const
const DOCUMENTS: Readonly<Record<Content['doc'], ServerDocument>> = {
  country: countryBudgetDocument,
  transfer: budgetTransferDocument,
  pool: poolBudgetDocument,
}

const amount = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 300 }))
const amountsOf = (keys: readonly string[]) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...keys), amount), { minLength: 1, maxLength: 2, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries))
// Mostly one pool, so that documents meet.
const pool = fc.constantFrom('POOL-A', 'POOL-A', 'POOL-A', ...POOLS)
const level = fc.constantFrom('country', 'country', 'project')
const project = fc.constantFrom(...PROJECTS)
const content = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      doc: fc.constant('country'),
      type: fc.constantFrom('grant', 'grant', 'grant', 'revoke', 'supplement', 'initialLoad'),
      level,
      from: fc.constantFrom('pool', 'pool', 'project'),
      pool,
      amounts: amountsOf(PROJECTS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ doc: fc.constant('transfer'), level, pool, giver: project, receiver: project, amount }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      doc: fc.constant('pool'),
      type: fc.constantFrom('supplement', 'reduce', 'initialLoad'),
      amounts: amountsOf(POOLS),
    }),
  },
) as fc.Arbitrary<Content>
const which = fc.nat(2)
// Mostly the one who may, so that lives reach their ends; often enough another.
const drafter = fc.oneof(
  { weight: 7, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...DRAFTERS) },
)
const decider = fc.oneof(
  { weight: 5, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...DECIDERS) },
)
const stale = fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
const save = fc.constantFrom('submit', 'submit', 'submit', 'save')
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('raise'), how: save, by: drafter, content }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again'), how: save, which, by: drafter, content, stale }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      how: fc.constantFrom('approve', 'approve', 'approve', 'reject'),
      which,
      by: decider,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('withdraw'), which: fc.constantFrom(0, 0, 1, 2), by: drafter, stale }),
  },
) as fc.Arbitrary<Act>
/** A whole life, so that money is where later acts need it. */
const lifeOf = (of: Content): readonly Act[] => [
  { do: 'raise', how: 'submit', by: null, content: of },
  ...Array.from(
    { length: routeOf({ content: of }).length },
    () => ({ do: 'decide', how: 'approve', which: 0, by: null }) as const,
  ),
]
/** Or one that ends on its way. */
const short = fc
  .tuple(content, fc.nat(3), fc.constantFrom('reject', 'withdraw', 'wait'))
  .map(([of, steps, end]): readonly Act[] => [
    ...lifeOf(of).slice(0, 1 + Math.min(steps, routeOf({ content: of }).length - 1)),
    ...(end === 'reject' ? [{ do: 'decide', how: 'reject', which: 0, by: null } as const] : []),
    ...(end === 'withdraw' ? [{ do: 'withdraw', which: 0, by: null, stale: false } as const] : []),
  ])
const grant = (level: 'country' | 'project', from: 'pool' | 'project', amounts: Readonly<Record<string, number>>) =>
  lifeOf({ doc: 'country', type: 'grant', level, from, pool: 'POOL-A', amounts })
/** The start of every history: an amount at each level. */
const BEGINNING = [
  ...grant('project', 'pool', { 'PR-1': 120, 'PR-2': 150 }),
  ...grant('country', 'project', { 'PR-1': 90 }),
  ...grant('country', 'pool', { 'PR-2': 110 }),
]
const lives = fc.oneof(
  { weight: 6, arbitrary: act.map((one): readonly Act[] => [one]) },
  { weight: 4, arbitrary: content.map(lifeOf) },
  { weight: 2, arbitrary: short },
)

interface Call {
  readonly account: string
  readonly action: string
  readonly document: ServerDocument
  readonly command: Partial<Command>
}

/** The call that the act is, as a page would make it. */
async function callOf(world: World, model: Model, step: Act): Promise<Call | null> {
  if (step.do === 'raise') {
    const account = step.by ?? drafterOf(step.content)
    const raw = await rawOf(world, step.content)
    return { account, action: step.how, document: DOCUMENTS[step.content.doc], command: { raw } }
  }
  const doc = model.doc(step.which)
  // A document that was raised as one type is never sent again as another.
  if (!doc || (step.do === 'again' && step.content.doc !== doc.content.doc)) return null
  const document = DOCUMENTS[doc.content.doc]
  const drafts = { document, account: step.by ?? drafterOf(doc.content) }
  if (step.do === 'again') {
    const version = doc.version - (step.stale ? 1 : 0)
    const command = { id: doc.id, version, raw: await rawOf(world, step.content) }
    return { ...drafts, action: step.how, command }
  }
  if (doc.instance === null) return null
  if (step.do === 'withdraw') {
    const version = doc.version - (step.stale ? 1 : 0)
    return { ...drafts, action: 'withdraw', command: { formInstanceId: doc.instance, version } }
  }
  const account = step.by ?? routeOf(doc)[doc.step] ?? 'hq.budget'
  const task = (await taskOf(world.query, doc.instance, account)) ?? (await tasksOf(world.query, doc.instance)).at(-1)
  const command = {
    formInstanceId: doc.instance,
    taskId: task?.taskId ?? '0',
    contentHash: task?.contentHash ?? '',
    opinion: 'Read',
  }
  return { account, action: step.how, document, command }
}

async function rawOf(world: World, content: Content) {
  if (content.doc === 'pool') {
    const lines = Object.entries(content.amounts).map(([projectPoolCode, each]) => ({
      projectPoolCode,
      amount: String(each),
    }))
    return { idcCode: 'IN', areaId: 2, year: 2026, currency: 'INR', reason: 'Plan', applyType: content.type, lines }
  }
  const { level: of, pool: projectPoolCode } = content
  const codes = await world.query<{ code: string; project_code: string }>(
    'select code, project_code from budget_line where project_pool_code = $1 and level = $2',
    [projectPoolCode, of],
  )
  const codeOf = (wanted: string) => codes.find((entry) => entry.project_code === wanted)?.code
  const line = (projectCode: string, each: number) => ({
    ...(of === 'country' ? { countryCode: 'IN' } : {}),
    projectCode,
    fscId: 'F01',
    subBusiCode: 'S01',
    productLineCode: 'P1',
    amount: String(each),
  })
  if (content.doc === 'transfer') {
    const given = { ...line(content.receiver, content.amount), fromBudgetCode: codeOf(content.giver) ?? 'BL999999999' }
    return { ...INDIA, projectPoolCode, level: 'project', toIdcCode: 'IN', toAreaId: 2, lines: [given] }
  }
  const lines = Object.entries(content.amounts).map(([projectCode, each]) => {
    const code = content.type === 'revoke' ? codeOf(projectCode) : undefined
    return { ...line(projectCode, each), ...(code ? { budgetCode: code } : {}) }
  })
  return { ...INDIA, applyType: content.type, level: of, fundedBy: content.from, projectPoolCode, lines }
}

async function attempt(work: Promise<ActionAnswer>): Promise<ActionAnswer | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

const ALL = Object.values(DOCUMENTS)
  .map(({ definition }) => `select id, state, version, round, total_amount from ${definition.table}`)
  .join(' union all ')

/** The state that a repeat, or a refusal, must not change. */
const FINGERPRINT = `select md5(concat_ws(',', (select string_agg(a::text, ';' order by id) from budget_account a),
  (select string_agg(concat_ws(' ', id, state, version, round, total_amount), ';' order by id) from (${ALL}) d),
  (select string_agg(concat_ws(' ', id, state, parent_id), ';' order by id) from budget_line),
  (select count(*) from ledger_posting), (select count(*) from audit_entry), (select count(*) from approval_act),
  (select count(*) from ledger_reservation where resolved_by is null), (select count(*) from outbox),
  (select string_agg(t.id || t.state, ';' order by t.id) from approval_task t))) as print`

async function live(acts: readonly Act[], seen: Map<string, number>): Promise<void> {
  const world = await budgetWorld(await testDatabase(), `${POOL_MONEY}.00`, 3)
  const model = new Model()
  const print = async () => (await world.query<{ print: string }>(FINGERPRINT))[0]?.print
  try {
    for (const [index, step] of acts.entries()) {
      const call = await callOf(world, model, step)
      if (!call) continue
      const before = await print()
      const key = `key-${index}`
      const answer = await attempt(world.act(call.account, call.action, call.command, key, call.document))
      const allowed = model.allows(step)
      expect(answer !== null, `${JSON.stringify(step)} by ${call.account}`).toBe(allowed)
      if (answer) model.apply(step, answer)
      else expect(await print()).toBe(before)
      const after = await print()
      expect(await attempt(world.act(call.account, call.action, call.command, key, call.document))).toEqual(answer)
      expect(await print()).toBe(after)
      await compare(world, model)
      const name = `${allowed ? '' : 'refused '}${call.action}`
      seen.set(name, (seen.get(name) ?? 0) + 1)
    }
    for (const doc of model.docs.filter((entry) => entry.state === 'approved'))
      seen.set(`approved ${kindOf(doc.content)}`, 1)
  } finally {
    await world.close()
  }
}

async function compare(world: World, model: Model): Promise<void> {
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
  const docs = await world.query(`select id, state, version from (${ALL}) d order by id`)
  expect(docs).toEqual(model.docs.map(({ id, state, version }) => ({ id, state, version })))
  const money = await world.query<{ key: string; avl: string }>(
    `select project_pool_code as key, avl from budget_pool join budget_account using (id) where area_id = 2
     union all select concat_ws(' ', level, project_pool_code, project_code), avl from budget_line join budget_account using (id) where avl <> 0`,
  )
  const budgets = [...model.budgets].map(([key, { avl }]) => [key, avl] as const)
  const expected = [...model.pools, ...budgets.filter(([, avl]) => avl !== 0)]
  expect(Object.fromEntries(money.map(({ key, avl }) => [key, Number(avl)]))).toEqual(Object.fromEntries(expected))
}

it('every budget invariant holds through random sequences of applications', { timeout: 3_600_000 }, async () => {
  const runs = Number(process.env['SOAK_RUNS'] ?? 4)
  const length = Number(process.env['SOAK_ACTS'] ?? 24)
  const seen = new Map<string, number>()
  const property = fc.asyncProperty(fc.array(lives, { minLength: length, maxLength: length }), (acts) =>
    live([...BEGINNING, ...acts.flat()], seen),
  )
  await fc.assert(property, {
    seed: Number(process.env['SOAK_SEED'] ?? 20261121),
    numRuns: runs,
    endOnFailure: runs < 20,
  })
  // A generator that no longer reaches an act proves nothing about it.
  const reached = [
    'submit',
    'approve',
    'reject',
    'withdraw',
    'refused submit',
    'refused approve',
    'approved grant country',
    'approved grant project',
    'approved grant from project',
  ]
  expect(reached.filter((name) => !seen.has(name))).toEqual([])
  expect([...seen.keys()].filter((name) => name.startsWith('approved ')).length).toBeGreaterThan(5)
})
