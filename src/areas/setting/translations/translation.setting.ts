import { textAt } from '#kernel/base/i18n/texts.ts'
import Type from 'typebox'
import { type Refusal, Refused } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { setTextOverlay } from '#kernel/base/i18n/overlay.ts'
import { isPlain } from '#kernel/base/i18n/plain-text.ts'
import { keepLive } from '#kernel/platform/parameter/live.ts'
import { keptVersions, type Setting } from '#kernel/engine/setting/setting.ts'
import { twoPeopleErrors } from '#kernel/engine/setting/two-people.errors.ts'
import { settingErrors } from '../setting.errors.ts'
import { deliveredText, type TextContent } from './text-catalogue.server.ts'

const TRANSLATION = 'translation'
const text = Type.String({ maxLength: 2_000 })

/** Texts written in the running product replace the delivered ones. */
keepLive(TRANSLATION, (contents) => {
  const of = (language: Language) =>
    new Map([...contents].map(([path, content]) => [path, (content as TextContent)[language]] as const))
  setTextOverlay({ zh: of('zh'), en: of('en') })
})

export const translationSetting: Setting<TextContent> = {
  kind: TRANSLATION,
  called: {
    title: (language) => textAt(language, 'setting.menu.translations'),
    page: (key) => `/system/translations?keyword=${encodeURIComponent(key)}`,
  },
  audited: 'translation',
  rights: {
    view: 'setting.translation.view',
    edit: 'setting.translation.edit',
    publish: 'setting.translation.publish',
  },
  content: Type.Object({ zh: text, en: text }, { additionalProperties: false }),
  tidy: (content) => {
    const { zh, en } = content as TextContent
    return { zh: zh.trim(), en: en.trim() }
  },
  async known(_tx, key) {
    if (!(await deliveredText(key))) throw new Refused(twoPeopleErrors.unknown())
  },
  versions: async (tx, key) => keptVersions(tx, TRANSLATION, key, await deliveredText(key)),
  async check(_tx, _context, key, content) {
    const delivered = await deliveredText(key)
    return delivered ? faultsOf(delivered, content) : []
  },
}

const PLACES = /\{(\w+)/g

/** Names of a text's placeholders: `{count}`, `{count, row|rows}`. */
export function placesOf(written: string): readonly string[] {
  return [...new Set([...written.matchAll(PLACES)].map(([, name = '']) => name))].toSorted()
}

function faultsOf(delivered: TextContent, content: TextContent): readonly Refusal[] {
  return (['zh', 'en'] as const).flatMap((language): Refusal[] => {
    const at = { field: language }
    const written = content[language]
    if (written === '' && delivered[language] !== '') return [settingErrors.bothLanguages({}, at)]
    const [needed, used] = [placesOf(delivered[language]), placesOf(written)]
    return [
      ...(isPlain(written) ? [] : [settingErrors.notPlain({}, at)]),
      ...needed.filter((name) => !used.includes(name)).map((name) => settingErrors.placeholderMissing({ name }, at)),
      ...used.filter((name) => !needed.includes(name)).map((name) => settingErrors.placeholderUnknown({ name }, at)),
    ]
  })
}
