import type { ApprovalRights } from '#kernel/engine/approval/approval-view.ts'
import type { ApprovalState } from '#kernel/engine/approval/engine/running-approval.ts'
import { withRetries } from '#kernel/engine/reserve/reserve-rules.ts'
import type { Action } from '#kernel/engine/definition/definition.ts'
import type { AnyDocument } from './server-document.ts'

// Actions on any document in approval, besides those of its definition.

/** For the assignee of a task. */
const TASK_VERBS = ['return', 'transfer', 'delegate', 'answer', 'addSigner', 'removeSigner'] as const
/** For others: readers, the drafter, administrators. */
const OTHER_VERBS = ['comment', 'circulate', 'urge', 'terminate', 'reassign', 'renew'] as const

export type KernelVerb = (typeof TASK_VERBS)[number] | (typeof OTHER_VERBS)[number]

export const KERNEL_VERBS = [...TASK_VERBS, ...OTHER_VERBS] as const
const VERBS = new Set<string>(KERNEL_VERBS)

export function isKernelVerb(name: string): name is KernelVerb {
  return VERBS.has(name)
}

/** Acts by the assignee: afterwards they are told that the task is done. */
export function isOfTask(name: string): boolean {
  return !(OTHER_VERBS as readonly string[]).includes(name)
}

/** Comments and the like: the document stays unchanged, version and all. */
const ASIDE = new Set<KernelVerb>(['comment', 'circulate', 'urge'])

export function isAside(name: string): boolean {
  return ASIDE.has(name as KernelVerb)
}

function decision(definition: AnyDocument): Action {
  const action = definition.actions['approve']
  if (!action) throw new Error(`${definition.name} has no approval`)
  return action
}

function rightOf(definition: AnyDocument, verb: KernelVerb): string {
  if (verb === 'comment' || verb === 'circulate') return definition.viewRight
  if (verb === 'urge') return definition.actions['submit']?.right ?? definition.viewRight
  if (verb === 'terminate' || verb === 'reassign' || verb === 'renew') return 'approval.administer'
  return decision(definition).right
}

/**
 * An action by name: of the definition, or common to every document type. Whether a common one changes the document's
 * state is the engine's decision (`actionOfEnd`).
 */
export function actionOf(definition: AnyDocument, name: string): Action | undefined {
  const own = definition.actions[name]
  if (own) return withRetries(definition, own)
  if (!isKernelVerb(name) || !definition.actions['approve']) return undefined
  const { from } = decision(definition)
  // Ended documents may still be commented on.
  const isOpenToAll = name === 'comment' || name === 'circulate'
  const states = isOpenToAll ? Object.keys(definition.states).filter((state) => state !== definition.initial) : from
  return { from: states, to: from[0] ?? definition.initial, right: rightOf(definition, name), by: 'approval' }
}

/** Rights for the verbs of a type, for deciding which of them a reader may use. */
export function approvalRights(definition: AnyDocument): ApprovalRights {
  return {
    decide: decision(definition).right,
    submit: definition.actions['submit']?.right ?? definition.viewRight,
    view: definition.viewRight,
    ...(definition.partialApproval ? { reduce: definition.partialApproval.right } : {}),
  }
}

const ENDS: Readonly<Record<Exclude<ApprovalState, 'running'>, readonly string[]>> = {
  approved: ['approve'],
  rejected: ['reject'],
  // A type that declares none of these ends as if rejected.
  returned: ['return', 'reject'],
  terminated: ['terminate', 'reject'],
  withdrawn: ['withdraw'],
}

/** The definition's action for an approval's end: its state, its posting plan, its facts. */
export function actionOfEnd(definition: AnyDocument, state: Exclude<ApprovalState, 'running'>): string {
  const name = ENDS[state].find((candidate) => definition.actions[candidate])
  if (name === undefined) throw new Error(`${definition.name} has no end ${state}`)
  return name
}

/** Actions of the definition that an act may lead to: their facts are read with it. */
export function possibleEnds(definition: AnyDocument, name: string): readonly string[] {
  switch (name) {
    case 'removeSigner':
    case 'renew':
      return ['approve']
    case 'return':
      return [actionOfEnd(definition, 'returned')]
    case 'terminate':
      return [actionOfEnd(definition, 'terminated')]
    default:
      return [name]
  }
}
