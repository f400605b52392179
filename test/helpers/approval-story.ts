import type { RecordedAct, InstanceRow, TaskRow } from '#kernel/engine/approval/engine/running-approval.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import type { ApprovalView } from '#kernel/engine/approval/approval-wire.ts'
import type { TemplateStep } from '#kernel/engine/approval/approval-route.ts'
import type { ActionAnswer, Command } from '#kernel/engine/document/action/command.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { runSystemAct, type SystemAct } from '#kernel/engine/document/action/system-act.ts'
import { countryBudget } from '#areas/budget/country-budget/country-budget.doc.ts'
import { countryBudgetDocument } from '#areas/budget/country-budget/country-budget.plans.ts'
import { taskOf } from './company/actor.ts'
import type { World } from './budget/budget-world.ts'

/** One document on its way through an approval, acted on by accounts. */
export interface Story {
  readonly id: string
  readonly formInstanceId: string
  /** A verb by the holder of a task; it is their open task unless another one is named. */
  act(account: string, verb: string, more?: Partial<Command>, key?: string): Promise<ActionAnswer>
  /** The parts that an account can read now. */
  view(account: string): Promise<ApprovalView>
  /** `account kind state` of every task that is open or waits, in the order of their making. */
  desks(): Promise<readonly string[]>
  /** Kinds of acts in their order, with who did it (`-` for the clock). */
  acts(): Promise<readonly string[]>
  clock(kind: SystemAct['kind'], account: string): Promise<boolean>
  state(): Promise<string>
  taskOf(account: string): Promise<string>
}

/** Routes for tests are new versions of the product's template: the newest is the one that counts. */
export async function useRoute(world: World, steps: readonly Omit<TemplateStep, 'name'>[]): Promise<void> {
  const named = steps.map((step) => ({ ...step, name: { zh: step.key, en: step.key } }))
  await world.query(
    `insert into approval_template (code, version, name_zh, name_en, steps)
     select code, max(version) + 1, '测试', 'Test', $1::jsonb from approval_template where code = 'budget_country' group by code`,
    [JSON.stringify(named)],
  )
}

export async function begin(
  world: World,
  more: Partial<Command> = {},
  amount = '10.00',
  by = 'in.channel',
): Promise<Story> {
  return storyOf(world, await world.submit(by, [{ amount }], {}, more))
}

export function storyOf(world: World, { id, formInstanceId: instance }: ActionAnswer): Story {
  const formInstanceId = instance ?? ''
  const round = Number(formInstanceId.split('-')[1])
  const story: Story = {
    id,
    formInstanceId,
    async act(account, verb, more = {}, key) {
      const [instanceRow] = await world.query<{ content_hash: string }>(
        'select content_hash from approval_instance where document_id = $1 and round = $2',
        [id, round],
      )
      const [document] = await world.query<{ version: number }>('select version from country_budget where id = $1', [
        id,
      ])
      const command = {
        formInstanceId,
        taskId: await story.taskOf(account),
        contentHash: instanceRow?.content_hash ?? null,
        opinion: 'Checked',
        ...(verb === 'withdraw' ? { version: document?.version ?? null } : {}),
        ...more,
      }
      return world.act(account, verb, command, key)
    },
    async view(account) {
      const context = await world.contextOf(account)
      const document = await reading(world.pool, (tx) => loadDocument(tx, context, countryBudget, { formInstanceId }))
      if (!document.approval) throw new Error('no approval')
      return document.approval
    },
    async desks() {
      const rows = await world.query<{ desk: string }>(
        `select concat_ws(' ', u.account || case when p.account is null then '' else ' for ' || p.account end, t.kind, t.state) as desk
         from approval_task t join app_user u on u.id = t.user_id left join app_user p on p.id = t.principal_id
         where t.document_id = $1 and t.round = $2 and t.state in ('open', 'waiting') order by t.id`,
        [id, round],
      )
      return rows.map((row) => row.desk)
    },
    async acts() {
      const rows = await world.query<{ act: string }>(
        `select concat(a.act, ' ', coalesce(u.account, '-')) as act from approval_act a left join app_user u on u.id = a.actor_id
         where a.document_id = $1 and a.round = $2 order by a.id`,
        [id, round],
      )
      return rows.map((row) => row.act)
    },
    async clock(kind, account) {
      const runtime = { pool: world.pool, now: () => world.now }
      const taskId = await story.taskOf(account)
      return runSystemAct(runtime, countryBudgetDocument, { kind, documentId: id, round, taskId })
    },
    async state() {
      const [row] = await world.query<{ state: string }>('select state from country_budget where id = $1', [id])
      return row?.state ?? ''
    },
    async taskOf(account) {
      return (await taskOf(world.query, formInstanceId, account))?.taskId ?? '0'
    },
  }
  return story
}

