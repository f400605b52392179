import type { Band } from '#kernel/engine/approval/band.ts'
import { holds, type TemplateStep, type Variables, type Who } from '#kernel/engine/approval/approval-route.ts'
import type { At, Refusal } from '#kernel/base/errors/errors.ts'
import type { Texts, VariableSpec } from '#kernel/engine/approval/approval-type.ts'
import { approvalRoutesErrors } from '../approval-routes.errors.ts'
import type { TemplateContent } from '../approval-routes-wire.ts'
import { conditionProblem, sampleOf } from './condition.server.ts'

/** Facts for checking a template. */
export interface TemplateFacts {
  readonly variables: Readonly<Record<string, VariableSpec>>
  readonly roles: ReadonlySet<string>
  /** Of the accounts in the template, those that exist and are active. */
  readonly accounts: ReadonlySet<string>
  readonly organisations: readonly string[]
  readonly people: readonly string[]
  /** Null where the document is not built yet, so its fields are unknown. */
  readonly fields: ReadonlySet<string> | null
  readonly bands: readonly Band[]
}

const MAX_TEXT = 200
const MAX_NAME = 60
/** A year: a longer limit would mean never. */
export const MAX_HOURS = 8_760
const KEY = /^[A-Za-z][A-Za-z0-9_]{0,39}$/
const KNOWN_PLACES = ['document', 'region', 'drafter']

/** All problems that prevent publishing a template, in the order of its rows. */
export function checkTemplate({ name, steps }: TemplateContent, facts: TemplateFacts): readonly Refusal[] {
  const problems = textProblems(name, { field: 'name' }, MAX_NAME, true)
  if (steps.length === 0) return [...problems, approvalRoutesErrors.noSteps()]
  const keys = steps.map(({ key }) => key)
  for (const [row, step] of steps.entries()) {
    problems.push(...stepProblems(step, row, facts))
    if (keys.indexOf(step.key) !== row) problems.push(approvalRoutesErrors.keyTwice({}, { row, field: 'key' }))
  }
  problems.push(...groupProblems(steps))
  // Whether steps remain can only be checked with valid conditions.
  return problems.length > 0 ? problems : emptyRoutes(steps, facts)
}

function stepProblems(step: TemplateStep, row: number, facts: TemplateFacts): Refusal[] {
  const at = (field: string): At => ({ row, field })
  const problems: Refusal[] = []
  if (!KEY.test(step.key)) problems.push(approvalRoutesErrors.keyForm({}, at('key')))
  problems.push(...textProblems(step.name, at('name'), MAX_NAME, true))
  if (step.rule) problems.push(...textProblems(step.rule, at('rule'), MAX_TEXT, false))
  problems.push(...whoProblems(step.who, at('who'), facts, row))
  for (const who of step.cc ?? []) problems.push(...whoProblems(who, at('cc'), facts, row))
  if (step.mode === 'share' && !(Number.isInteger(step.share) && step.share! >= 1 && step.share! <= 100))
    problems.push(approvalRoutesErrors.shareRange({}, at('share')))
  if (step.when !== undefined) {
    const problem = conditionProblem(step.when, facts.variables, at('when'))
    if (problem) problems.push(problem)
  }
  problems.push(...hourProblems(step, at))
  if (Array.isArray(step.keep) && facts.fields) {
    const unknown = (step.keep as readonly string[]).filter((field) => !facts.fields!.has(field))
    problems.push(...unknown.map((field) => approvalRoutesErrors.unknownField({ name: field }, at('keep'))))
  }
  return problems
}

function textProblems({ zh, en }: Texts, at: At, max: number, isRequired: boolean): Refusal[] {
  const [inChinese, inEnglish] = [zh.trim(), en.trim()]
  if (inChinese === '' && inEnglish === '' && !isRequired) return []
  if (inChinese === '' || inEnglish === '') return [approvalRoutesErrors.bothLanguages({}, at)]
  return inChinese.length > max || inEnglish.length > max ? [approvalRoutesErrors.tooLong({ max }, at)] : []
}

function whoProblems(who: Who, at: At, facts: TemplateFacts, row: number): Refusal[] {
  if ('account' in who)
    return facts.accounts.has(who.account)
      ? []
      : [approvalRoutesErrors.unknownAccount({ account: who.account || '/' }, at)]
  if ('computed' in who)
    return facts.people.includes(who.computed)
      ? []
      : [approvalRoutesErrors.unknownPeople({ name: who.computed || '/' }, at)]
  if ('head' in who) return []
  const problems: Refusal[] = []
  if ('chosenBy' in who) {
    if (who.chosenBy === 'previous' && row === 0) problems.push(approvalRoutesErrors.nobodyBefore({}, at))
    if (who.role !== undefined && !facts.roles.has(who.role))
      problems.push(approvalRoutesErrors.unknownRole({ role: who.role }, at))
    return problems
  }
  if (!who.role) return [approvalRoutesErrors.required({ field: '@approval-routes.editor.who' }, at)]
  if (!facts.roles.has(who.role)) problems.push(approvalRoutesErrors.unknownRole({ role: who.role }, at))
  const place = who.of ?? 'document'
  if (!KNOWN_PLACES.includes(place) && !facts.organisations.includes(place))
    problems.push(approvalRoutesErrors.unknownOrganisation({ name: place }, at))
  return problems
}

function hourProblems(step: TemplateStep, at: (field: string) => At): Refusal[] {
  const fits = (hours: number | undefined) =>
    hours === undefined || (Number.isInteger(hours) && hours >= 1 && hours <= MAX_HOURS)
  const { remindAfterHours: remind, escalateAfterHours: escalate } = step
  if (!fits(remind)) return [approvalRoutesErrors.hoursRange({ max: MAX_HOURS }, at('remindAfterHours'))]
  if (!fits(escalate)) return [approvalRoutesErrors.hoursRange({ max: MAX_HOURS }, at('escalateAfterHours'))]
  const isLate = remind !== undefined && escalate !== undefined && remind >= escalate
  return isLate ? [approvalRoutesErrors.hoursOrder({}, at('escalateAfterHours'))] : []
}

/** Steps of a group must be neighbours in the table, or the engine would run them as two groups. */
function groupProblems(steps: readonly TemplateStep[]): Refusal[] {
  const seen = new Set<string>()
  return steps.flatMap(({ group }, row) => {
    if (group === undefined || steps[row - 1]?.group === group) return []
    if (seen.has(group)) return [approvalRoutesErrors.groupApart({ group }, { row, field: 'group' })]
    seen.add(group)
    return []
  })
}

/** A document of a band for which no step remains could never be submitted. */
function emptyRoutes(steps: readonly TemplateStep[], { variables, bands }: TemplateFacts): Refusal[] {
  const sample = sampleOf(variables, false)
  const empty = bands.filter((band, index) => {
    const facts: Variables = { ...sample, ...bandVariables(band, index) }
    return !steps.some((step) => step.when === undefined || holds(step.when, facts))
  })
  return empty.slice(0, 1).map((band) => approvalRoutesErrors.noStepLeft({ band: band.code }))
}

function bandVariables(band: Band, index: number): Variables {
  return { band: band.code, bandNo: index + 1, levels: band.levels, levelsBelow: band.levels.slice(0, -1) }
}
