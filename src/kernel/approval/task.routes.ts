import { type TSchema, Type } from 'typebox'
import type { RequestContext } from '#kernel/access/principal.ts'
import { prepared } from '#kernel/db/statement.ts'
import type { ServerDocument } from '#kernel/document/server-document.ts'
import { factText, type Names, titleText, viewOf } from '#kernel/document/view.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { defineRoute, type Route } from '#kernel/http/route.ts'
import { kernelTexts, textAt } from '#kernel/i18n/texts.ts'
import type { TaskSummary } from './engine.ts'
import { formInstanceId } from './form-instance.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

const taskSchema = Type.Object({
  taskId: Type.String(),
  formInstanceId: Type.String(),
  documentType: Type.String(),
  documentId: Type.String(),
  documentNo: Type.String(),
  title: Type.String(),
  drafterName: Type.String(),
  amount: nullable(Type.String()),
  currency: nullable(Type.String()),
  stepName: Type.String(),
  decision: nullable(Type.String()),
  createdAt: Type.String(),
  endedAt: nullable(Type.String()),
  url: Type.String(),
  mobileUrl: Type.String(),
  facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
})

interface TaskListRow {
  readonly id: string
  readonly document_id: string
  readonly round: number
  readonly document_type: string
  readonly decision: string | null
  readonly summary: TaskSummary
  readonly created_at: Date
  readonly ended_at: Date | null
  readonly step_name: { readonly zh: string; readonly en: string }
  readonly drafter: { readonly zh: string; readonly en: string }
}

const COLUMNS = `t.id, t.document_id, t.round, t.document_type, t.decision, t.summary, t.created_at, t.ended_at,
  i.steps -> t.step -> 'name' as step_name, jsonb_build_object('zh', u.name_zh, 'en', u.name_en) as drafter`
const FROM =
  'from approval_task t join approval_instance i on i.document_id = t.document_id and i.round = t.round join app_user u on u.id = i.drafter_id'

/** Of one type of document where one is asked for ($4, else null). */
const OF_TYPE = '($4::text is null or t.document_type = $4)'
const openTasks = prepared<TaskListRow>(
  'approval.open-tasks',
  `select ${COLUMNS} ${FROM} where t.user_id = $1 and t.state = 'open' and ${OF_TYPE} order by t.id limit $2 offset $3`,
)
const latestTasks = prepared<TaskListRow>(
  'approval.latest-tasks',
  `select ${COLUMNS} ${FROM} where t.user_id = $1 and t.state = 'open' and ${OF_TYPE} order by t.id desc limit $2 offset $3`,
)
const doneTasks = prepared<TaskListRow>(
  'approval.done-tasks',
  `select ${COLUMNS} ${FROM} where t.user_id = $1 and t.state = 'done' and ${OF_TYPE}
   order by t.ended_at desc, t.id desc limit $2 offset $3`,
)
const countTasks = prepared<{ total: number }>(
  'approval.count-tasks',
  `select count(*)::int as total from (select 1 from approval_task
   where user_id = $1 and state = $2 and ($3::text is null or document_type = $3) limit 10001) t`,
)
const tasksByType = prepared<{ document_type: string; total: number; oldest: Date }>(
  'approval.tasks-by-type',
  `select document_type, count(*)::int as total, min(created_at) as oldest from approval_task
   where user_id = $1 and state = 'open' group by document_type order by min(created_at)`,
)

