import type { TemplateStep, Who } from '#kernel/engine/approval/approval-route.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import type { TemplateCatalogue } from '../approval-routes-wire.ts'
import { tokenOf, whoValues } from '../who-values.ts'

// Converts a step into a line of the sheet, and back. Unparsable values stay: the server reports their errors.

/** Stands for an invalid number: the server refuses it in its field. */
const UNREADABLE = -1

export function rowOf(step: TemplateStep): Values {
  return {
    key: step.key,
    nameZh: step.name.zh,
    nameEn: step.name.en,
    ...whoValues(step.who),
    mode: step.mode,
    share: numberText(step.share),
    when: step.when ?? '',
    group: step.group ?? '',
    remind: numberText(step.remindAfterHours),
    escalate: numberText(step.escalateAfterHours),
    empty: step.empty ?? 'up',
    cc: (step.cc ?? []).map(tokenOf).join(', '),
    keep: step.keep === true ? '*' : (step.keep ?? []).join(', '),
    ruleZh: step.rule?.zh ?? '',
    ruleEn: step.rule?.en ?? '',
  }
}

export function stepOf(values: Values, catalogue: Pick<TemplateCatalogue, 'roles' | 'people'>): TemplateStep {
  const text = (key: string) => (values[key] ?? '').trim()
  const number = (key: string) => (text(key) === '' ? undefined : readNumber(text(key)))
  const [share, remind, escalate] = [number('share'), number('remind'), number('escalate')]
  const mode = (text('mode') || 'any') as TemplateStep['mode']
  const cc = tokens(text('cc'))
  const keep = text('keep')
  const empty = text('empty')
  return {
    key: text('key'),
    name: { zh: text('nameZh'), en: text('nameEn') },
    ...(text('ruleZh') || text('ruleEn') ? { rule: { zh: text('ruleZh'), en: text('ruleEn') } } : {}),
    who: whoOf(text('kind'), text('approver')),
    mode,
    ...(mode === 'share' ? { share: share ?? UNREADABLE } : {}),
    ...(text('when') ? { when: text('when') } : {}),
    ...(empty === 'administrator' || empty === 'refuse' ? { empty } : {}),
    ...(text('group') ? { group: text('group') } : {}),
    ...(remind === undefined ? {} : { remindAfterHours: remind }),
    ...(escalate === undefined ? {} : { escalateAfterHours: escalate }),
    ...(keep === '' ? {} : { keep: keep === '*' ? (true as const) : tokens(keep) }),
    ...(cc.length > 0 ? { cc: cc.map((token) => whoOfToken(token, catalogue)) } : {}),
  }
}

function whoOf(kind: string, approver: string): Who {
  switch (kind) {
    case 'account':
      return { account: approver }
    case 'computed':
      return { computed: approver }
    case 'headDocument':
      return { head: 'document' }
    case 'headDrafter':
      return { head: 'drafter' }
    case 'chosenDrafter':
    case 'chosenPrevious': {
      const chosenBy = kind === 'chosenDrafter' ? 'drafter' : 'previous'
      return approver === '' ? { chosenBy } : { chosenBy, role: approver }
    }
    default: {
      const place = kind.replace(/^place:/, '')
      return place === '' || place === 'document' ? { role: approver } : { role: approver, of: place }
    }
  }
}

function whoOfToken(token: string, { roles, people }: Pick<TemplateCatalogue, 'roles' | 'people'>): Who {
  const [name = '', place] = token.split('@')
  if (name === 'head') return { head: place === 'drafter' ? 'drafter' : 'document' }
  if (place !== undefined) return { role: name, of: place }
  if (people.includes(name)) return { computed: name }
  // Accounts contain a point, roles do not; anything else is refused as an unknown role.
  return roles.some(({ code }) => code === name) || !/[.@]/.test(name) ? { role: name } : { account: name }
}

export function tokens(text: string): readonly string[] {
  return text
    .split(/[,，\s]+/)
    .map((token) => token.trim())
    .filter((token) => token !== '')
}

function numberText(value: number | undefined): string {
  return value === undefined || value === UNREADABLE ? '' : String(value)
}

function readNumber(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : UNREADABLE
}

/** A key that no other step has. */
export function freshKey(taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number += 1) {
    if (!taken.includes(`step${number}`)) return `step${number}`
  }
}

/** The column that shows the server's problem of a field. */
export function columnOfField(field: string | null, values: Values): string {
  switch (field ?? '') {
    case 'name':
      return (values['nameZh'] ?? '').trim() === '' ? 'nameZh' : 'nameEn'
    case 'rule':
      return (values['ruleZh'] ?? '').trim() === '' ? 'ruleZh' : 'ruleEn'
    case 'who':
      return 'approver'
    case 'remindAfterHours':
      return 'remind'
    case 'escalateAfterHours':
      return 'escalate'
    default:
      return field ?? 'nameEn'
  }
}
