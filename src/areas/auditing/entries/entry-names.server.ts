import { lineFieldsPath } from '#kernel/engine/definition/parts.ts'
import { deliveredTexts, hasRefusalText, kernelTexts, refusalText, textAt } from '#kernel/base/i18n/texts.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { knownRecord } from '#kernel/engine/record/known-records.ts'
import { recordTexts, stateName } from '#kernel/engine/record/record-texts.ts'
import { LIFE_STATES } from '#kernel/engine/record/states.ts'
import { calls as callsEn } from '../locale/calls.en.ts'
import { calls as callsZh } from '../locale/calls.zh.ts'
import { auditingPage as en } from '../locale/page.en.ts'
import { auditingPage as zh } from '../locale/page.zh.ts'

type Words = Readonly<Record<string, string>>
const page: Readonly<Record<Language, Readonly<Record<'types' | 'acts' | 'settings' | 'states', Words>>>> = {
  en,
  zh,
}

/** Paths of the texts for an entry's subject, by type. Documents and records are known after the server has started. */
let bases: ReadonlyMap<string, string> | undefined

function basesOf(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [area, texts] of Object.entries(deliveredTexts('en'))) {
    for (const part of ['documents', 'records'] as const) {
      for (const name of Object.keys((texts as Readonly<Record<string, object>>)[part] ?? {}))
        found.set(name, `${area}.${part}.${name}`)
    }
  }
  return found
}

function own(language: Language, type: string | null, path: string): string | null {
  bases ??= basesOf()
  const base = bases.get(type ?? '')
  if (base === undefined) return null
  const text = textAt(language, `${base}.${path}`)
  return text === `${base}.${path}` ? null : text
}

/** Name of an entry's type; its code where there is none. */
export function typeName(language: Language, type: string): string {
  const name = own(language, type, 'label') ?? page[language].types[type] ?? type
  // Record names are lower case for use in sentences.
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

export function actName(language: Language, type: string | null, action: string): string {
  const acts: Words = recordTexts[language].acts
  const ofRecord = knownRecord(type) === undefined ? undefined : acts[action]
  // The verbs that every document in approval has are named where the engine names them.
  const verbs: Words = kernelTexts(language).approval.decisions
  return ofRecord ?? own(language, type, `actions.${action}`) ?? page[language].acts[action] ?? verbs[action] ?? action
}

const calls = { en: callsEn, zh: callsZh }

/** Label of a call by its address; of calls common to all settings, by its end. */
export function callName(language: Language, path: string): string {
  const named = calls[language]
  const parts = path.split('/')
  return named[path] ?? named[parts.slice(-2).join('/')] ?? named[parts.at(-1) ?? ''] ?? path
}

/** The text of a refusal; the code of an error that no longer exists. */
export function refusalName(language: Language, key: string, params: unknown): string {
  if (!hasRefusalText(key)) return (page[language].acts as Words)[key] ?? key
  return refusalText(language, { key, params: (params ?? {}) as Readonly<Record<string, string | number>> })
}

export function fieldName(language: Language, type: string | null, field: string): string {
  return own(language, type, `fields.${field}`) ?? page[language].settings[field] ?? field
}

/** Of a line, or of a row of a further table. */
export function lineFieldName(
  language: Language,
  type: string | null,
  part: string | undefined,
  field: string,
): string {
  return own(language, type, `${lineFieldsPath({ part })}.${field}`) ?? fieldName(language, type, field)
}

export function optionName(language: Language, type: string | null, field: string, value: string): string | null {
  return own(language, type, `options.${field}.${value}`)
}

export function stateText(language: Language, type: string | null, state: string): string {
  const record = knownRecord(type)
  const known = LIFE_STATES.find((each) => each === state)
  if (record && known) return stateName(record, language, known)
  return own(language, type, `states.${state}`) ?? page[language].states[state] ?? state
}

/** The actions that a search word means, of those that entries have: the code itself, or all with this name in either language. */
export function actionsCalled(word: string, existing: readonly { readonly action: string }[]): readonly string[] {
  bases ??= basesOf()
  const types = [null, ...bases.keys()]
  const part = word.toLowerCase()
  const namesOf = (language: Language, action: string): readonly string[] => {
    if (action.startsWith('/')) return [callName(language, action)]
    if (hasRefusalText(action)) return [refusalName(language, action, {})]
    return [...types.map((type) => actName(language, type, action)), callName(language, action)]
  }
  const isCalled = (action: string) =>
    action === word ||
    (['en', 'zh'] as const).some((language) =>
      namesOf(language, action).some((name) => name.toLowerCase().includes(part)),
    )
  return existing.map(({ action }) => action).filter(isCalled)
}

/** The types that a search word means: the code itself, or all with this name in either language. */
export function typesCalled(word: string): readonly string[] {
  bases ??= basesOf()
  const known = [...new Set([...bases.keys(), ...Object.keys(en.types)])]
  if (known.includes(word)) return [word]
  const part = word.toLowerCase()
  const called = (type: string) =>
    (['en', 'zh'] as const).some((language) => typeName(language, type).toLowerCase().includes(part))
  const found = known.filter(called)
  return found.length > 0 ? found : [word]
}
