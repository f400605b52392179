import Type from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { TemplateStep, Who } from '#kernel/engine/approval/approval-route.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { previewRoute } from '#kernel/engine/document/routes/preview.ts'
import type { RawContent } from '#kernel/engine/definition/content.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { bpmnTexts } from '../bpmn/bpmn-texts.server.ts'
import { approvalRoutesErrors } from '../approval-routes.errors.ts'
import { templateVersions } from '../setting/setting.queries.ts'
import { templateCode } from '../setting/setting.schemas.server.ts'
import { documentsOf, readFacts } from '../setting/settings.server.ts'

/** For everybody who takes part in approvals: the answer names roles and reasons, no people and no amounts. */
const RIGHT = 'approval.task.view'

const body = {
  areaId: Type.Optional(
    Type.Union([Type.String({ maxLength: 20 }), Type.Integer()], { description: 'A template holds in every area' }),
  ),
  content: Type.Optional(
    Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
      description: 'As for a submit: then the route is worked out for it. Needs the right to submit such a document',
    }),
  ),
}

const answer = Type.Object({
  templateCode: Type.String(),
  templateName: Type.String(),
  templateVersion: Type.Integer(),
  process: Type.String(),
  steps: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      rule: nullable(Type.String()),
      who: Type.String(),
      mode: Type.String(),
      share: nullable(Type.Integer()),
      group: nullable(Type.String()),
      condition: nullable(Type.String()),
    }),
  ),
  preview: Type.Unknown({ description: 'RoutePreview of approval-wire.ts, or null without a content' }),
})

interface Question {
  readonly content?: Readonly<Record<string, unknown>>
}

export function templateCodeRoutes(documents: readonly ServerDocument[]): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/aps/bpm/template-code',
      right: RIGHT,
      summary:
        'The route template of a type of document, or of a code: its version and steps, worked out for a content',
      mode: 'read',
      body: Type.Object(
        {
          documentType: Type.Optional(Type.String({ maxLength: 64 })),
          templateCode: Type.Optional(templateCode),
          ...body,
        },
        { additionalProperties: false },
      ),
      data: answer,
      async handler(tx, context, { body: asked }) {
        const code = asked.templateCode ?? codeOf(documents, asked.documentType)
        return await answerOf(tx, context, documents, required(code, approvalRoutesErrors.unknownTemplate()), asked)
      },
    }),
  ]
}

function codeOf(documents: readonly ServerDocument[], type: string | undefined): string | undefined {
  const found = documents.find(({ definition }) => definition.name === type)
  return Object.values(found?.definition.actions ?? {}).find((action) => action.approval !== undefined)?.approval
}

async function answerOf(
  tx: Tx,
  context: RequestContext,
  documents: readonly ServerDocument[],
  code: string,
  { content }: Question,
) {
  const { language } = context
  const [newest] = await tx.rows(templateVersions(code))
  const template = required(newest, approvalRoutesErrors.unknownTemplate())
  const { roles } = await readFacts(tx)
  const [document] = documentsOf(documents, code)
  if (content && !document) throw new Refused(approvalRoutesErrors.documentUnknown())
  const names = new Map(roles.map((role) => [role.code, role[language]]))
  const step = ({ key, name, rule, who, mode, share, group, when }: TemplateStep) => ({
    key,
    name: name[language],
    rule: rule?.[language] ?? null,
    who: whoText(who, names, language),
    mode,
    share: share ?? null,
    group: group ?? null,
    condition: when ?? null,
  })
  return {
    templateCode: code,
    templateName: language === 'zh' ? template.name_zh : template.name_en,
    templateVersion: template.version,
    process: template.process,
    steps: template.steps.map(step),
    preview: content && document ? await previewRoute(tx, context, document, content as RawContent, {}) : null,
  }
}

function whoText(who: Who, names: ReadonlyMap<string, string>, language: 'zh' | 'en'): string {
  const texts = bpmnTexts[language].who
  if ('account' in who) return interpolate(texts.account, { account: who.account })
  if ('head' in who) return texts.head[who.head]
  if ('chosenBy' in who) return texts.chosenBy[who.chosenBy]
  if ('computed' in who) return interpolate(texts.computed, { name: who.computed })
  return names.get(who.role) ?? who.role
}
