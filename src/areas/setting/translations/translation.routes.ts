import Type from 'typebox'
import { pageOf } from '#kernel/platform/http/paging.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { codesNow } from '#kernel/base/i18n/choice-codes.ts'
import { writtenTexts } from '#kernel/base/i18n/overlay.ts'
import { draftsOfKind, newestOfKind } from '#kernel/engine/setting/setting.queries.ts'
import { settingRoutes } from '#kernel/engine/setting/setting.routes.ts'
import { textPage, type TextRow } from '../setting-wire.ts'
import { allTexts, isUntranslated, type TextContent } from './text-catalogue.server.ts'
import { placesOf, translationSetting } from './translation.setting.ts'
import { waitingOf } from '../waiting.server.ts'

const PATH = '/aps/setting/translation'
const list = defineRoute({
  method: 'POST',
  path: `${PATH}/list`,
  right: translationSetting.rights.view,
  summary:
    'Texts of the product page by page, Chinese beside English: by words in them or in their keys, by part, changed, untranslated',
  mode: 'read',
  body: Type.Object(
    {
      keyword: Type.Optional(Type.String({ maxLength: 200 })),
      page: Type.Optional(Type.Integer()),
      limit: Type.Optional(Type.Integer()),
      part: Type.Optional(Type.String({ maxLength: 64 })),
      which: Type.Optional(
        Type.Union([Type.Literal('changed'), Type.Literal('missing'), Type.Literal('drafts'), Type.Literal('all')]),
      ),
    },
    { additionalProperties: false },
  ),
  data: textPage,
  async handler(tx, { language }, { body }) {
    const { keyword = '', part = '', which = 'all' } = body
    const { limit, offset } = pageOf(body)
    const [texts, newest, drafts] = await Promise.all([
      allTexts(),
      tx.rows(newestOfKind(translationSetting.kind)),
      tx.rows(draftsOfKind(translationSetting.kind)),
    ])
    const published = new Map(newest.map((each) => [each.key, each]))
    const word = keyword.trim().toLowerCase()
    const drafted = new Set(drafts.map(({ key }) => key))
    const found: TextRow[] = []
    let total = 0
    for (const [key, delivered] of texts) {
      if (part !== '' && !key.startsWith(`${part}.`)) continue
      const version = published.get(key)
      const { zh, en } = (version?.content as TextContent | undefined) ?? delivered
      if (which === 'changed' && !version) continue
      if (which === 'drafts' && !drafted.has(key)) continue
      if (which === 'missing' && !isUntranslated({ zh, en })) continue
      if (word !== '' && ![key, zh, en].some((each) => each.toLowerCase().includes(word))) continue
      total += 1
      if (total <= offset || found.length >= limit) continue
      const places = placesOf(delivered.en)
      found.push({ key, zh, en, places, version: version?.version ?? 0, draft: waitingOf(drafts, key, language) })
    }
    const parts = [...new Set([...texts.keys()].map((key) => key.split('.', 1)[0] ?? ''))].toSorted()
    return { total, parts, rows: found }
  },
})

const written = defineRoute({
  method: 'GET',
  path: '/aps/v1/texts',
  right: { signedIn: 'The words of the pages are no data' },
  summary: 'Texts and choices that administrators wrote over those of the product, in the language of the caller',
  mode: 'read',
  data: Type.Object({
    texts: Type.Record(Type.String(), Type.String()),
    offered: Type.Record(Type.String(), Type.Array(Type.String())),
    added: Type.Record(Type.String(), Type.Array(Type.String())),
  }),
  handler: async (_tx, { language }) => ({ texts: writtenTexts(language), ...codesNow() }),
})

export const translationRoutes: readonly Route[] = [
  list,
  written,
  ...settingRoutes(translationSetting, PATH, 'a text of the product'),
]
