import type { Language } from '#kernel/base/i18n/language.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
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

/** A content as its editor shows it: fields with their labels, and the lines of its sheet. */
export interface ContentInWords {
  readonly head: readonly Cell[]
  readonly rows: readonly { readonly id: string; readonly name: string; readonly cells: readonly Cell[] }[]
}

type Cell = readonly [label: string, text: string]

/** What people are told of a setting. */
export interface Called<C> {
  readonly title: (language: Language) => string
  readonly name?: (language: Language, key: string, content: C) => string
  readonly page: (key: string) => string
  /** From when its publication holds; by default for everybody at once. */
  readonly effect?: (language: Language) => string
  /** Its content, or parts of it, in the words of its editor; by default the parts are named one by one. */
  readonly inWords?: (tx: Tx, language: Language, content: Partial<C>, key: string) => Promise<ContentInWords>
}

const NOTHING: ContentInWords = { head: [], rows: [] }

/** What publishing a content of a setting changes, in the words of its editor. */
export async function settingChanges<C>(
  tx: Tx,
  language: Language,
  { called: { inWords } }: { readonly called: Called<C> },
  key: string,
  before: unknown,
  content: unknown,
): Promise<readonly ContentChange[]> {
  if (!inWords) return contentChanges(language, before, content)
  const [was, is] = [
    isObject(before) ? await inWords(tx, language, before as Partial<C>, key) : NOTHING,
    isObject(content) ? await inWords(tx, language, content as Partial<C>, key) : NOTHING,
  ]
  return wordedChanges(language, was, is)
}

/** The fields that differ, then line by line what was added, moved, changed and removed. */
export function wordedChanges(language: Language, was: ContentInWords, is: ContentInWords): readonly ContentChange[] {
  const text = (value: string | undefined) => (value === undefined || value === '' ? null : value)
  const cellsOf = (old: readonly Cell[], now: readonly Cell[], named: (label: string) => string) => {
    const [before, after] = [new Map(old), new Map(now)]
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((label): ContentChange[] => {
      const pair = [text(before.get(label)), text(after.get(label))] as const
      return pair[0] === pair[1] ? [] : [{ name: named(label), before: pair[0], after: pair[1] }]
    })
  }
  const whole = (cells: readonly Cell[]) =>
    cells.flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${value}`])).join('\n')
  const [placesBefore, placesAfter] = [was, is].map(({ rows }, at) => {
    const others = new Set([was, is][1 - at]!.rows.map(({ id }) => id))
    return rows.filter(({ id }) => others.has(id)).map(({ id }) => id)
  }) as [string[], string[]]
  const lines = is.rows.flatMap((row, at): ContentChange[] => {
    const place = was.rows.findIndex(({ id }) => id === row.id)
    const old = was.rows[place]
    if (!old) return [{ name: row.name, before: null, after: whole(row.cells) }]
    const hasMoved = placesBefore.indexOf(row.id) !== placesAfter.indexOf(row.id)
    const moved = { name: `${row.name} · ${fields[language]['place']}`, before: `${place + 1}`, after: `${at + 1}` }
    return [...(hasMoved ? [moved] : []), ...cellsOf(old.cells, row.cells, (label) => `${row.name} · ${label}`)]
  })
  const gone = was.rows.filter(({ id }) => !is.rows.some((row) => row.id === id))
  return [
    ...cellsOf(was.head, is.head, (label) => label),
    ...lines,
    ...gone.map(({ name, cells }) => ({ name, before: whole(cells), after: null })),
  ]
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
    const [first, second] = pair.map((value) => contentWords(language, name, value))
    return [{ name: fields[language][name] ?? name, before: first ?? null, after: second ?? null }]
  })
}

/** A value of a content in words: the parts of an object with their names, a text of both languages in the reader's. */
export function contentWords(language: Language, name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) {
    const parts = value.flatMap((each) => contentWords(language, name, each) ?? [])
    return parts.length === 0 ? null : parts.join(value.some(isObject) ? '\n' : ', ')
  }
  if (isObject(value)) {
    if (Object.keys(value).toSorted().join() === 'en,zh') return contentWords(language, name, value[language])
    const parts = Object.entries(value).flatMap(([part, each]) => {
      const shown = contentWords(language, part, each)
      return shown === null ? [] : [`${fields[language][part] ?? part}: ${shown}`]
    })
    return parts.length === 0 ? null : parts.join(' · ')
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (name === 'rights' ? knownPermissions().rights[text]?.[language] : undefined) ?? text
}
