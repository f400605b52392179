import { evaluate } from 'feelin'
import { approvalErrors } from '#kernel/errors/kernel-errors.ts'
import type { Refusal } from '#kernel/errors/errors.ts'
import type { Language } from '#kernel/i18n/language.ts'

/** Someone who may act, with his names as they were when the approval started. */
export interface Person {
  readonly id: number
  readonly account: string
  readonly name: Readonly<Record<Language, string>>
}

export type StepMode = 'any' | 'all' | 'sequential' | 'share'

/** Whose role holders: the document's organisation and above it, its region, the drafter's line of superiors, or an organisation that the document names. */
export type RoleOf = 'document' | 'region' | 'drafter' | (string & {})

/** Who acts in a step. */
export type Who =
  | { readonly role: string; readonly of?: RoleOf }
  /** A named person. */
  | { readonly account: string }
  /** The head of the document's organisation, or of the drafter's. */
  | { readonly head: 'document' | 'drafter' }
  /** Picked by the drafter at submit, or by the approver before it; among the holders of a role where one is given. */
  | { readonly chosenBy: 'drafter' | 'previous'; readonly role?: string }
  /** Accounts that the document's binding answers under this name (`people(content)`). */
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
  /** Where nobody, or only the drafter, holds it: move up (without this), ask an administrator, refuse the start. */
  readonly empty?: 'up' | 'administrator' | 'refuse'
  /** Neighbouring steps with the same group run at the same time. */
  readonly group?: string
  readonly remindAfterHours?: number
  /** Then the holder's superior may act as well; both are told. */
  readonly escalateAfterHours?: number
  /** Fields that, unchanged, let the approval of an earlier round stand; `true`: all of them. */
  readonly keep?: readonly string[] | true
  /** Who gets a copy when the step opens. */
  readonly cc?: readonly Who[]
}

export type SkipReason = 'condition' | 'acted' | 'empty' | 'kept'

/** One step of a started approval. */
export interface RouteStep extends TemplateStep {
  readonly status: 'future' | 'current' | 'done' | 'skipped'
  readonly skip?: SkipReason
  readonly people: readonly Person[]
}

export type Variables = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** Whether a FEEL condition holds. One that cannot be read is a fault of the template, not a 'no'. */
export function holds(condition: string, variables: Variables): boolean {
  const { value } = evaluate(condition, variables) as { value: unknown }
  if (typeof value !== 'boolean') throw new Error(`approval condition is not a yes or no: ${condition}`)
  return value
}

/**
 * Resolves a template for one document: who may act in each step, which steps are not needed. The drafter never
 * approves: a step that only he could take moves up, as does one that nobody holds; where nothing is above, the
 * start is refused.
 */
export function resolveRoute(
  template: readonly TemplateStep[],
  variables: Variables,
  holders: ReadonlyMap<string, readonly Person[]>,
  drafterId: number,
  language: Language,
): { readonly steps: readonly RouteStep[]; readonly refusals: readonly Refusal[] } {
  const steps = template.map((step): RouteStep => {
    if (step.when !== undefined && !holds(step.when, variables))
      return { ...step, status: 'skipped', skip: 'condition', people: [] }
    const people = (('role' in step.who && step.who.role !== undefined && holders.get(step.who.role)) || []).filter(
      (person) => person.id !== drafterId,
    )
    return people.length === 0
      ? { ...step, status: 'skipped', skip: 'empty', people }
      : { ...step, status: 'future', people }
  })
  const last = steps.findLast((step) => step.skip !== 'condition')
  if (!last || last.skip === 'empty') {
    return { steps, refusals: [approvalErrors.noApprover({ step: last?.name[language] ?? '' })] }
  }
  return { steps, refusals: [] }
}

export interface Advance {
  readonly steps: readonly RouteStep[]
  /** Index of the step that is open now, or null when none is left: the document is approved. */
  readonly current: number | null
  /** Who gets a task in it. */
  readonly people: readonly Person[]
}

/**
 * Opens the next step after `from`. Whoever acted already does not act again: a step that only such people
 * could take is passed over, and says so.
 */
export function advance(steps: readonly RouteStep[], from: number, acted: ReadonlySet<number>): Advance {
  const next = [...steps]
  for (let index = from; index < next.length; index += 1) {
    const step = next[index]
    if (!step || step.status !== 'future') continue
    const free = step.people.filter((person) => !acted.has(person.id))
    if (free.length === 0) {
      next[index] = { ...step, status: 'skipped', skip: 'acted' }
      continue
    }
    next[index] = { ...step, status: 'current', people: free }
    return { steps: next, current: index, people: step.mode === 'sequential' ? free.slice(0, 1) : free }
  }
  return { steps: next, current: null, people: [] }
}

/** What a person's agreement does to the current step. */
export function agree(
  steps: readonly RouteStep[],
  current: number,
  actorId: number,
  agreedBefore: ReadonlySet<number>,
  acted: ReadonlySet<number>,
): Advance & { readonly stepDone: boolean } {
  const step = steps[current]
  if (!step) throw new Error(`no step ${current}`)
  const agreed = new Set([...agreedBefore, actorId])
  const waiting = step.people.filter((person) => !agreed.has(person.id))
  if (step.mode !== 'any' && waiting.length > 0) {
    const people = step.mode === 'sequential' ? waiting.slice(0, 1) : []
    return { steps, current, people, stepDone: false }
  }
  const closed = steps.with(current, { ...step, status: 'done' })
  return { ...advance(closed, current + 1, new Set([...acted, actorId])), stepDone: true }
}
