import Type from 'typebox'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { draftRoutes } from '#kernel/engine/setting/setting.routes.ts'
import { settingSchema } from '#kernel/engine/setting/setting.schemas.ts'
import { readSetting } from '#kernel/engine/setting/setting.ts'
import { approvalRoutesErrors } from '../approval-routes.errors.ts'
import type { TemplateCatalogue } from '../approval-routes-wire.ts'
import { activeAccounts, rateYears } from './setting.queries.ts'
import { bandsContent, ratesContent, templateCode, templateContent, yearKey } from './setting.schemas.server.ts'
import {
  bandsSetting,
  documentsOf,
  ratesSetting,
  readFacts,
  type TemplateSetting,
  templateSetting,
  typeOf,
  variableViews,
} from './settings.server.ts'

const VIEW = 'approval.template.view'

const choice = Type.Object({ code: Type.String(), name: Type.String() })

const catalogueSchema = Type.Object({
  variables: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      kind: Type.Union([Type.Literal('text'), Type.Literal('number'), Type.Literal('boolean'), Type.Literal('list')]),
      options: Type.Optional(Type.Array(Type.String())),
      names: Type.Record(Type.String(), Type.String()),
    }),
  ),
  roles: Type.Array(choice),
  accounts: Type.Array(choice),
  organisations: Type.Array(Type.String()),
  people: Type.Array(Type.String()),
  fields: Type.Array(choice),
})

export function routeSettingRoutes(documents: readonly ServerDocument[]): Route[] {
  const templates = templateSetting(documents)
  return [
    templateDetail(documents, templates),
    authorityDetail,
    ratesDetail,
    ...draftRoutes(templates, '/aps/approval/template', 'a route template'),
    ...draftRoutes(bandsSetting, '/aps/approval/bands', 'the bands of the delegation of authority'),
    ...draftRoutes(ratesSetting, '/aps/approval/rates', 'the rates of a year'),
  ]
}

function templateDetail(documents: readonly ServerDocument[], templates: TemplateSetting): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/approval/template/detail',
    right: VIEW,
    summary: 'A route template: its versions, its draft, and what the editor offers to choose from',
    mode: 'read',
    body: Type.Object({ code: templateCode }, { additionalProperties: false }),
    data: Type.Object({ ...settingSchema(templateContent).properties, catalogue: catalogueSchema }),
    async handler(tx, context, { body }) {
      const setting = await readSetting(tx, context, templates, body.code)
      if (setting.versions.length === 0) throw new Refused(approvalRoutesErrors.unknownTemplate())
      const [facts, accounts] = await Promise.all([readFacts(tx), tx.rows(activeAccounts())])
      const { roles } = facts
      const { language } = context
      const type = typeOf(body.code)
      const fields = documentsOf(documents, body.code).flatMap(({ definition: { area, name, fields: of } }) =>
        Object.keys(of).map((field) => ({
          code: field,
          name: textAt(language, `${area}.documents.${name}.fields.${field}`),
        })),
      )
      const catalogue: TemplateCatalogue = {
        variables: [...variableViews(body.code, facts, documents, language)],
        roles: roles.map((role) => ({ code: role.code, name: role[language] })),
        accounts: accounts.map((user) => ({ code: user.code, name: `${user.code} / ${user[language]}` })),
        organisations: type?.organisations ?? [],
        people: type?.people ?? [],
        fields,
      }
      return { ...setting, catalogue }
    },
  })
}

const authorityDetail = defineRoute({
  method: 'POST',
  path: '/aps/approval/bands/detail',
  right: VIEW,
  summary: 'The bands of the delegation of authority with their versions and draft, and the years that have rates',
  mode: 'read',
  body: Type.Object({}, { additionalProperties: false }),
  data: Type.Object({
    ...settingSchema(bandsContent).properties,
    roles: Type.Array(choice),
    currencies: Type.Array(Type.String()),
    years: Type.Array(Type.Integer()),
  }),
  async handler(tx, context) {
    const [setting, facts, years] = await Promise.all([
      readSetting(tx, context, bandsSetting, 'bands'),
      readFacts(tx),
      tx.rows(rateYears()),
    ])
    const roles = facts.roles.map((role) => ({ code: role.code, name: role[context.language] }))
    return { ...setting, roles, currencies: facts.currencies, years: years.map(({ year }) => year) }
  },
})

const ratesDetail = defineRoute({
  method: 'POST',
  path: '/aps/approval/rates/detail',
  right: VIEW,
  summary: 'The rates of a year with their versions and draft',
  mode: 'read',
  body: Type.Object({ year: yearKey }, { additionalProperties: false }),
  data: settingSchema(ratesContent),
  handler: async (tx, context, { body }) => await readSetting(tx, context, ratesSetting, body.year),
})
