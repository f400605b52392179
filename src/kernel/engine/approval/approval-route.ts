import { evaluate } from 'feelin'
import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

/** A person who may act, with their names as of the start of the approval. */
export interface Approver {
  readonly id: number
  readonly account: string
  readonly name: Readonly<Record<Language, string>>
}

export type StepMode = 'any' | 'all' | 'sequential' | 'share'

/**
 * Where the role must be held: in the document's organisation or above it, its region, the drafter's line of superiors,
 * or an organisation that the document names.
 */
export type RoleOf = 'document' | 'region' | 'drafter' | (string & {})

/** The people who act in a step. */
export type Who =
  | { readonly role: string; readonly of?: RoleOf }
  /** A named person. */
  | { readonly account: string }
  /** The head of the document's organisation, or of the drafter's. */
  | { readonly head: 'document' | 'drafter' }
  /** Chosen by the drafter at submit, or by the approver before the step; among the holders of a role where one is given. */
  | { readonly chosenBy: 'drafter' | 'previous'; readonly role?: string }
  /** Accounts that the document's binding returns under this name (`people(content)`). */
  | { readonly computed: string }

/** One step of a route template: data, versioned per template code. */
export interface TemplateStep {
  readonly key: string
  readonly name: Readonly<Record<Language, string>>
  readonly who: Who
  readonly mode: StepMode
  /** Percent of the votes that agree; of mode `share`. */
  readonly share?: number
  /** A FEEL condition on variables that the server computed; none means always. */
  readonly when?: string
  /** Why the step exists, for the timeline. */
  readonly rule?: Readonly<Record<Language, string>>
  /** The rule where nobody, or only the drafter, could act: move up (the default), ask an administrator, refuse the start. */
  readonly empty?: 'up' | 'administrator' | 'refuse'
  /** Neighbouring steps with the same group run in parallel. */
  readonly group?: string
  readonly remindAfterHours?: number
  /** After this time the assignee's superior may act as well; both are notified. */
  readonly escalateAfterHours?: number
  /** Fields that carry an approval of an earlier round forward while they are unchanged; `true`: all of them. */
  readonly keep?: readonly string[] | true
  /** People who get a copy when the step opens. */
  readonly cc?: readonly Who[]
}

export type SkipReason = 'condition' | 'acted' | 'empty' | 'kept'

/** One step of a started approval. */
export interface RouteStep extends TemplateStep {
  readonly status: 'future' | 'current' | 'done' | 'skipped'
  readonly skip?: SkipReason
  /** People who act in it; for an open step only those who had not acted before. */
  readonly people: readonly Approver[]
  /** Everyone who was found, where not all of them were asked: a return to the step asks them again. */
  readonly all?: readonly Approver[]
  /** In a sequential step: the people after those who have a task. */
  readonly queue?: readonly number[]
  /** People who may be chosen, where the route limits them. */
  readonly candidates?: readonly Approver[]
  /** People who get a copy when it opens. */
  readonly copies?: readonly Approver[]
  /** Values of the document at submit: code of the organisation, accounts. Stored to find the people again. */
  readonly where?: string
  readonly accounts?: readonly string[]
}

export type Variables = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** Evaluates a FEEL condition. An invalid one is a fault of the template and throws, instead of counting as false. */
export function holds(condition: string, variables: Variables): boolean {
  const { value } = evaluate(condition, variables) as { value: unknown }
  if (typeof value !== 'boolean') throw new Error(`approval condition is not a yes or no: ${condition}`)
  return value
}

/** The people that a step's `who` resolves to. */
export interface StepPeople {
  readonly people: readonly Approver[]
  /** People who may be chosen; null where nobody chooses or everybody may be chosen. */
  readonly candidates: readonly Approver[] | null
  /** Chosen people who are refused: unknown, not among the candidates, or without the right to decide. */
  readonly unfit: readonly string[]
  readonly copies: readonly Approver[]
  readonly where?: string
  readonly accounts?: readonly string[]
}

