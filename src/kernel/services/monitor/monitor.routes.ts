import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { Type } from 'typebox'
import { mayThroughout } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { PAGE_SIZES, pageOf } from '#kernel/platform/http/paging.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { Reader } from '#kernel/platform/exports/list-export.ts'
import { requestedOrder } from '#kernel/platform/http/requested-order.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { refusalText, textAt } from '#kernel/base/i18n/texts.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { usualTimes } from '#kernel/engine/approval/usual-times.ts'
import {
  type EffectJson,
  type HealthRow,
  healthCounts,
  healthPage,
  type Measure,
  type MonitorFilters,
  type MonitorPage,
  type TaskJson,
} from './health-sql.ts'
import { type FailedEffect, type HolderHealth, monitorRow, type MonitorRow, monitorSummary } from './monitor-schemas.ts'
import { MONITORED } from './monitor-wire.ts'
import { peopleRoute } from './people.routes.ts'
import { repairRoute } from './repair.routes.ts'
import { systemHealth } from './system-health.ts'

/** The right to view; repairs need the administrators' right (repair.routes.ts). */
const RIGHT = 'approval.oversee'

/** The reader of a row, and the language. */
type Words = Pick<Reader, 'principal' | 'language'>

const text = (max: number) => Type.Optional(Type.String({ maxLength: max }))

/** Shared by screen and file. */
export const monitorFilters = {
  health: Type.Optional(Type.Union(MONITORED.map((name) => Type.Literal(name)))),
  no: text(40),
  documentType: text(64),
  organisation: text(64),
  step: text(100),
  holder: text(100),
  days: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650 })),
}

const body = Type.Object(
  {
    page: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer({ description: `one of ${PAGE_SIZES.join(', ')}` })),
    sort: Type.Optional(Type.Array(Type.String(), { maxItems: 1 })),
    ...monitorFilters,
  },
  { additionalProperties: false },
)

const runningTemplates = prepared<{ template_code: string }>(
  'monitor.running-templates',
  `select distinct template_code from approval_instance where state = 'running'`,
)

const organisations = prepared<{ code: string; name_zh: string; name_en: string }>(
  'monitor.organisations',
  'select code, name_zh, name_en from organisation where $1::int[] is null or id = any ($1) order by id',
)
const optionsSchema = Type.Array(Type.Object({ value: Type.String(), label: Type.String() }))

/** The measure of approvals for the caller. */
export async function measureOf(
  tx: Tx,
  { principal, now }: Reader,
  definitions: Measure['definitions'],
  timesOf: typeof usualTimes = usualTimes,
): Promise<Measure> {
  const usual: Measure['usual'][number][] = []
  for (const { template_code: template } of await tx.rows(runningTemplates())) {
    for (const [step, times] of await timesOf(tx, template)) usual.push({ template, step, minutes: times.p90Minutes })
  }
  return { reader: principal, definitions, usual, now }
}

const MONITOR_ORDERS: Readonly<Record<string, MonitorPage['sort'] | 'waiting'>> = {
  waiting: 'waiting',
  since: 'since',
  startedAt: 'startedAt',
  no: 'no',
  limitAt: 'limitAt',
}

/**
 * Sort column and direction: longest waiting first by default. The waiting time runs opposite to its start: `-waiting`
 * is the longest, as in the inbox.
 */
export function orderOf(sort: readonly string[]): Pick<MonitorPage, 'sort' | 'isDown'> {
  const { by, direction } = requestedOrder(sort, MONITOR_ORDERS, '-waiting')
  return by === 'waiting' ? { sort: 'since', isDown: direction === 'asc' } : { sort: by, isDown: direction === 'desc' }
}

