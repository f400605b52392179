import Type from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { defineFileRoute, defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { draftOf, draftsOfKind } from '#kernel/engine/setting/setting.queries.ts'
import { personSchema } from '#kernel/engine/setting/setting.schemas.ts'
import { versionsOf } from '#kernel/engine/setting/setting.ts'
import { twoPeopleErrors } from '#kernel/engine/setting/two-people.errors.ts'
import { approvalTypes } from '#kernel/engine/approval/approval-type.ts'
import { bpmnTexts } from '../bpmn/bpmn-texts.server.ts'
import { approvalRoutesErrors } from '../approval-routes.errors.ts'
import type { TemplateContent, TemplateRowView } from '../approval-routes-wire.ts'
import { bpmnOf } from '../bpmn/bpmn-xml.server.ts'
import { newestTemplates, templateUse } from '../setting/setting.queries.ts'
import { exampleTrial, pastTrial, simulate } from '../simulation/simulate.server.ts'
import { templateCode } from '../setting/setting.schemas.server.ts'
import { documentsOf, type TemplateSetting, templateSetting } from '../setting/settings.server.ts'

const VIEW = 'approval.template.view'

const rowSchema = Type.Object({
  code: Type.String(),
  name: Type.String(),
  process: Type.Union([Type.Literal('old'), Type.Literal('new')]),
  version: Type.Integer(),
  publishedAt: Type.String(),
  stepCount: Type.Integer(),
  documentTypes: Type.Array(Type.Object({ name: Type.String(), label: Type.String() })),
  use: Type.Array(Type.Object({ version: Type.Integer(), running: Type.Integer(), finished: Type.Integer() })),
  draft: nullable(Type.Object({ editedBy: personSchema, editedAt: Type.String(), problems: Type.Integer() })),
})

/** All templates in list form. */
export async function templateRows(
  tx: Tx,
  language: Language,
  documents: readonly ServerDocument[],
  templates: TemplateSetting,
): Promise<readonly TemplateRowView[]> {
  const [newest, use, drafts] = await Promise.all([
    tx.rows(newestTemplates()),
    tx.rows(templateUse(null)),
    tx.rows(draftsOfKind('template')),
  ])
  const place = new Map(approvalTypes().map(({ code }, index) => [code, index]))
  const rows = newest.map(async (row): Promise<TemplateRowView> => {
    const draft = drafts.find(({ key }) => key === row.code)
    const problems = draft ? await templates.problems(tx, row.code, draft.content as TemplateContent) : []
    return {
      code: row.code,
      name: language === 'zh' ? row.name_zh : row.name_en,
      process: row.process,
      version: row.version,
      publishedAt: row.created_at.toISOString(),
      stepCount: row.step_count,
      documentTypes: documentsOf(documents, row.code).map(({ definition: { area, name } }) => ({
        name,
        label: textAt(language, `${area}.documents.${name}.label`),
      })),
      use: use.filter(({ code }) => code === row.code),
      draft: draft
        ? {
            editedBy: { account: draft.editor.account, name: draft.editor[language] },
            editedAt: draft.edited_at.toISOString(),
            problems: problems.length,
          }
        : null,
    }
  })
  const known = (code: string) => place.get(code) ?? place.size
  const found = await Promise.all(rows)
  return found.toSorted((a, b) => known(a.code) - known(b.code))
}

export function templateRoutes(documents: readonly ServerDocument[]): Route[] {
  const templates = templateSetting(documents)
  const list = defineRoute({
    method: 'POST',
    path: '/aps/approval/template/list',
    right: VIEW,
    summary: 'Route templates: the version in force, a draft that waits, and where each is used',
    mode: 'read',
    body: Type.Object({}, { additionalProperties: false }),
    data: Type.Array(rowSchema),
    handler: async (tx, { language }) => await templateRows(tx, language, documents, templates),
  })
  const bpmn = defineFileRoute({
    method: 'GET',
    path: '/aps/approval/template/bpmn',
    right: VIEW,
    summary: 'A version of a route template, or its draft, as BPMN 2.0 with a diagram',
    mode: 'file',
    query: Type.Object({ code: templateCode, version: Type.Optional(Type.Integer({ minimum: 0 })) }),
    async handler(tx, { language }, { query }) {
      const { code } = query
      const versions = await versionsOf(tx, templates, code)
      const draft = query.version === 0 ? await tx.first(draftOf('template', code)) : undefined
      const found = versions.find(({ meta }) => query.version === undefined || meta.version === query.version)
      const content = draft ? (draft.content as TemplateContent) : found?.content
      if (!content)
        throw new Refused(
          versions.length === 0 ? approvalRoutesErrors.unknownTemplate() : approvalRoutesErrors.unknownVersion(),
        )
      const version = draft ? 0 : (found?.meta.version ?? 0)
      const name = content.name[language] || code
      const texts = bpmnTexts[language]
      const xml = await bpmnOf({ code, version, name, steps: content.steps }, language, texts)
      return {
        fileName: `${code}-${version === 0 ? 'draft' : version}.bpmn`,
        mediaType: 'application/xml',
        bytes: new TextEncoder().encode(xml),
      }
    },
  })
  return [list, bpmn, simulateRoute(documents, templates)]
}

const text = (max: number) => Type.String({ maxLength: max })
const simulated = Type.Object({
  documentNo: nullable(Type.String()),
  realVersion: nullable(Type.Integer()),
  steps: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      rule: nullable(Type.String()),
      mode: Type.String(),
      share: nullable(Type.Integer()),
      group: nullable(Type.String()),
      condition: nullable(Type.String()),
      skipReason: nullable(Type.String()),
      people: Type.Array(personSchema),
      real: nullable(Type.Object({ isNeeded: Type.Boolean(), people: Type.Array(personSchema) })),
      change: nullable(Type.String()),
    }),
  ),
  variables: Type.Array(Type.Object({ name: Type.String(), value: nullable(Type.String()) })),
  refusals: Type.Array(Type.String()),
})

