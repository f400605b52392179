import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ActionAnswer, Command } from '#kernel/document/command.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, INDIA, INDIAN_ROUTE, type World } from '#test/helpers/budget-world.ts'
import { brokenInvariants } from '#test/helpers/invariants.ts'

// Random lives of applications against a model that knows only what domain.md says: who may do what, and where the money is.

const POOLS = ['POOL-A', 'POOL-B'] as const
const PROJECTS = ['PR-1', 'PR-2'] as const
const DRAFTERS = ['in.channel', 'id.channel', 'in.manager', 'nomenu', 'hq.auditor'] as const
const DECIDERS = [...INDIAN_ROUTE, 'id.manager', 'in.channel', 'hq.auditor', 'nomenu'] as const
const POOL_MONEY = 1000

interface Content {
  readonly type: 'grant' | 'revoke'
  readonly pool: string
  readonly amounts: Readonly<Record<string, number>>
}
type Act =
  | { readonly do: 'raise'; readonly how: 'save' | 'submit'; readonly by: string; readonly content: Content }
  | {
      readonly do: 'again'
      readonly how: 'save' | 'submit'
      readonly which: number
      readonly by: string
      readonly content: Content
      readonly stale: boolean
    }
  | { readonly do: 'decide'; readonly how: 'approve' | 'reject'; readonly which: number; readonly by: string | null }
  | { readonly do: 'withdraw'; readonly which: number; readonly by: string; readonly stale: boolean }

interface Doc {
  readonly id: string
  state: string
  version: number
  instance: string | null
  step: number
  content: Content
}

const content: fc.Arbitrary<Content> = fc.record({
  type: fc.constantFrom('grant', 'revoke'),
  pool: fc.constantFrom(...POOLS),
  amounts: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...PROJECTS), fc.integer({ min: 1, max: 300 })), {
      minLength: 1,
      maxLength: 2,
      selector: ([project]) => project,
    })
    .map((entries) => Object.fromEntries(entries)),
})
const which = fc.nat(2)
// Mostly the one who may, so that lives reach their ends; often enough another.
const drafter = fc.oneof(
  { weight: 5, arbitrary: fc.constant('in.channel') },
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
      how: fc.constantFrom('approve', 'approve', 'approve', 'approve', 'approve', 'reject'),
      which,
      by: decider,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw'), which, by: drafter, stale }) },
) as fc.Arbitrary<Act>
/** A whole life, so that money is where later acts need it. */
const life: fc.Arbitrary<readonly Act[]> = content.map((of) => [
  { do: 'raise', how: 'submit', by: 'in.channel', content: of },
  ...Array.from({ length: 4 }, () => ({ do: 'decide', how: 'approve', which: 0, by: null }) as const),
])
const lives = fc.oneof(
  { weight: 6, arbitrary: act.map((one): readonly Act[] => [one]) },
  { weight: 1, arbitrary: life },
)

const total = (amounts: Content['amounts']) => Object.values(amounts).reduce((sum, amount) => sum + amount, 0)
const routeOf = (doc: Doc) => (doc.content.type === 'grant' ? INDIAN_ROUTE : INDIAN_ROUTE.slice(0, 3))

/** The world as the rules describe it, without a database. Whole amounts, so plain numbers are exact. */
class Model {
  readonly docs: Doc[] = []
  readonly pools = new Map<string, number>(POOLS.map((pool) => [pool, POOL_MONEY]))
  readonly lines = new Map<string, number>()

  doc(index: number): Doc | undefined {
    // Counted from the latest, so that one life is often acted on several times.
    return this.docs.at(-1 - (index % Math.max(1, this.docs.length)))
  }

  covers({ type, pool, amounts }: Content): boolean {
    if (type === 'grant') return total(amounts) <= (this.pools.get(pool) ?? 0)
    return Object.entries(amounts).every(([project, amount]) => amount <= (this.lines.get(`${pool} ${project}`) ?? 0))
  }

  /** Moves the money of a content out of (-1) or back to (1) what it came from. */
  source({ type, pool, amounts }: Content, sign: number): void {
    if (type === 'grant') this.pools.set(pool, (this.pools.get(pool) ?? 0) + sign * total(amounts))
    else for (const [project, amount] of Object.entries(amounts)) this.line(pool, project, sign * amount)
  }

  target({ type, pool, amounts }: Content): void {
    if (type === 'revoke') this.pools.set(pool, (this.pools.get(pool) ?? 0) + total(amounts))
    else for (const [project, amount] of Object.entries(amounts)) this.line(pool, project, amount)
  }

  line(pool: string, project: string, amount: number): void {
    const key = `${pool} ${project}`
    this.lines.set(key, (this.lines.get(key) ?? 0) + amount)
  }

  /** Whether the rules allow it. */
  allows(step: Act): boolean {
    if (step.do === 'raise') return step.by === 'in.channel' && (step.how === 'save' || this.covers(step.content))
    const doc = this.doc(step.which)
    if (!doc) return false
    if (step.do === 'decide')
      return doc.state === 'underApproval' && (step.by ?? routeOf(doc)[doc.step]) === routeOf(doc)[doc.step]
    if (step.by !== 'in.channel' || step.stale) return false
    if (step.do === 'withdraw') return doc.state === 'underApproval'
    return ['draft', 'rejected'].includes(doc.state) && (step.how === 'save' || this.covers(step.content))
  }

