import type { TemplateStep, Who } from './approval-route.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

export type Texts = Readonly<Record<Language, string>>

/** A variable that conditions may name: computed by the server from the stored document. */
export interface VariableSpec {
  readonly kind: 'text' | 'number' | 'boolean' | 'list'
  readonly label: Texts
  /** Allowed values of a text. */
  readonly options?: readonly string[]
}

/**
 * One approval type of the spec: its delivered template, and the variables that its document passes to the route. It is
 * in a file `*.template.ts` beside its document and is found by that name. The database holds the same
 * (test/scenario/approval/route-templates.test.ts compares); a change here needs a migration that adds the next
 * version, which `node src/app/template-sql.ts <code>` prints.
 */
export interface ApprovalType {
  readonly code: string
  /** Its position in lists of routes, from 1. */
  readonly place: number
  readonly name: Texts
  readonly version: number
  readonly process: 'old' | 'new'
  /** Names of organisations that `of` of a step may refer to, and of people that `computed` may. */
  readonly organisations?: readonly string[]
  readonly people?: readonly string[]
  readonly variables: Readonly<Record<string, VariableSpec>>
  readonly steps: readonly TemplateStep[]
}

/** The usual time limits: a reminder after a day, escalation after three. */
const LIMITS = { remindAfterHours: 24, escalateAfterHours: 72 } as const

export const role = (code: string, of?: string): Who => (of === undefined ? { role: code } : { role: code, of })

export const texts = (zh: string, en: string): Texts => ({ zh, en })

type StepOptions = Partial<Omit<TemplateStep, 'key' | 'name' | 'who'>>

/** A step that any one of its people decides. */
export function step(key: string, name: Texts, who: Who, rule: Texts, more: StepOptions = {}): TemplateStep {
  return { key, name, rule, who, mode: 'any', ...LIMITS, ...more }
}

export const variable = (kind: VariableSpec['kind'], label: Texts, options?: readonly string[]): VariableSpec => ({
  kind,
  label,
  ...(options ? { options } : {}),
})

export const flag = (zh: string, en: string): VariableSpec => variable('boolean', texts(zh, en))

let registered: readonly ApprovalType[] = []

/** Called once by the composition, before the first call is served. */
export function registerApprovalTypes(types: readonly ApprovalType[]): void {
  registered = types
}

/** The delivered approval types, in order. */
export function approvalTypes(): readonly ApprovalType[] {
  return registered
}