function simulateRoute(documents: readonly ServerDocument[], templates: TemplateSetting): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/approval/template/simulate',
    right: VIEW,
    summary: 'Whom a version of a template, or its draft, would ask: about a document of the past or about an example',
    mode: 'read',
    body: Type.Object(
      {
        code: templateCode,
        version: Type.Integer({ minimum: 0, description: '0: the draft' }),
        no: Type.Optional(text(40)),
        example: Type.Optional(
          Type.Object(
            {
              organisation: text(40),
              drafter: text(80),
              amount: Type.Union([Type.String({ pattern: '^\\d{1,18}(\\.\\d{1,2})?$' }), Type.Null()]),
              currency: nullable(text(3)),
              year: Type.Integer({ minimum: 2000, maximum: 2100 }),
              values: Type.Record(text(64), Type.Union([text(200), Type.Number(), Type.Boolean()])),
            },
            { additionalProperties: false },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    data: simulated,
    async handler(tx, context, { body: { code, version, no, example } }) {
      const content = await contentOf(tx, templates, code, version)
      const problems = version === 0 ? await templates.problems(tx, code, content) : []
      if (problems.length > 0) throw new Refused(twoPeopleErrors.incomplete({ count: problems.length }))
      const users = documentsOf(documents, code)
      const trial = example
        ? await exampleTrial(tx, code, users, content.steps, example)
        : await pastTrial(tx, context, users, no ?? '')
      return await simulate(tx, context, content.steps, trial)
    },
  })
}

/** The steps of a version, or of the draft (0). */
async function contentOf(tx: Tx, templates: TemplateSetting, code: string, version: number) {
  if (version === 0) {
    const draft = required(await tx.first(draftOf('template', code)), twoPeopleErrors.noDraft())
    return draft.content as TemplateContent
  }
  const versions = await versionsOf(tx, templates, code)
  if (versions.length === 0) throw new Refused(approvalRoutesErrors.unknownTemplate())
  return required(
    versions.find(({ meta }) => meta.version === version),
    approvalRoutesErrors.unknownVersion(),
  ).content
}
