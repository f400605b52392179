import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Command } from '#kernel/engine/document/action/command.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { begin, brokenLaws, type Snapshot, type Story, useRoute } from '#test/helpers/approval-story.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { brokenInvariants } from '#test/helpers/laws/invariants.ts'

// Two people at the same moment: one act has its effect, the other is told why it has none. A repeat of an act's key
// gets the first answer, whatever the action.

let world: World
const step = (key: string, role: string) => ({ key, who: { role }, mode: 'any' as const })

beforeAll(async () => {
  world = await budgetWorld(await testDatabase(), '100000.00')
  await useRoute(world, [step('sellers', 'firstLevel'), step('finance', 'regionalFinance')])
})
afterAll(async () => {
  expect(await brokenInvariants(world.query)).toEqual([])
  expect(await world.replay()).toEqual([])
  await world.close()
})

/** The result of each act: its new state, or the key of its refusal. */
async function together(acts: readonly Promise<{ readonly state: string }>[]): Promise<string[]> {
  const settled = await Promise.allSettled(acts)
  return settled.map((each) => {
    if (each.status === 'fulfilled') return each.value.state
    if (each.reason instanceof Refused) return each.reason.first.key
    throw each.reason
  })
}

async function laws(story: Story): Promise<string[]> {
  const of = (table: string) => `select * from ${table} where document_id = $1`
  const [instances, tasks, acts] = await Promise.all([
    world.query<Snapshot['instance']>(of('approval_instance'), [story.id]),
    world.query<Snapshot['tasks'][number]>(`${of('approval_task')} order by id`, [story.id]),
    world.query<Snapshot['acts'][number]>(
      'select act, step, task_id as "taskId", actor_id as "actorId" from approval_act where document_id = $1 order by id',
      [story.id],
    ),
  ])
  return brokenLaws({ instance: instances[0]!, tasks, acts })
}

/** The order of the two acts is random; over several runs both orders occur, and each must end well. */
async function manyTimes(race: (story: Story) => Promise<readonly string[]>, fine: readonly (readonly string[])[]) {
  const seen = new Set<string>()
  for (let time = 0; time < 12; time += 1) {
    const story = await begin(world)
    const came = (await race(story)).toSorted().join(' + ')
    seen.add(came)
    expect(fine.map((each) => each.toSorted().join(' + '))).toContain(came)
    expect(await laws(story)).toEqual([])
  }
  return seen
}

describe('simultaneous actions on one approval', () => {
  it('two people approve one step at the same moment: one approval counts and the other task is closed', async () => {
    await manyTimes(
      (story) => together([story.act('in.manager', 'approve'), story.act('in.tl', 'approve')]),
      [['underApproval', 'approval.taskDone']],
    )
  })

  it('one person approves twice at the same moment with two keys: one approval counts', async () => {
    await manyTimes(
      (story) => together([story.act('in.manager', 'approve'), story.act('in.manager', 'approve')]),
      [['underApproval', 'approval.taskDone']],
    )
  })

  it('an approval and a withdrawal at the same moment: exactly one of them takes effect', async () => {
    await manyTimes(
      (story) => together([story.act('in.manager', 'approve'), story.act('in.channel', 'withdraw', { version: 1 })]),
      [
        ['draft', 'approval.taskDone'],
        ['underApproval', 'document.stale'],
      ],
    )
  })

  it('the last approval and a withdrawal at the same moment: the document is approved or a draft, never both', async () => {
    await manyTimes(
      async (story) => {
        await story.act('in.manager', 'approve')
        return together([story.act('in.regfinance', 'approve'), story.act('in.channel', 'withdraw', { version: 2 })])
      },
      [
        ['approved', 'document.stale'],
        ['draft', 'approval.taskDone'],
      ],
    )
  })

  it('two transfers of one task at the same moment: one person gets the task', async () => {
    await manyTimes(
      (story) =>
        together([
          story.act('in.manager', 'transfer', { people: ['in.rsm'] }),
          story.act('in.manager', 'transfer', { people: ['in.rcsm'] }),
        ]),
      [['underApproval', 'approval.taskDone']],
    )
  })

  it('the last approval and the end by an administrator at the same moment: the ledger shows exactly one of them', async () => {
    await manyTimes(
      async (story) => {
        await story.act('in.manager', 'approve')
        return together([story.act('in.regfinance', 'approve'), story.act('hq.it', 'terminate')])
      },
      [
        ['approved', 'approval.notRunning'],
        ['cancelled', 'approval.taskDone'],
      ],
    )
  })

  it('an approver is added as a signer and given the task at the same moment: no task is left over', async () => {
    await manyTimes(
      (story) =>
        together([
          story.act('in.tl', 'addSigner', { people: ['in.rsm'], position: 'before' }),
          story.act('in.manager', 'transfer', { people: ['in.rsm'] }),
        ]),
      [['underApproval', 'approval.targetHolds']],
    )
  })
})

describe('a repeated idempotency key', () => {
  const verbs: readonly (readonly [verb: string, account: string, more: Partial<Command>])[] = [
    ['approve', 'in.manager', {}],
    ['reject', 'in.manager', {}],
    ['return', 'in.manager', {}],
    ['transfer', 'in.manager', { people: ['in.rsm'] }],
    ['delegate', 'in.manager', { people: ['in.rsm'] }],
    ['addSigner', 'in.manager', { people: ['in.rsm'], position: 'after' }],
    ['comment', 'in.manager', {}],
    ['circulate', 'in.manager', { people: ['in.rsm'] }],
    ['urge', 'in.channel', {}],
    ['withdraw', 'in.channel', {}],
    ['terminate', 'hq.it', {}],
    ['renew', 'hq.it', { toStep: 'sellers' }],
  ]

  it.each(verbs)(
    '%s: a repeat with the same key gets the first answer and does nothing more',
    async (verb, account, more) => {
      const story = await begin(world)
      const key = `again-${verb}`
      const given = { taskId: await story.taskOf(account), version: 1, ...more }
      const first = await story.act(account, verb, given, key)
      const acts = await story.acts()
      expect(await story.act(account, verb, given, key)).toEqual(first)
      expect(await story.acts()).toEqual(acts)
      const other = await story
        .act(account, verb, { ...given, opinion: 'Other words' }, key)
        .catch((error: unknown) => error)
      expect((other as Refused).first.key).toBe('http.idempotencyKeyReused')
    },
  )

  it.each(['answer', 'removeSigner', 'reassign'])(
    '%s of a delegated task: a repeat with the same key gets the first answer and does nothing more',
    async (verb) => {
      const story = await begin(world)
      await story.act('in.manager', 'delegate', { people: ['in.rsm'] })
      const account = { answer: 'in.rsm', removeSigner: 'in.manager', reassign: 'hq.it' }[verb]!
      const given = { taskId: await story.taskOf('in.rsm'), people: verb === 'reassign' ? ['in.rcsm'] : [] }
      const first = await story.act(account, verb, given, `again-${verb}`)
      const acts = await story.acts()
      expect(await story.act(account, verb, given, `again-${verb}`)).toEqual(first)
      expect(await story.acts()).toEqual(acts)
    },
  )
})