export interface Resolution {
  readonly template: readonly TemplateStep[]
  readonly variables: Variables
  readonly found: readonly StepPeople[]
  /** People who are asked where a step is empty and its template says so. */
  readonly administrators: readonly Approver[]
  readonly drafterId: number
  readonly language: Language
  /** Keys of steps whose earlier approval is carried forward. */
  readonly kept?: Pick<ReadonlySet<string>, 'has' | 'size'>
}

/**
 * Resolves a template for one document: who may act in each step, and which steps are not needed. The drafter never approves: a step for
 * which only they qualify moves up, as does an empty one; where nothing is above, or the step does not allow it, the start is refused.
 */
export function resolveRoute(resolution: Resolution): {
  readonly steps: readonly RouteStep[]
  readonly refusals: readonly Refusal[]
} {
  const { template, kept, language } = resolution
  const refusals: Refusal[] = []
  const steps = template.map((step, index) => resolveStep(resolution, step, index, refusals))
  const future = steps.map((step, index) => (step.status === 'future' ? index : -1))
  const last = Math.max(-1, ...future)
  const beyond = steps.findLast(
    (step, index) => step.skip === 'empty' && (index > last || isBesideLast(steps, index, last)),
  )
  const missing = beyond ?? (last === -1 ? (steps.at(-1) ?? null) : undefined)
  if (missing !== undefined) refusals.push(approvalErrors.noApprover({ step: missing?.name[language] ?? '' }))
  if (!kept || kept.size === 0 || refusals.length > 0) return { steps, refusals }
  const standing = steps.map((step) =>
    step.status === 'future' && kept.has(step.key)
      ? { ...step, status: 'skipped' as const, skip: 'kept' as const }
      : step,
  )
  // Somebody must see every submission: if all approvals would be carried forward, the last step is asked again.
  if (!standing.some((step) => step.status === 'future')) standing[last] = steps[last]!
  return { steps: standing, refusals }
}

/** A step in the last stage has no step above it to move up to. */
function isBesideLast(steps: readonly RouteStep[], index: number, last: number): boolean {
  const group = steps[index]?.group
  return group !== undefined && steps[last]?.group === group
}

function resolveStep(
  { variables, found, administrators, drafterId, language }: Resolution,
  step: TemplateStep,
  index: number,
  refusals: Refusal[],
): RouteStep {
  if (step.when !== undefined && !holds(step.when, variables))
    return { ...step, status: 'skipped', skip: 'condition', people: [] }
  const { people = [], candidates = null, copies = [], unfit = [], where, accounts } = found[index] ?? {}
  const others = (list: readonly Approver[]) => list.filter((person) => person.id !== drafterId)
  const common = {
    ...step,
    ...(candidates ? { candidates: others(candidates) } : {}),
    ...(copies.length > 0 ? { copies } : {}),
    ...(where === undefined ? {} : { where }),
    ...(accounts === undefined ? {} : { accounts }),
  }
  const able = others(people)
  if (able.length > 0 && unfit.length === 0) return { ...common, status: 'future', people: able }
  if ('chosenBy' in step.who) {
    const where = { field: 'chosen' }
    if (unfit.length > 0) refusals.push(approvalErrors.targetUnfit({ account: unfit.join(', ') }, where))
    else if (step.who.chosenBy === 'drafter' && common.candidates?.length !== 0)
      refusals.push(approvalErrors.chooseRequired({ step: step.name[language] }, where))
    // Without candidates the step is empty like any other.
    if (common.candidates?.length !== 0) return { ...common, status: 'future', people: [] }
  }
  if (step.empty === 'administrator') {
    const asked = others(administrators)
    if (asked.length > 0) return { ...common, status: 'future', people: asked }
  }
  if (step.empty === 'refuse') refusals.push(approvalErrors.noApprover({ step: step.name[language] }))
  return { ...common, status: 'skipped', skip: 'empty', people: [] }
}
