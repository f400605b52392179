import Type, { type Static, type TSchema } from 'typebox'
import type { ServerDocument } from '#kernel/document/server-document.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/http/route.ts'
import { textAt } from '#kernel/i18n/texts.ts'
import { routingErrors } from '../routing.errors.ts'
import type { ContentOf, SettingKind, TemplateCatalogue } from '../routing-wire.ts'
import { discardDraft, publishDraft, readSetting, saveDraft, type Setting } from './setting.ts'
import { activeAccounts, rateYears } from './setting.queries.ts'
import {
  bandsContent,
  draftSchema,
  ratesContent,
  settingSchema,
  templateContent,
  tidyBands,
  tidyRates,
  tidyTemplate,
} from './setting.schemas.ts'
import { bandsSetting, documentsOf, ratesSetting, readFacts, templateSetting, typeOf, variablesOf } from './settings.ts'

const VIEW = 'approval.template.view'
const EDIT = 'approval.template.edit'
const PUBLISH = 'approval.template.publish'

const draftVersion = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })
const choice = Type.Object({ code: Type.String(), name: Type.String() })

interface Calls<K extends SettingKind> {
  readonly setting: Setting<K>
  /** `/aps/approval/template`. */
  readonly path: string
  readonly thing: string
  readonly key: TSchema
  readonly content: TSchema
  readonly tidy: (content: never) => ContentOf[K]
  /** Refuses a key that is of nothing. */
  readonly known: (key: string) => void
}

/** Saving, discarding and publishing, the same for everything that is drafted. */
function draftCalls<K extends SettingKind>(calls: Calls<K>): Route[] {
  const { setting, path, thing, content, known } = calls
  const named = { key: calls.key, draftVersion }
  return [
    defineRoute({
      method: 'POST',
      path: `${path}/draft/save`,
      right: EDIT,
      summary: `Keep a draft of ${thing}, unfinished or not; answers what keeps it from being published`,
      mode: 'write',
      body: Type.Object({ ...named, content, note: Type.String({ maxLength: 500 }) }, { additionalProperties: false }),
      data: draftSchema(content),
      async handler(tx, context, { body }) {
        const { key, note } = body as { readonly key: string; readonly note: string }
        known(key)
        const tidied = calls.tidy((body as { readonly content: unknown }).content as never)
        const version = (body as { readonly draftVersion: number }).draftVersion
        return (await saveDraft(tx, context, setting, { key, version, content: tidied, note })) as never
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/draft/discard`,
      right: EDIT,
      summary: `Give up a draft of ${thing}`,
      mode: 'write',
      body: Type.Object(named, { additionalProperties: false }),
      data: Type.Object({ key: Type.String() }),
      async handler(tx, context, { body }) {
        const { key, draftVersion: version } = body as { readonly key: string; readonly draftVersion: number }
        known(key)
        await discardDraft(tx, context, setting, { key, version })
        return { key }
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/publish`,
      right: PUBLISH,
      summary: `Publish a draft of ${thing} as the next version; never by who touched it last`,
      mode: 'write',
      body: Type.Object(named, { additionalProperties: false }),
      data: Type.Object({ version: Type.Integer() }),
      async handler(tx, context, { body }) {
        const { key, draftVersion: version } = body as { readonly key: string; readonly draftVersion: number }
        known(key)
        return { version: await publishDraft(tx, context, setting, { key, version }) }
      },
    }),
  ]
}

const catalogueSchema = Type.Object({
  variables: Type.Array(
    Type.Object({
      name: Type.String(),
      label: Type.String(),
      kind: Type.Union([Type.Literal('text'), Type.Literal('number'), Type.Literal('boolean'), Type.Literal('list')]),
      options: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  roles: Type.Array(choice),
  accounts: Type.Array(choice),
  organisations: Type.Array(Type.String()),
  people: Type.Array(Type.String()),
  fields: Type.Array(choice),
})

export const templateCode = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' })
const bandsKey = Type.Literal('bands')
const yearKey = Type.String({ pattern: '^20[0-9]{2}$' })

export function settingRoutes(documents: readonly ServerDocument[]): Route[] {
  const templates = templateSetting(documents)
  const template: Calls<'template'> = {
    setting: templates,
    path: '/aps/approval/template',
    thing: 'a route template',
    key: templateCode,
    content: templateContent,
    tidy: (content: Static<typeof templateContent>) => tidyTemplate(content),
    known: (key) => {
      if (!typeOf(key)) throw new Refused(routingErrors.unknownTemplate())
    },
  }
  const bands: Calls<'bands'> = {
    setting: bandsSetting,
    path: '/aps/approval/bands',
    thing: 'the bands of the delegation of authority',
    key: bandsKey,
    content: bandsContent,
    tidy: (content: Static<typeof bandsContent>) => tidyBands(content),
    known: () => undefined,
  }
  const rates: Calls<'rates'> = {
    setting: ratesSetting,
    path: '/aps/approval/rates',
    thing: 'the rates of a year',
    key: yearKey,
    content: ratesContent,
    tidy: (content: Static<typeof ratesContent>) => tidyRates(content),
    known: () => undefined,
  }
  return [
    templateDetail(documents, templates),
    authorityDetail,
    ratesDetail,
    ...draftCalls(template),
    ...draftCalls(bands),
    ...draftCalls(rates),
  ]
}

function templateDetail(documents: readonly ServerDocument[], templates: Setting<'template'>): Route {
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
      if (setting.versions.length === 0) throw new Refused(routingErrors.unknownTemplate())
      const [{ roles, bands }, accounts] = await Promise.all([readFacts(tx), tx.rows(activeAccounts())])
      const { language } = context
      const type = typeOf(body.code)
      const fields = documentsOf(documents, body.code).flatMap(({ definition: { area, name, fields: of } }) =>
        Object.keys(of).map((field) => ({
          code: field,
          name: textAt(language, `${area}.documents.${name}.fields.${field}`),
        })),
      )
      const catalogue: TemplateCatalogue = {
        variables: Object.entries(variablesOf(body.code, bands, roles)).map(([name, { label, ...rest }]) => ({
          name,
          label: label[language],
          ...rest,
        })),
        roles: roles.map((role) => ({ code: role.code, name: role[language] })),
        accounts: accounts.map((user) => ({ code: user.code, name: `${user.code} / ${user[language]}` })),
        organisations: type?.organisations ?? [],
        people: type?.people ?? [],
        fields,
      }
      return { ...setting, catalogue } as never
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
    return { ...setting, roles, currencies: facts.currencies, years: years.map(({ year }) => year) } as never
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
  handler: async (tx, context, { body }) => (await readSetting(tx, context, ratesSetting, body.year)) as never,
})
