import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refused } from '#kernel/base/errors/errors.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { begin, brokenLaws, type Snapshot, type Story, useRoute } from '#test/helpers/approval-story.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'
import { type Random, randomOf } from '#test/helpers/random.ts'

// Random acts by random accounts on random routes, through the real runner and the real database. `npm run soak` makes tens of
// thousands of them; the seeds are fixed, so a failure comes again.

const ACTS = Number(process.env['FUZZ_ACTS'] ?? 1_200)
const EACH = 40

const PEOPLE = [
  'in.manager',
  'in.tl',
  'in.rsm',
  'in.rcsm',
  'in.finance',
  'in.rsd',
  'in.regfinance',
  'hq.budget',
  'hq.finance',
]
const STRANGERS = ['in.channel', 'in.sales', 'id.manager', 'hq.it', 'hq.auditor', 'nomenu']
const VERBS: readonly (readonly [verb: string, weight: number])[] = [
  ['approve', 10],
  ['reject', 1],
  ['return', 2],
  ['transfer', 3],
  ['delegate', 3],
  ['answer', 4],
  ['addSigner', 4],
  ['removeSigner', 3],
  ['comment', 1],
  ['circulate', 1],
  ['urge', 1],
  ['withdraw', 0.3],
  ['terminate', 0.3],
  ['reassign', 1],
  ['renew', 0.5],
  ['remind', 1],
  ['escalate', 2],
  ['handOver', 2],
]

let world: World
beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '100000000.00', 6)
  await world.query(
    `insert into approval_substitute (principal_id, substitute_id, starts_at, ends_at, created_by)
     select p.id, a.id, '2026-11-21T09:00:00Z', '2026-11-21T16:00:00Z', p.id from app_user p, app_user a
     where (p.account, a.account) in (('in.rsd', 'in.rcsm'), ('in.finance', 'hq.finance'))`,
  )
})
afterAll(() => world?.close())

function randomRoute(random: Random) {
  return Array.from({ length: 1 + random.upTo(4) }, (_, index) => {
    const mode = random.one(['any', 'all', 'sequential', 'share'] as const)
    return {
      key: `s${index}`,
      who: random.chance(0.3)
        ? { role: random.one(['manager', 'rsm', 'rsd', 'regionalFinance']) }
        : { chosenBy: index > 0 && random.chance(0.15) ? ('previous' as const) : ('drafter' as const) },
      mode,
      ...(mode === 'share' ? { share: random.one([34, 50, 67]) } : {}),
      ...(random.chance(0.5) ? { group: random.one(['g', 'h']) } : {}),
      remindAfterHours: 1,
      escalateAfterHours: 2,
    }
  })
}

async function snapshot({ id }: Story): Promise<Snapshot> {
  const [instances, tasks, acts] = await Promise.all([
    world.query<Snapshot['instance']>('select * from approval_instance where document_id = $1', [id]),
    world.query<Snapshot['tasks'][number]>('select * from approval_task where document_id = $1 order by id', [id]),
    world.query<Snapshot['acts'][number]>(
      'select act, step, task_id as "taskId", actor_id as "actorId" from approval_act where document_id = $1 order by id',
      [id],
    ),
  ])
  return { instance: instances[0]!, tasks, acts }
}

/** Document, approval and reservations say the same. */
const STATES: Readonly<Record<string, string>> = {
  running: 'underApproval',
  approved: 'approved',
  rejected: 'rejected',
  returned: 'rejected',
  withdrawn: 'draft',
  terminated: 'cancelled',
}

async function bookkeeping(story: Story, { instance }: Snapshot): Promise<string[]> {
  const [row] = await world.query<{ state: string; open: number }>(
    `select d.state, (select count(*)::int from ledger_reservation r where r.document_id = d.id and r.resolved_by is null) as open
     from country_budget d where d.id = $1`,
    [story.id],
  )
  const broken: string[] = []
  if (row?.state !== STATES[instance.state])
    broken.push(`the document is ${row?.state}, its approval ${instance.state}`)
  if ((row?.open ?? 0) > 0 !== (instance.state === 'running'))
    broken.push(`${row?.open} reservations while ${instance.state}`)
  return broken
}

