import type { Dictionary } from '#kernel/platform/access/area.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { setCodes } from '#kernel/base/i18n/choice-codes.ts'
import { setChoiceOverlay } from '#kernel/base/i18n/overlay.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { AnyRecord } from '#kernel/engine/record/definition.ts'
import { type Contents, keepLive } from '#kernel/platform/parameter/live.ts'

export const DICTIONARY = 'dictionary'

export interface DictionaryEntry {
  readonly code: string
  readonly zh: string
  readonly en: string
  readonly enabled: boolean
}

/** Its content as a setting: all entries in order. */
export interface DictionaryContent {
  readonly entries: readonly DictionaryEntry[]
}

/** A list of codes with names: from an area's manifest, or a choice field of a record. */
export interface KnownDictionary {
  readonly code: string
  readonly title: (language: Language) => string
  /** As delivered. */
  readonly entries: Dictionary
  /** Path of an entry's text in the pages; null where it is nowhere else. */
  readonly textPath: ((code: string) => string) | null
  /** No rule depends on its codes, so entries may be added. */
  readonly isOpen: boolean
}

const known = new Map<string, KnownDictionary>()
let published: Contents = new Map()

/** Every choice of every record is a dictionary, `store.type`. Added codes are unknown to rules, so only open ones accept any. */
export function knowDictionaries(records: readonly AnyRecord[]): void {
  for (const record of records) {
    for (const [name, { options, isOpen = false }] of Object.entries(record.fields)) {
      if (!options) continue
      const base = `${record.area}.records.${record.name}`
      const textPath = (code: string) => `${base}.options.${name}.${code}`
      const delivered = (code: string, language: Language) => textAt(language, textPath(code))
      const code = `${record.name}.${name}`
      known.set(code, {
        code,
        title: (language) => `${textAt(language, `${base}.title`)} · ${textAt(language, `${base}.fields.${name}`)}`,
        entries: options.map((each) => ({
          code: each,
          name: { zh: delivered(each, 'zh'), en: delivered(each, 'en') },
        })),
        textPath,
        isOpen,
      })
    }
  }
  keepLive(DICTIONARY, apply)
}

export function allDictionaries(): readonly KnownDictionary[] {
  return [...known.values()]
}

export function dictionaryOf(code: string): KnownDictionary | undefined {
  return known.get(code)
}

export function deliveredContent({ entries }: KnownDictionary): DictionaryContent {
  return { entries: entries.map(({ code, name }) => ({ code, zh: name.zh, en: name.en, enabled: true })) }
}

/** The entries of a dictionary offered now, in order and with their names. */
export function inForce(code: string, delivered: Dictionary): Dictionary {
  const content = published.get(code) as DictionaryContent | undefined
  if (!content) return delivered
  return content.entries
    .filter(({ enabled }) => enabled)
    .map((entry) => ({ code: entry.code, name: { zh: entry.zh, en: entry.en } }))
}

/** Pages, exports and refusals use the dictionary's names. */
function apply(contents: Contents): void {
  published = contents
  const texts = { zh: new Map<string, string>(), en: new Map<string, string>() }
  const offered: Record<string, readonly string[]> = {}
  const added: Record<string, readonly string[]> = {}
  for (const [code, content] of contents) {
    const { entries } = content as DictionaryContent
    const dictionary = known.get(code)
    const textPath = dictionary?.textPath
    if (!textPath) continue
    const isOfProduct = (entry: DictionaryEntry) => dictionary.entries.some((each) => each.code === entry.code)
    const own = entries.filter((entry) => !isOfProduct(entry))
    if (own.length > 0) added[code] = own.map((entry) => entry.code)
    offered[code] = entries.filter(({ enabled }) => enabled).map((entry) => entry.code)
    for (const entry of entries) {
      texts.zh.set(textPath(entry.code), entry.zh)
      texts.en.set(textPath(entry.code), entry.en)
    }
  }
  setChoiceOverlay(texts)
  setCodes({ offered, added })
}
