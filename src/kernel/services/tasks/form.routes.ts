import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { AnyDocument, ServerDocument } from '#kernel/engine/document/server-document.ts'
import { personSchema } from '#kernel/engine/document/routes/document-schemas.ts'
import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { documentTitle } from './document-title.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import type { RouteStep } from '#kernel/engine/approval/approval-route.ts'
import { type VisibleInstance, visibleInstance } from '#kernel/engine/document/visible-instance.ts'

const address = Type.Object({ formInstanceId: Type.String({ maxLength: 40 }) })
const OWN_RULES = 'Each approval is shown to who may see its document or takes part in it, as the document itself'

interface HolderRow {
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly since: Date
}

const holdersNow = prepared<HolderRow>(
  'approval.holders-now',
  `select u.account, u.name_zh, u.name_en, min(t.created_at) as since from approval_task t join app_user u on u.id = t.user_id
   where t.document_id = $1 and t.round = $2 and t.state = 'open' group by u.id order by u.id`,
)

/** Calls on one approval by a chat client or another system that only knows its `formInstanceId`. */
export function formRoutes(documents: readonly ServerDocument[]): Route[] {
  return [headRoute(documents), progressRoute(documents), noteRoute(documents)]
}

function headRoute(documents: readonly ServerDocument[]): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/bpm/form/head/query',
    right: { signedIn: OWN_RULES },
    summary: 'The head of a form by its approval: title, number, state, drafter, amount, template, current holder',
    mode: 'read',
    body: address,
    data: Type.Object({
      formInstanceId: Type.String(),
      documentType: Type.String(),
      typeLabel: Type.String(),
      title: Type.String(),
      no: Type.String(),
      state: Type.String(),
      stateLabel: Type.String(),
      approvalState: Type.String(),
      drafter: personSchema,
      amount: nullable(Type.String()),
      currency: nullable(Type.String()),
      templateCode: Type.String(),
      submittedAt: Type.String(),
      currentHolder: Type.Array(personSchema),
      waitingSince: nullable(Type.String()),
      url: Type.String(),
      mobileUrl: Type.String(),
    }),
    async handler(tx, context, { body }) {
      const instance = await visibleInstance(tx, context, documents, body.formInstanceId)
      const { definition } = instance.document
      const { language } = context
      const [holders, state, title] = await Promise.all([
        tx.rows(holdersNow(instance.document_id, instance.round)),
        tx.first(stateOf(definition, instance.document_id)),
        documentTitle(tx, context, instance.document, instance.summary?.facts ?? {}),
      ])
      const text = (path: string) => textAt(language, `${definition.area}.documents.${definition.name}.${path}`)
      const person = (row: Pick<HolderRow, 'account' | 'name_zh' | 'name_en'>) => ({
        account: row.account,
        name: language === 'zh' ? row.name_zh : row.name_en,
      })
      const id = formInstanceId({ documentId: instance.document_id, round: instance.round })
      const running = instance.state === 'running'
      return {
        formInstanceId: id,
        documentType: definition.name,
        typeLabel: text('label'),
        title,
        no: instance.summary?.no ?? state?.no ?? '',
        state: state?.state ?? '',
        stateLabel: state ? text(`states.${state.state}`) : '',
        approvalState: instance.state,
        drafter: {
          account: instance.drafter_account,
          name: language === 'zh' ? instance.drafter_zh : instance.drafter_en,
        },
        amount: instance.summary?.amount ?? null,
        currency: instance.summary?.currency ?? null,
        templateCode: instance.template_code,
        submittedAt: instance.started_at.toISOString(),
        currentHolder: running ? holders.map(person) : [],
        waitingSince: running ? (holders.map((row) => row.since.toISOString()).toSorted()[0] ?? null) : null,
        url: withQuery(definition.pages.pc, { formInstanceId: id }),
        mobileUrl: withQuery(definition.pages.mobile, { formInstanceId: id }),
      }
    },
  })
}

function stateOf({ name, table }: AnyDocument, documentId: string) {
  const statement = prepared<{ no: string; state: string }>(
    `${name}.head-state`,
    `select no, state from ${table} where id = $1`,
  )
  return statement(documentId)
}

const progressStep = Type.Object({
  key: Type.String(),
  name: Type.String(),
  state: Type.Union([
    Type.Literal('done'),
    Type.Literal('current'),
    Type.Literal('future'),
    Type.Literal('skipped'),
    Type.Literal('stopped'),
  ]),
})