/** What waits for the caller, oldest first, and what he has done, latest first. */
export function taskRoutes(documents: readonly ServerDocument[]): Route[] {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))
  return [
    defineRoute({
      method: 'GET',
      path: '/aps/task/queryPage',
      right: 'approval.task.view',
      summary: 'My tasks',
      mode: 'read',
      query: Type.Object({
        status: Type.Optional(Type.Union([Type.Literal('open'), Type.Literal('done')])),
        order: Type.Optional(Type.Union([Type.Literal('oldest'), Type.Literal('latest')])),
        documentType: Type.Optional(Type.String({ maxLength: 64 })),
        page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      }),
      data: Type.Object({ records: Type.Array(taskSchema), recordTotal: Type.Integer() }),
      handler: async (tx, context, { query }) => {
        const { status = 'open', order = 'oldest', page = 1, limit = 20 } = query
        const type = query.documentType || null
        const tasks = status === 'done' ? doneTasks : order === 'latest' ? latestTasks : openTasks
        const [rows, count] = await Promise.all([
          tx.rows(tasks(context.principal.userId, limit, (page - 1) * limit, type)),
          tx.first(countTasks(context.principal.userId, status, type)),
        ])
        const names = await namesOfTasks(tx, context, byName, rows)
        return {
          records: rows.map((row) =>
            taskWire(context, byName.get(row.document_type), row, names.get(row.document_type) ?? {}),
          ),
          recordTotal: count?.total ?? 0,
        }
      },
    }),
    summaryRoute(byName),
  ]
}

function summaryRoute(documents: ReadonlyMap<string, ServerDocument>): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/task/summary',
    right: 'approval.task.view',
    summary: 'How many tasks wait for the caller, by type of document, and since when',
    mode: 'read',
    data: Type.Array(
      Type.Object({
        documentType: Type.String(),
        typeLabel: Type.String(),
        total: Type.Integer(),
        oldestSince: Type.String(),
      }),
    ),
    async handler(tx, { principal, language }) {
      const rows = await tx.rows(tasksByType(principal.userId))
      return rows.map((row) => {
        const definition = documents.get(row.document_type)?.definition
        return {
          documentType: row.document_type,
          typeLabel: definition
            ? textAt(language, `${definition.area}.documents.${definition.name}.label`)
            : row.document_type,
          total: row.total,
          oldestSince: row.oldest.toISOString(),
        }
      })
    },
  })
}

/** Names of the codes on all cards of a page: one read for each type of document. */
async function namesOfTasks(
  tx: Tx,
  { language }: RequestContext,
  documents: ReadonlyMap<string, ServerDocument>,
  rows: readonly TaskListRow[],
): Promise<Map<string, Names>> {
  const byType = Map.groupBy(rows, (row) => row.document_type)
  const names = await Promise.all(
    [...byType].map(async ([type, tasks]): Promise<[string, Names]> => {
      const headers = tasks.map((task) => task.summary.facts)
      return [type, (await documents.get(type)?.names(tx, language, headers, [])) ?? {}]
    }),
  )
  return new Map(names)
}

function taskWire(context: RequestContext, document: ServerDocument | undefined, row: TaskListRow, names: Names) {
  const { language } = context
  const { summary } = row
  const definition = document?.definition
  const instance = formInstanceId({ documentId: row.document_id, round: row.round })
  const query = `?formInstanceId=${instance}&taskId=${row.id}`
  return {
    taskId: row.id,
    formInstanceId: instance,
    documentType: row.document_type,
    documentId: row.document_id,
    documentNo: summary.no,
    ...(document ? wording(context, document, summary, names) : { title: row.document_type, facts: [] }),
    drafterName: row.drafter[language],
    amount: summary.amount,
    currency: summary.currency,
    stepName: row.step_name[language],
    decision: row.decision,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    url: `${definition?.pages.pc ?? '/index'}${query}`,
    mobileUrl: `${definition?.pages.mobile ?? '/index'}${query}`,
  }
}

/** Title and key facts in the reader's language, codes by their names. */
function wording(
  { language }: RequestContext,
  { definition, taskFacts }: ServerDocument,
  summary: TaskSummary,
  names: Names,
) {
  const text = (path: string) => textAt(language, `${definition.area}.documents.${definition.name}.${path}`)
  const reading = { fields: definition.fields, names, text }
  const facts = taskFacts.flatMap((field) => {
    const value = factText({ ...reading, style: 'name' }, field, summary.facts)
    return value === '' ? [] : [{ label: text(`fields.${field}`), value }]
  })
  return { title: titleText(viewOf(definition), reading, summary.facts, kernelTexts(language).separator), facts }
}
