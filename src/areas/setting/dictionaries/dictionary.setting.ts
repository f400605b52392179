import { textAt } from '#kernel/base/i18n/texts.ts'
import Type from 'typebox'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import { isPlain } from '#kernel/base/i18n/plain-text.ts'
import {
  deliveredContent,
  DICTIONARY,
  type DictionaryContent,
  type DictionaryEntry,
  dictionaryOf,
  type KnownDictionary,
} from '#kernel/engine/setting/dictionary.ts'
import { keptVersions, type Setting } from '#kernel/engine/setting/setting.ts'
import { twoPeopleErrors } from '#kernel/engine/setting/two-people.errors.ts'
import { settingErrors } from '../setting.errors.ts'

const closed = { additionalProperties: false }
const label = Type.String({ maxLength: 200 })

export const dictionarySetting: Setting<DictionaryContent> = {
  kind: DICTIONARY,
  called: {
    title: (language) => textAt(language, 'setting.menu.dictionaries'),
    name: (language, key) => dictionaryOf(key)?.title(language) ?? key,
    page: (key) => `/system/dictionaries?key=${encodeURIComponent(key)}`,
  },
  audited: 'dictionary',
  rights: { view: 'setting.dictionary.view', edit: 'setting.dictionary.edit', publish: 'setting.dictionary.publish' },
  content: Type.Object(
    {
      entries: Type.Array(
        Type.Object({ code: Type.String({ maxLength: 64 }), zh: label, en: label, enabled: Type.Boolean() }, closed),
        { maxItems: 500 },
      ),
    },
    closed,
  ),
  tidy: (content) => ({
    entries: (content as DictionaryContent).entries.map(({ code, zh, en, enabled }) => ({
      code: code.trim(),
      zh: zh.trim(),
      en: en.trim(),
      enabled,
    })),
  }),
  known: (_tx, key) => void needed(key),
  versions: (tx, key) => keptVersions(tx, DICTIONARY, key, deliveredContent(needed(key))),
  async check(tx, _context, key, content) {
    const dictionary = needed(key)
    const [newest] = await keptVersions(tx, DICTIONARY, key, deliveredContent(dictionary))
    return faultsOf(dictionary, newest?.content.entries ?? [], content)
  },
}

function needed(key: string): KnownDictionary {
  const found = dictionaryOf(key)
  if (!found) throw new Refused(twoPeopleErrors.unknown())
  return found
}

/** It is used in text paths, files and other systems. */
const CODE = /^[A-Za-z][A-Za-z0-9_-]*$/

function faultsOf(
  { entries: delivered, isOpen }: KnownDictionary,
  inForce: readonly DictionaryEntry[],
  { entries }: DictionaryContent,
): readonly Refusal[] {
  const isOfProduct = (code: string) => delivered.some((each) => each.code === code)
  const codes = entries.map(({ code }) => code)
  const isTwice = (values: readonly string[], index: number) => values.indexOf(values[index] ?? '') < index
  const ofRows = entries.flatMap(({ code, zh, en }, row): Refusal[] => [
    ...(isOfProduct(code) || isOpen ? [] : [settingErrors.entryUnknown({ code }, { row, field: 'code' })]),
    ...(isOfProduct(code) || !isOpen || CODE.test(code)
      ? []
      : [settingErrors.entryCode({ code }, { row, field: 'code' })]),
    ...(isTwice(codes, row) ? [settingErrors.entryTwice({ code }, { row, field: 'code' })] : []),
    ...(zh === '' || en === '' ? [settingErrors.bothLanguages({}, { row, field: zh === '' ? 'zh' : 'en' })] : []),
    ...[['zh', zh] as const, ['en', en] as const].flatMap(([field, written]) =>
      isPlain(written) ? [] : [settingErrors.notPlain({}, { row, field })],
    ),
    ...(['zh', 'en'] as const)
      .filter((language) =>
        isTwice(
          entries.map((entry) => entry[language]),
          row,
        ),
      )
      .map((language) => settingErrors.labelTwice({ label: language === 'zh' ? zh : en }, { row, field: language })),
  ])
  // A published entry may be in use, so it stays readable.
  const missing = [...new Set([...delivered, ...inForce].map(({ code }) => code))]
    .filter((code) => !codes.includes(code))
    .map((code) => settingErrors.entryMissing({ code }))
  const none = entries.some(({ enabled }) => enabled) ? [] : [settingErrors.noneEnabled()]
  return [...ofRows, ...missing, ...none]
}