/** The parts of an approval that are checked after each step: from memory or from the database. */
export interface Snapshot {
  readonly instance: Pick<InstanceRow, 'state' | 'steps' | 'drafter_id' | 'current_step'>
  readonly tasks: readonly TaskRow[]
  readonly acts: readonly Pick<RecordedAct, 'act' | 'step' | 'taskId' | 'actorId'>[]
}

const ENDS: Readonly<Record<string, readonly string[]>> = {
  // The last agreement, or the last signer taken back; an administrator who drops the last open part.
  approved: ['agree', 'removeSigner', 'handOver'],
  rejected: ['reject'],
  returned: ['return'],
  withdrawn: ['withdraw'],
  terminated: ['terminate'],
}

const isAlive = ({ state }: Pick<TaskRow, 'state'>) => state === 'open' || state === 'waiting'
/** Whether a task asks the same person to decide. */
const isOf = (other: TaskRow, { user_id: user }: TaskRow) => other.user_id === user && other.kind !== 'delegate'
const isFinal = ({ decision }: TaskRow) => decision === 'agree' || decision === 'reject' || decision === 'return'

/** Laws of one approval that hold between any two acts; answers those that are broken, in words. */
export function brokenLaws({ instance, tasks, acts }: Snapshot): string[] {
  const broken: string[] = []
  const law = (locks: boolean, text: string) => {
    if (!locks) broken.push(text)
  }
  const alive = tasks.filter(isAlive)
  const running = instance.state === 'running'
  law(
    running === tasks.some(({ state }) => state === 'open'),
    'a running approval has an open task, an ended one has none',
  )
  law(running || alive.length === 0, 'nothing waits in an ended approval')
  instance.steps.forEach((step, index) => {
    const own = alive.filter((task) => task.step === index)
    law(
      !running || (step.status === 'current') === own.length > 0,
      `step ${index} is current exactly while somebody has it`,
    )
    const earlier = (task: TaskRow) =>
      alive.some((other) => isOf(other, task) && tasks.indexOf(other) < tasks.indexOf(task))
    law(
      step.status !== 'current' || !running || own.some((task) => task.state === 'open' || earlier(task)),
      `step ${index} waits for nobody`,
    )
  })
  const asked = alive.filter(({ state, kind }) => state === 'open' && kind === 'step').map(({ user_id: user }) => user)
  law(new Set(asked).size === asked.length, 'somebody is asked in two parallel steps at a time')
  const first = instance.steps.findIndex(({ status }) => status === 'current')
  law(!running || instance.current_step === first, 'the current step is the first that is open')
  for (const [user, own] of Map.groupBy(
    tasks.filter((task) => isFinal(task) && !task.voided),
    (task) => task.user_id,
  ))
    law(own.length <= 1, `${user} decided ${own.length} times`)
  law(!tasks.some((task) => isFinal(task) && task.user_id === instance.drafter_id), 'the drafter decided')
  for (const task of tasks) {
    const parent = tasks.find(({ id }) => id === task.parent_id)
    law(task.kind === 'step' || parent !== undefined, `task ${task.id} has lost who asked for it`)
    law(parent === undefined || parent.step === task.step, `task ${task.id} is in another step than who asked for it`)
    law(
      task.state !== 'done' || task.decision !== null || inVote(instance, task),
      `task ${task.id} is done without a decision`,
    )
    law(task.decision === null || task.state === 'done', `task ${task.id} was decided and is ${task.state}`)
  }
  law(
    acts[0]?.act === 'submit' && acts.filter(({ act }) => act === 'submit').length === 1,
    'the timeline begins with the submit',
  )
  for (const task of tasks.filter((one) => one.decision !== null))
    law(
      acts.some((act) => act.taskId === task.id && act.act === task.decision),
      `the timeline lacks the ${task.decision} of ${task.id}`,
    )
  const last = acts.findLast(({ act }) => !['comment', 'circulate', 'urge', 'remind'].includes(act))
  law(running || ENDS[instance.state]!.includes(last?.act ?? ''), `${instance.state} without its act: ${last?.act}`)
  broken.push(...lostSigners({ instance, tasks, acts }))
  return broken
}

