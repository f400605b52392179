import type { Language } from '#kernel/base/i18n/language.ts'
import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import { settingFields as en } from './locale/setting-fields.en.ts'
import { settingFields as zh } from './locale/setting-fields.zh.ts'
import type { ContentChange } from './setting-wire.ts'

const fields: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, zh }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const without = (some: readonly unknown[], others: readonly unknown[]): readonly unknown[] => {
  const there = new Set(others.map((each) => JSON.stringify(each)))
  return some.filter((each) => !there.has(JSON.stringify(each)))
}

/** What publishing a content changes, in words; of lists, the items that go and come. */
export function contentChanges(language: Language, before: unknown, content: unknown): readonly ContentChange[] {
  const [was, is] = [before, content].map((each) => (isObject(each) ? each : {})) as [
    Readonly<Record<string, unknown>>,
    Readonly<Record<string, unknown>>,
  ]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names.flatMap((name) => {
    const [old, now] = [was[name] ?? null, is[name] ?? null]
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    const pair = Array.isArray(old) && Array.isArray(now) ? [without(old, now), without(now, old)] : [old, now]
    const [first, second] = pair.map((value) => words(language, name, value))
    return [{ name: fields[language][name] ?? name, before: first ?? null, after: second ?? null }]
  })
}

function words(language: Language, name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) {
    const parts = value.flatMap((each) => words(language, name, each) ?? [])
    return parts.length === 0 ? null : parts.join(value.some(isObject) ? '\n' : ', ')
  }
  if (isObject(value)) {
    const parts = Object.entries(value).flatMap(([part, each]) => {
      const shown = words(language, part, each)
      return shown === null ? [] : [`${fields[language][part] ?? part}: ${shown}`]
    })
    return parts.length === 0 ? null : parts.join(' · ')
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (name === 'rights' ? knownPermissions().rights[text]?.[language] : undefined) ?? text
}
