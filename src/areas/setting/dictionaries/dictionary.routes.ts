import Type from 'typebox'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { kernelTexts } from '#kernel/base/i18n/texts.ts'
import { allDictionaries, type DictionaryContent } from '#kernel/engine/setting/dictionary.ts'
import { draftsOfKind, newestOfKind } from '#kernel/engine/setting/setting.queries.ts'
import { settingRoutes } from '#kernel/engine/setting/setting.routes.ts'
import { dictionaryRow, type DictionaryRow } from '../setting-wire.ts'
import { dictionarySetting } from './dictionary.setting.ts'
import { waitingOf } from '../waiting.server.ts'

const PATH = '/aps/setting/dictionary'

const list = defineRoute({
  method: 'POST',
  path: `${PATH}/list`,
  right: dictionarySetting.rights.view,
  summary: 'Dictionaries, with how many of their entries are offered',
  mode: 'read',
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Array(dictionaryRow),
  async handler(tx, { language }) {
    const [newest, drafts] = await Promise.all([
      tx.rows(newestOfKind(dictionarySetting.kind)),
      tx.rows(draftsOfKind(dictionarySetting.kind)),
    ])
    return allDictionaries().map(({ code, title, entries, isOpen }): DictionaryRow => {
      const published = newest.find(({ key }) => key === code)
      const content = published?.content as DictionaryContent | undefined
      const offered =
        content?.entries.filter(({ enabled }) => enabled).map((entry) => entry[language]) ??
        entries.map(({ name }) => name[language])
      return {
        code,
        isOpen,
        title: title(language),
        all: content?.entries.length ?? entries.length,
        enabled: offered.length,
        names: offered.join(kernelTexts(language).separator),
        version: published?.version ?? 0,
        draft: waitingOf(drafts, code, language),
      }
    })
  },
})

export const dictionaryRoutes: readonly Route[] = [list, ...settingRoutes(dictionarySetting, PATH, 'a dictionary')]
