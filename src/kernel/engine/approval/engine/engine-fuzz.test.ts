import { describe, expect, it } from 'vitest'
import { Refused } from '#kernel/base/errors/errors.ts'
import { brokenLaws } from '#test/helpers/approval-story.ts'
import { type Random, randomOf } from '#test/helpers/random.ts'
import { addSigner, answer, delegate, removeSigner, transfer } from './delegation.ts'
import { substitutesFrom, type SubstituteRow } from '../substitutes.ts'
import {
  type RecordedAct,
  type RunningApproval,
  type ApprovalChange,
  changeOf,
  type InstanceRow,
  openApproval,
  type TaskRow,
} from './running-approval.ts'
import { escalate, handOver, reassign, remind, renew } from './deadlines.ts'
import { startCase } from './engine.ts'
import type { Approver, StepMode, TemplateStep } from '../approval-route.ts'
import type { Candidate, VerbInput } from './verb-input.ts'
import { agree, circulate, comment, reject, sendBack, terminate, urge, withdraw } from './verbs.ts'

// Tens of thousands of random acts, most of them invalid, on unusual routes: the laws are checked after each. The store
// is in memory: it applies the writes meant for the database.

const SEEDS = Number(process.env['FUZZ_SEEDS'] ?? 600)
const ACTS = 40
const PATIENCE_MS = 120_000

const PEOPLE: readonly Candidate[] = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  account: `p${index + 1}`,
  name: { zh: `人${index + 1}`, en: `P${index + 1}` },
  active: index !== 10,
  mayDecide: index !== 11,
  mayView: true,
  inScope: true,
  mayRead: true,
}))
const DRAFTER = 1
const HOLDERS = PEOPLE.slice(1, 10)
const person = ({ id, account, name }: Approver): Approver => ({ id, account, name })

function randomTemplate(random: Random): readonly TemplateStep[] {
  const modes: readonly StepMode[] = ['any', 'all', 'sequential', 'share']
  return Array.from({ length: 1 + random.upTo(4) }, (_, index) => {
    const mode = random.one(modes)
    return {
      key: `s${index}`,
      name: { zh: `${index}`, en: `${index}` },
      who: index > 0 && random.chance(0.1) ? { chosenBy: 'previous' as const } : { role: 'r' },
      mode,
      ...(mode === 'share' ? { share: random.one([1, 34, 50, 67, 100]) } : {}),
      ...(random.chance(0.5) ? { group: random.one(['g', 'h']) } : {}),
      ...(random.chance(0.5) ? { remindAfterHours: 1, escalateAfterHours: 2 } : {}),
    }
  })
}

interface World {
  instance: InstanceRow
  tasks: TaskRow[]
  acts: RecordedAct[]
  next: number
  now: Date
  substitutes: SubstituteRow[]
  lastUrge: Date | null
}

/** Applies the database writes to the memory; a write that the database would refuse is an error. */
function apply(world: World, change: ApprovalChange): void {
  for (const task of change.changed) {
    const before = world.tasks.find(({ id }) => id === task.id)!
    const isOver = before.state === 'done' || before.state === 'cancelled'
    if (isOver && (before.state !== task.state || before.decision !== task.decision))
      throw new Error(`task ${task.id} was finished twice`)
    if (before.voided && !task.voided) throw new Error(`task ${task.id} came back`)
    world.tasks[world.tasks.indexOf(before)] = rowOf(task, task.id)
  }
  for (const task of change.opened) {
    if (task.parent_id?.startsWith('new')) throw new Error('a new task under a new task')
    world.tasks.push(rowOf(task, String(world.next++)))
  }
  world.acts.push(...change.acts)
  const ended = change.state === 'running' ? null : world.now
  const isRunning = world.instance.state === 'running'
  if (!isRunning && change.isInstanceChanged) throw new Error('what is over was changed')
  if (isRunning)
    world.instance = {
      ...world.instance,
      state: change.state,
      steps: change.steps,
      current_step: change.currentStep,
      ended_at: ended,
    }
}