/** In a vote a signer's rejection ends the part that they sign for: its assignee is not asked any more. */
function inVote(instance: Snapshot['instance'], task: TaskRow): boolean {
  return instance.steps[task.step]?.mode === 'share'
}

/**
 * A countersigner may only be passed over where they were removed, where they (or who added them) have decided elsewhere, or
 * where the step did not need their part: another of any one, enough votes, a superior after the time limit.
 */
function lostSigners({ instance, tasks, acts }: Snapshot): string[] {
  const children = (id: string) => tasks.filter((task) => task.parent_id === id)
  const leaf = (task: TaskRow): TaskRow => {
    const next = children(task.id).find((child) => child.kind === 'transfer')
    return next ? leaf(next) : task
  }
  const below = (task: TaskRow): TaskRow[] => [task, ...children(task.id).flatMap(below)]
  const asked = (task: TaskRow): TaskRow[] => [
    task,
    ...children(task.id)
      .filter(({ kind }) => kind !== 'escalated')
      .flatMap(asked),
  ]
  const removed = new Set(
    acts
      .filter(({ act }) => act === 'removeSigner')
      .flatMap(({ taskId }) => {
        const task = tasks.find(({ id }) => id === taskId)
        return task ? below(task).map(({ id }) => id) : []
      }),
  )
  const spoken = new Set(
    tasks
      .filter((task) => isFinal(task) && !task.voided)
      .flatMap((task) => [task.user_id, task.principal_id ?? task.user_id]),
  )
  const agreed = new Set(
    tasks
      .filter((task) => task.decision === 'agree' && !task.voided)
      .flatMap((task) => [task.user_id, task.principal_id ?? task.user_id]),
  )
  // A decision by a substitute counts for both persons, and so does one by the absent person.
  const isIn = (people: ReadonlySet<number>, task: TaskRow) =>
    people.has(task.user_id) || people.has(task.principal_id ?? task.user_id)
  const lost: string[] = []
  instance.steps.forEach((step, index) => {
    if (step.status !== 'done') return
    const mine = tasks.filter((task) => task.step === index && !task.voided)
    if (mine.some((task) => task.kind === 'escalated' && leaf(task).decision === 'agree')) return
    // A person whom a renewal took out of the step is no part of it, even if they decided in another one.
    const isOfStep = (part: TaskRow) => step.people.some(({ id }) => id === (part.principal_id ?? part.user_id))
    const counts = (part: TaskRow) =>
      leaf(part).state !== 'cancelled' || (step.mode === 'share' && isOfStep(part) && isIn(spoken, leaf(part)))
    const parts = mine.filter((task) => task.kind === 'step' && counts(task))
    const heard = parts.filter((part) => {
      // A signer whom a superior asked counts where the superior decided.
      const signers = asked(part).filter(({ kind }) => kind === 'before' || kind === 'after')
      const missing = signers.filter((signer) => {
        const end = leaf(signer)
        if (end.decision === 'agree' || removed.has(signer.id) || removed.has(end.id)) return false
        return !spoken.has(end.user_id) && !spoken.has(end.principal_id ?? end.user_id)
      })
      const hasSpoken = step.mode === 'share' && leaf(part).state === 'cancelled' && isIn(agreed, leaf(part))
      return hasSpoken || (leaf(part).decision === 'agree' && missing.length === 0)
    })
    const needed =
      step.mode === 'any'
        ? 1
        : step.mode === 'share'
          ? Math.ceil(((step.share ?? 100) * parts.length) / 100)
          : parts.length
    if (heard.length < Math.min(needed, parts.length) || parts.length === 0)
      lost.push(`step ${index} (${step.mode}) was passed with ${heard.length} of ${needed} parts heard`)
  })
  return lost
}