/** Monitoring of approvals: which need attention, why, and what repairs them. */
export function monitorRoutes(documents: readonly ServerDocument[]): Route[] {
  const definitions = documents.map(({ definition }) => definition)

  const page = defineRoute({
    method: 'POST',
    path: '/aps/bpm/monitor/queryPage',
    right: RIGHT,
    summary: 'Running approvals and failed side effects, with what is wrong with each',
    mode: 'read',
    body,
    data: Type.Object({ records: Type.Array(monitorRow), recordTotal: Type.Integer(), capped: Type.Boolean() }),
    handler: async (tx, context, { body: asked }) => {
      const { page: _page, limit: _limit, sort = [], ...filters } = asked
      const where = { ...orderOf(sort), ...pageOf(asked) }
      const rows = await tx.rows(
        healthPage(await measureOf(tx, context, definitions), filters as MonitorFilters, where),
      )
      const records = rows.map((row) => rowWire(context, documents, row))
      return { records, recordTotal: rows[0]?.total ?? 0, capped: false }
    },
  })

  const summary = defineRoute({
    method: 'GET',
    path: '/aps/bpm/monitor/summary',
    right: RIGHT,
    summary: 'How many approvals are stuck, slow or escalated, what failed, and how the machinery behind it stands',
    mode: 'read',
    data: monitorSummary,
    handler: async (tx, context) => {
      const found = await tx.first(healthCounts(await measureOf(tx, context, definitions)))
      const { running = 0, stuck = 0, slow = 0, escalated = 0, failed = 0 } = found ?? {}
      return { running, counts: { stuck, slow, escalated, failed }, system: await systemHealth(tx, context.principal) }
    },
  })

  const options = defineRoute({
    method: 'GET',
    path: '/aps/bpm/monitor/options',
    right: RIGHT,
    summary: 'Types of document and organisations to choose from',
    mode: 'read',
    data: Type.Object({ types: optionsSchema, organisations: optionsSchema }),
    handler: async (tx, { language, principal }) => {
      const rows = await tx.rows(organisations(principal.scope === 'all' ? null : principal.scope))
      return {
        types: definitions
          .filter(({ actions }) => actions['approve'])
          .map(({ area, name }) => ({ value: name, label: textAt(language, `${area}.documents.${name}.label`) })),
        organisations: rows.map((row) => ({ value: row.code, label: row[`name_${language}`] })),
      }
    },
  })

  return [page, summary, options, peopleRoute(documents), repairRoute(documents)]
}

export function rowWire(context: Words, documents: readonly ServerDocument[], row: HealthRow): MonitorRow {
  const { language, principal } = context
  const definition = documents.find((document) => document.definition.name === row.document_type)?.definition
  const mayView = definition !== undefined && mayThroughout(principal, definition.viewRight)
  const instance = formInstanceId({ documentId: row.document_id, round: row.round })
  const holders = (row.tasks ?? []).map((task) => holderOf(context, task))
  const label = definition ? `${definition.area}.documents.${definition.name}` : null
  return {
    formInstanceId: instance,
    no: row.no,
    documentType: row.document_type,
    typeLabel: label ? textAt(language, `${label}.label`) : row.document_type,
    organisationName: language === 'zh' ? row.organisation_zh : row.organisation_en,
    drafter: { account: row.drafter_account, name: language === 'zh' ? row.drafter_zh : row.drafter_en },
    state: row.state,
    startedAt: row.started_at.toISOString(),
    since: row.since?.toISOString() ?? null,
    steps: (row.steps ?? []).map(({ key, name }) => ({ key, name: name[language] })),
    holders,
    limitAt: row.limit_at?.toISOString() ?? null,
    usualMinutes: row.usual_minutes,
    stuck: row.stuck as MonitorRow['stuck'],
    slow: row.slow as MonitorRow['slow'],
    isEscalated: row.escalated,
    failedEffects: (row.effects ?? []).map((effect) => effectOf(context, label, effect, mayView)),
    amount: mayView ? row.amount : null,
    currency: mayView ? row.currency : null,
    url: mayView ? withQuery(definition.pages.pc, { formInstanceId: instance }) : null,
  }
}

function holderOf({ language }: Words, task: TaskJson): HolderHealth {
  const nameOf = (person: { name_zh: string; name_en: string }) => person[`name_${language}`]
  const { principal } = task
  return {
    account: task.account,
    name: nameOf(task),
    taskId: task.id,
    principal: principal && { account: principal.account, name: nameOf(principal) },
    kind: task.kind as HolderHealth['kind'],
    stepKey: task.step_key,
    stepName: task.step_name[language],
    since: new Date(task.created_at).toISOString(),
    isActive: task.active,
    mayDecide: task.active && task.may_decide,
    holdsRole: task.holds_role,
  }
}

/** The other system's answer may contain amounts: it is only for people who may view the document. */
function effectOf(
  { language }: Words,
  label: string | null,
  { effect, receiver, line, attempts, last_error: error }: EffectJson,
  mayView: boolean,
): FailedEffect {
  const params = error && !mayView && 'answer' in error.params ? { ...error.params, answer: '…' } : error?.params
  return {
    effect: [label ? textAt(language, `${label}.effects.${effect}`) : effect, receiver].filter(Boolean).join(' · '),
    line,
    attempts,
    error: error && params ? refusalText(language, { key: error.key, params }) : null,
  }
}