function rowOf(
  {
    step,
    user_id,
    principal_id,
    kind,
    parent_id,
    state,
    decision,
    voided,
    created_at,
    reminded_at,
    escalated_at,
  }: TaskRow,
  id: string,
): TaskRow {
  return {
    id,
    step,
    user_id,
    principal_id,
    kind,
    parent_id,
    state,
    decision,
    voided,
    created_at,
    reminded_at,
    escalated_at,
  }
}

function begin(random: Random): World | null {
  const template = randomTemplate(random)
  const now = new Date('2026-11-21T08:00:00Z')
  const substitutes = HOLDERS.filter(() => random.chance(0.15)).map((away): SubstituteRow => ({
    ...person(random.one(PEOPLE.slice(0, 10))),
    principal_id: away.id,
    amount_limit: null,
    currency: null,
  }))
  const found = template.map((step) => ({
    people: 'chosenBy' in step.who ? [] : random.some(PEOPLE.slice(0, 10), 4).map(person),
    candidates: null,
    unfit: [],
    copies: [],
  }))
  const start = {
    documentId: '1',
    round: 1,
    documentType: 'x',
    templateCode: 't',
    template: { version: 1, steps: template, name_zh: '', name_en: '' },
    found: { steps: found, administrators: [], substitutes: random.chance(0.5) ? substitutes : [] },
    variables: {},
    drafterId: DRAFTER,
    scopeId: 1,
    contentHash: 'hash',
    summary: { no: '1', amount: '1.00', currency: 'INR', facts: {} },
    header: {},
    language: 'en' as const,
    now,
  }
  try {
    const approval = startCase(start)
    const change = changeOf(approval)
    const world: World = {
      instance: {
        ...approval.instance,
        template_code: 't',
        template_version: 1,
        state: 'running',
        scope_id: 1,
        steps: change.steps,
        current_step: change.currentStep,
        started_at: now,
        ended_at: null,
      },
      tasks: [],
      acts: [],
      next: 1,
      now,
      substitutes,
      lastUrge: null,
    }
    apply(world, change)
    return world
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

type Doing = (approval: RunningApproval, input: VerbInput, random: Random, world: World) => unknown

const VERBS: readonly (readonly [name: string, weight: number, act: Doing])[] = [
  ['agree', 10, agree],
  ['reject', 1, reject],
  ['return', 2, sendBack],
  ['transfer', 3, transfer],
  ['delegate', 3, delegate],
  ['answer', 4, answer],
  ['addSigner', 4, addSigner],
  ['removeSigner', 3, removeSigner],
  ['comment', 1, comment],
  ['circulate', 1, (approval, input) => circulate(approval, input, new Set())],
  ['urge', 1, (approval, input, _, world) => urge(approval, input, world.lastUrge, 4)],
  ['withdraw', 0.2, (approval, input) => withdraw(approval, input.actorId, null)],
  ['terminate', 0.2, terminate],
  ['remind', 1, (approval, input) => remind(approval, input.taskId)],
  ['escalate', 2, (approval, input, random) => escalate(approval, input.taskId, random.some(PEOPLE, 2), PEOPLE)],
  ['handOver', 2, (approval, input) => handOver(approval, input.taskId)],
  ['reassign', 1, (approval, input) => reassign(approval, input.taskId, input.people[0], input.actorId, 'why')],
  [
    'renew',
    0.7,
    (approval, _, random) =>
      renew(approval, random.one(approval.steps).key, random.some(PEOPLE.slice(0, 10), 4).map(person), 1, 'why'),
  ],
]
const TOTAL = VERBS.reduce((sum, [, weight]) => sum + weight, 0)

function pick(random: Random): (typeof VERBS)[number] {
  let left = random.upTo(Math.round(TOTAL * 100)) / 100
  return VERBS.find(([, weight]) => (left -= weight) < 0) ?? VERBS[0]!
}

function randomInput(random: Random, world: World): VerbInput {
  const open = world.tasks.filter(({ state }) => state === 'open' || state === 'waiting')
  const task = random.chance(0.85) && open.length > 0 ? random.one(open) : random.one(world.tasks)
  const chosen = world.instance.steps.filter((step) => step.status === 'future' && 'chosenBy' in step.who)
  return {
    actorId: random.chance(0.9) ? task.user_id : random.one(PEOPLE).id,
    taskId: task.id,
    opinion: random.chance(0.97) ? 'words' : '',
    contentHash: random.chance(0.97) ? 'hash' : 'older',
    people: random.some(PEOPLE, 2),
    position: random.one(['before', 'after'] as const),
    toStep: random.chance(0.15) ? null : random.one(world.instance.steps).key,
    files: [],
    chosen: new Map(random.chance(0.8) ? chosen.map((step) => [step.key, random.some(HOLDERS, 3)]) : []),
  }
}

/** Mostly the person who added a signer removes them, because others are refused anyway. */
function asAsker(world: World, input: VerbInput): VerbInput {
  const task = world.tasks.find(({ id }) => id === input.taskId)
  const asker = world.tasks.find(({ id }) => id === task?.parent_id)
  return asker ? { ...input, actorId: asker.user_id } : input
}

describe('random actions on random routes', () => {
  it(
    'random actions on random routes never break the invariants of an approval',
    () => {
      const counts = { acts: 0, refused: 0, ended: new Map<string, number>(), done: new Map<string, number>() }
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const random = randomOf(seed)
        const world = begin(random)
        if (!world) continue
        const told: string[] = []
        for (let act = 0; act < ACTS; act += 1) {
          world.now = new Date(world.now.getTime() + 1_800_000)
          const [name, , perform] = pick(random)
          const given = randomInput(random, world)
          const input = name === 'removeSigner' && random.chance(0.8) ? asAsker(world, given) : given
          told.push(`${name} ${input.taskId} by ${input.actorId}`)
          const approval = openApproval(world.instance, world.tasks, substitutesFrom(world.substitutes), world.now)
          counts.acts += 1
          try {
            perform(approval, input, random, world)
            const change = changeOf(approval)
            apply(world, change)
            if (change.acts.length > 0) counts.done.set(name, (counts.done.get(name) ?? 0) + 1)
          } catch (error) {
            if (!(error instanceof Refused)) throw new Error(`seed ${seed}: ${told.join(', ')}`, { cause: error })
            counts.refused += 1
          }
          const broken = brokenLaws(world)
          if (broken.length > 0)
            throw new Error(`seed ${seed}: ${broken.join('; ')} after ${told.join(', ')}\n${drawn(world)}`)
        }
        counts.ended.set(world.instance.state, (counts.ended.get(world.instance.state) ?? 0) + 1)
      }
      expect(counts.acts).toBeGreaterThan(SEEDS * ACTS * 0.7)
      // Every verb and every end occurred at least once.
      expect([...counts.done.keys()].toSorted()).toEqual(VERBS.map(([name]) => name).toSorted())
      expect([...counts.ended.keys()].toSorted()).toEqual([
        'approved',
        'rejected',
        'returned',
        'running',
        'terminated',
        'withdrawn',
      ])
    },
    PATIENCE_MS,
  )
})

function drawn(world: World): string {
  const steps = world.instance.steps.map(
    (step, index) =>
      `${index} ${step.mode} ${step.group ?? ''} ${step.status} ${step.skip ?? ''} [${step.people.map(({ id }) => id).join(' ')}] queue ${step.queue?.join(' ') ?? ''}`,
  )
  const tasks = world.tasks.map((task) => JSON.stringify({ ...task, created_at: undefined, reminded_at: undefined }))
  return [world.instance.state, ...steps, ...tasks].join('\n')
}