async function perform(story: Story, random: Random, verb: string): Promise<string> {
  const { tasks, instance } = await snapshot(story)
  const accounts = await world.query<{ id: number; account: string }>('select id, account from app_user')
  const accountOf = (id: number | undefined) => accounts.find((user) => user.id === id)?.account ?? 'nomenu'
  const alive = tasks.filter(({ state }) => state === 'open' || state === 'waiting')
  const task = random.chance(0.85) && alive.length > 0 ? random.one(alive) : random.one(tasks)
  const asker = tasks.find(({ id }) => id === task.parent_id)
  const holder = accountOf(verb === 'removeSigner' && asker ? asker.user_id : task.user_id)
  const usual = { terminate: 'hq.it', reassign: 'hq.it', renew: 'hq.it', urge: 'in.channel', withdraw: 'in.channel' }[
    verb
  ]
  const account = random.chance(0.9) ? (usual ?? holder) : random.one([...PEOPLE, ...STRANGERS])
  const told = `${verb} ${task.id} by ${account}`
  if (verb === 'remind' || verb === 'escalate' || verb === 'handOver') {
    await story.clock(verb, holder)
    return told
  }
  const chosen = instance.steps.filter((step) => step.status === 'future' && step.people.length === 0)
  await story.act(account, verb, {
    taskId: task.id,
    opinion: random.chance(0.97) ? 'words' : '',
    ...(random.chance(0.03) ? { contentHash: 'older' } : {}),
    people: random.some(random.chance(0.9) ? PEOPLE : STRANGERS, 2),
    position: random.one(['before', 'after'] as const),
    toStep: random.chance(0.15) ? null : random.one(instance.steps).key,
    ...(verb === 'approve' || verb === 'removeSigner'
      ? { chosen: Object.fromEntries(chosen.map(({ key }) => [key, random.some(PEOPLE, 2)])) }
      : {}),
  })
  return told
}

const TOTAL = VERBS.reduce((sum, [, weight]) => sum + weight, 0)
function pick(random: Random): string {
  let left = random.upTo(TOTAL * 10) / 10
  return VERBS.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'approve'
}

it(
  'random actions by random accounts leave every approval, its ledger and its timeline consistent',
  { timeout: 3_600_000 },
  async () => {
    const done = new Map<string, number>()
    const ended = new Map<string, number>()
    let acts = 0
    for (let seed = 1; acts < ACTS; seed += 1) {
      const random = randomOf(seed)
      world.now = new Date('2026-11-21T08:00:00Z')
      const route = randomRoute(random)
      await useRoute(world, route)
      const first = route.filter(({ who }) => 'chosenBy' in who && who.chosenBy === 'drafter')
      // Steps that ask people named by the approver before, in a stage that has none before it.
      const refused = (error: unknown) => {
        if (error instanceof Refused) return null
        throw error
      }
      const story = await begin(world, {
        chosen: Object.fromEntries(first.map(({ key }) => [key, random.some(PEOPLE, 3)])),
      }).catch(refused)
      if (!story) continue
      const told: string[] = []
      let over = 0
      for (let act = 0; act < EACH && over < 3; act += 1) {
        acts += 1
        world.now = new Date(world.now.getTime() + 900_000)
        const verb = pick(random)
        try {
          told.push(await perform(story, random, verb))
          done.set(verb, (done.get(verb) ?? 0) + 1)
        } catch (error) {
          if (!(error instanceof Refused))
            throw new Error(`seed ${seed}: ${verb} after ${told.join(', ')}`, { cause: error })
        }
        const now = await snapshot(story)
        const broken = [...brokenLaws(now), ...(await bookkeeping(story, now))]
        if (broken.length > 0) throw new Error(`seed ${seed}: ${broken.join('; ')} after ${told.join(', ')}`)
        // A few acts on a finished approval: none may succeed.
        over += now.instance.state === 'running' ? 0 : 1
      }
      const { instance } = await snapshot(story)
      ended.set(instance.state, (ended.get(instance.state) ?? 0) + 1)
    }
    expect(await brokenInvariants(world.query)).toEqual([])
    expect(await world.replay()).toEqual([])
    expect([...done.keys()].toSorted()).toEqual(VERBS.map(([verb]) => verb).toSorted())
    expect(ended.size).toBeGreaterThanOrEqual(4)
  },
)
