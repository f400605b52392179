import Type from 'typebox'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { allParameters, deliveredValue, type ParameterContent } from '#kernel/platform/parameter/parameter.ts'
import { draftsOfKind, newestOfKind } from '#kernel/engine/setting/setting.queries.ts'
import { settingRoutes } from '#kernel/engine/setting/setting.routes.ts'
import { parameterRow, type ParameterRow } from '../setting-wire.ts'
import { parameterSetting } from './parameter.setting.ts'
import { waitingOf } from '../waiting.server.ts'

const PATH = '/aps/setting/parameter'

const list = defineRoute({
  method: 'POST',
  path: `${PATH}/list`,
  right: parameterSetting.rights.view,
  summary: 'System parameters: what holds, what the product was started with, and drafts that wait',
  mode: 'read',
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Array(parameterRow),
  async handler(tx, { language }) {
    const [newest, drafts] = await Promise.all([
      tx.rows(newestOfKind(parameterSetting.kind)),
      tx.rows(draftsOfKind(parameterSetting.kind)),
    ])
    return allParameters().map((parameter): ParameterRow => {
      const { key, kind } = parameter
      const published = newest.find((each) => each.key === key)
      const delivered = deliveredValue(key)
      return {
        key,
        label: parameter.label(language),
        hint: parameter.hint(language),
        kind,
        unit: kind === 'integer' ? parameter.unit : null,
        min: kind === 'integer' ? parameter.min : null,
        max: kind === 'integer' ? parameter.max : null,
        options:
          parameter.kind === 'integer'
            ? []
            : parameter.options.map((value) => ({ value, label: parameter.optionLabel(language, value) })),
        value: (published?.content as ParameterContent | undefined)?.value ?? delivered,
        delivered,
        version: published?.version ?? 0,
        draft: waitingOf(drafts, key, language),
      }
    })
  },
})

export const parameterRoutes: readonly Route[] = [list, ...settingRoutes(parameterSetting, PATH, 'a system parameter')]
