import type { RecordedAct, InstanceRow, TaskRow } from '#kernel/engine/approval/engine/running-approval.ts'

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
    law(
      step.status !== 'current' || !running || own.some(({ state }) => state === 'open'),
      `step ${index} waits for nobody`,
    )
  })
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