function progressRoute(documents: readonly ServerDocument[]): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/gs/progress/bar',
    right: { signedIn: OWN_RULES },
    summary: 'How far an approval is: its steps with their state, how many are done of how many',
    mode: 'read',
    query: address,
    data: Type.Object({
      formInstanceId: Type.String(),
      state: Type.String(),
      steps: Type.Array(progressStep),
      done: Type.Integer(),
      total: Type.Integer(),
      percent: Type.Integer(),
    }),
    async handler(tx, context, { query }) {
      const instance = await visibleInstance(tx, context, documents, query.formInstanceId)
      return {
        formInstanceId: formInstanceId({ documentId: instance.document_id, round: instance.round }),
        state: instance.state,
        ...progressOf(instance.steps, instance.state, context.language),
      }
    },
  })
}

/** Skipped steps are shown but not counted; a step with a carried approval counts as done. */
export function progressOf(steps: readonly RouteStep[], state: VisibleInstance['state'], language: 'zh' | 'en') {
  const shown = steps.map((step) => {
    const kept = step.status === 'skipped' && (step.skip as string | undefined) === 'kept'
    const stopped = step.status === 'current' && state !== 'running'
    return {
      key: step.key,
      name: step.name[language],
      state: kept ? ('done' as const) : stopped ? ('stopped' as const) : step.status,
    }
  })
  const counted = shown.filter((step) => step.state !== 'skipped')
  const done = counted.filter((step) => step.state === 'done').length
  const total = counted.length
  return { steps: shown, done, total, percent: total === 0 ? 0 : Math.floor((done * 100) / total) }
}

/** Variables that a person may set on a running approval; everything else that a route depends on is computed. */
const KEPT: ReadonlySet<string> = new Set(['opinion', 'chosen', 'people', 'files'])

const readNote = prepared<{ variables: Readonly<Record<string, unknown>> }>(
  'approval.read-note',
  'select variables from approval_note where document_id = $1 and round = $2 and user_id = $3',
)
const keepNote = prepared<{ variables: Readonly<Record<string, unknown>> }>(
  'approval.keep-note',
  `insert into approval_note as n (document_id, round, user_id, variables, updated_at) values ($1, $2, $3, jsonb_strip_nulls($4::jsonb), $5)
   on conflict (document_id, round, user_id) do update
     set variables = jsonb_strip_nulls(n.variables || $4::jsonb), updated_at = excluded.updated_at
   returning variables`,
)

function noteRoute(documents: readonly ServerDocument[]): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/bpm/instance/temp/var/update',
    right: { signedIn: OWN_RULES },
    summary: 'Keep what is half decided beside a running approval: the opinion, people chosen for later steps',
    mode: 'write',
    audit: { none: 'what he has half decided; the act that follows is the document’s entry' },
    body: Type.Object({
      formInstanceId: Type.String({ maxLength: 40 }),
      variables: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
        description: '`opinion`, `chosen`, `people`, `files`; null forgets one. Variables of the route are refused',
      }),
    }),
    data: Type.Object({ variables: Type.Record(Type.String(), Type.Unknown()) }),
    async handler(tx, context, { body }) {
      const instance = await visibleInstance(tx, context, documents, body.formInstanceId)
      if (instance.state !== 'running') throw new Refused(approvalErrors.notRunning())
      const names = Object.keys(body.variables)
      const refusals = names.flatMap((name) => {
        // A person who could set these would choose their own approvers.
        if (Object.hasOwn(instance.variables, name))
          return [approvalErrors.variableComputed({ name }, { field: `variables.${name}` })]
        return KEPT.has(name) ? [] : [approvalErrors.notKept({ name }, { field: `variables.${name}` })]
      })
      if (refusals.length > 0) throw new Refused(refusals)
      const key = [instance.document_id, instance.round, context.principal.userId] as const
      if (names.length === 0) return { variables: { ...(await tx.first(readNote(...key)))?.variables } }
      const text = JSON.stringify(body.variables)
      if (Buffer.byteLength(text) > 8_192) throw new Refused(approvalErrors.notKept({ name: names[0]! }))
      const kept = await tx.first(keepNote(...key, text, context.now))
      return { variables: { ...kept?.variables } }
    },
  })
}