  apply(step: Act, answer: ActionAnswer): void {
    const known = step.do === 'raise' ? undefined : this.doc(step.which)
    const doc = known ?? {
      id: answer.id,
      state: 'draft',
      version: 0,
      instance: null,
      step: 0,
      content: { type: 'grant', pool: 'POOL-A', amounts: {} },
    }
    if (!known) this.docs.push(doc)
    doc.version += 1
    if (step.do === 'decide') {
      if (step.how === 'reject') this.end(doc, 'rejected')
      else if (++doc.step === routeOf(doc).length) {
        doc.state = 'approved'
        this.target(doc.content)
      }
    } else if (step.do === 'withdraw') this.end(doc, 'draft')
    else if (step.how === 'submit') {
      Object.assign(doc, { state: 'underApproval', step: 0, content: step.content, instance: answer.formInstanceId })
      this.source(step.content, -1)
    }
  }

  end(doc: Doc, state: string): void {
    doc.state = state
    this.source(doc.content, 1)
  }
}

/** The call that the act is, as a page would make it. */
async function callOf(
  world: World,
  model: Model,
  step: Act,
): Promise<{ account: string; action: string; command: Partial<Command> } | null> {
  if (step.do === 'raise')
    return { account: step.by, action: step.how, command: { raw: await rawOf(world, step.content) } }
  const doc = model.doc(step.which)
  if (!doc) return null
  if (step.do === 'again') {
    const version = doc.version - (step.stale ? 1 : 0)
    return {
      account: step.by,
      action: step.how,
      command: { id: doc.id, version, raw: await rawOf(world, step.content) },
    }
  }
  if (doc.instance === null) return null
  if (step.do === 'withdraw') {
    return {
      account: step.by,
      action: 'withdraw',
      command: { formInstanceId: doc.instance, version: doc.version - (step.stale ? 1 : 0) },
    }
  }
  const account = step.by ?? routeOf(doc)[doc.step] ?? 'hq.budget'
  const [id, round] = doc.instance.split('-')
  const [task] = await world.query<{ id: string; content_hash: string }>(
    `select t.id, i.content_hash from approval_instance i join approval_task t using (document_id, round) join app_user u on u.id = t.user_id
     where i.document_id = $1 and i.round = $2 order by u.account = $3 desc, t.state = 'open' desc limit 1`,
    [id, round, account],
  )
  const command = {
    formInstanceId: doc.instance,
    taskId: task?.id ?? '0',
    contentHash: task?.content_hash ?? '',
    opinion: 'Read',
  }
  return { account, action: step.how, command }
}

async function rawOf(world: World, { type, pool, amounts }: Content) {
  const codes = await world.query<{ code: string; project_code: string }>(
    'select code, project_code from budget_line where project_pool_code = $1',
    [pool],
  )
  const lines = Object.entries(amounts).map(([projectCode, amount]) => {
    const line = {
      countryCode: 'IN',
      projectCode,
      fscId: 'F01',
      subBusiCode: 'S01',
      productLineCode: 'P1',
      amount: String(amount),
    }
    const code = codes.find((entry) => entry.project_code === projectCode)?.code
    return type === 'revoke' && code ? { ...line, budgetCode: code } : line
  })
  return { ...INDIA, applyType: type, projectPoolCode: pool, lines }
}

async function attempt(work: Promise<ActionAnswer>): Promise<ActionAnswer | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** What a repeat, or a refusal, must not change. */
const FINGERPRINT = `select md5(concat_ws(',', (select string_agg(a::text, ';' order by id) from budget_account a),
  (select string_agg(concat_ws(' ', id, state, version, round, total_amount), ';' order by id) from country_budget),
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
      const answer = await attempt(world.act(call.account, call.action, call.command, key))
      const allowed = model.allows(step)
      expect(answer !== null, `${JSON.stringify(step)} by ${call.account}`).toBe(allowed)
      if (answer) model.apply(step, answer)
      else expect(await print()).toBe(before)
      const after = await print()
      expect(await attempt(world.act(call.account, call.action, call.command, key))).toEqual(answer)
      expect(await print()).toBe(after)
      await compare(world, model)
      const name = `${allowed ? '' : 'refused '}${call.action}`
      seen.set(name, (seen.get(name) ?? 0) + 1)
    }
    for (const doc of model.docs.filter((entry) => entry.state === 'approved'))
      seen.set(`approved ${doc.content.type}`, 1)
  } finally {
    await world.close()
  }
}

async function compare(world: World, model: Model): Promise<void> {
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
  const docs = await world.query('select id, state, version from country_budget order by id')
  expect(docs).toEqual(model.docs.map(({ id, state, version }) => ({ id, state, version })))
  const money = await world.query<{ key: string; avl: string }>(
    `select project_pool_code as key, avl from budget_pool join budget_account using (id) where area_id = 2
     union all select project_pool_code || ' ' || project_code, avl from budget_line join budget_account using (id) where avl <> 0`,
  )
  const expected = [...model.pools, ...[...model.lines].filter(([, amount]) => amount !== 0)]
  expect(Object.fromEntries(money.map(({ key, avl }) => [key, Number(avl)]))).toEqual(Object.fromEntries(expected))
}

it('keeps every invariant through random lives of applications', { timeout: 3_600_000 }, async () => {
  const runs = Number(process.env['SOAK_RUNS'] ?? 5)
  const length = Number(process.env['SOAK_ACTS'] ?? 40)
  const seen = new Map<string, number>()
  const property = fc.asyncProperty(fc.array(lives, { minLength: length, maxLength: length }), (acts) =>
    live(acts.flat(), seen),
  )
  await fc.assert(property, {
    seed: Number(process.env['SOAK_SEED'] ?? 20261121),
    numRuns: runs,
    endOnFailure: runs < 20,
  })
  // A generator that no longer reaches an act proves nothing about it.
  const reached = [
    'submit',
    'save',
    'approve',
    'reject',
    'withdraw',
    'refused submit',
    'refused approve',
    'approved grant',
    'approved revoke',
  ]
  expect(reached.filter((name) => !seen.has(name))).toEqual([])
})
