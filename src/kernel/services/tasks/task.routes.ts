import { Type } from 'typebox'
import { nullable, oneOf } from '#kernel/platform/http/wire-schemas.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { may, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { countedTotal, knownTotal, type Total, type TotalAddress } from '#kernel/platform/http/totals.ts'
import { totalSchema } from '#kernel/platform/http/paging.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { countWaitingDrafts } from '#kernel/engine/setting/second-person.ts'
import { inboxFilters, questionOf, readerOf } from './inbox-filters.ts'
import { inboxCount, QUICK_LIMIT, readInbox, WAITS_FOR_OTHERS } from './inbox-query.ts'
import type { InboxQuestion, InboxReader } from './inbox-question.ts'
import { type DocumentsByName, inboxRows, OVERSEE } from './inbox-rows.ts'
import { labelOf } from '#kernel/engine/document/document-label.ts'
import { inboxRowSchema } from './inbox-schemas.ts'
import { BOXES, INBOX_ORDERS } from './inbox-wire.ts'

const RIGHT = 'approval.task.view'

const filters = {
  box: Type.Optional(oneOf(BOXES)),
  /** The parameter's name from before there were other boxes. */
  status: Type.Optional(oneOf(['open', 'done'] as const)),
  order: Type.Optional(oneOf(INBOX_ORDERS)),
  ...inboxFilters,
}

/** Every act of an approval bumps this mark (outbox). */
function addressOf({ principal }: RequestContext, question: InboxQuestion): TotalAddress {
  return { kind: 'approval', filters: question, scope: [principal.userId, principal.scope, limitMark(principal)] }
}

/** Results that change with the clock alone are not cached. */
function dependsOnTheClock(question: InboxQuestion): boolean {
  return question.isOverdue !== undefined || question.waitingHours !== undefined
}

/** The inbox: tasks waiting for the caller, done by them, approvals raised by them or copied to them, and everything for administrators. */
export function taskRoutes(documents: readonly ServerDocument[]): Route[] {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))
  return [pageRoute(byName), countRoute(byName), boxesRoute(), summaryRoute(byName), choicesRoute(byName)]
}

function pageRoute(documents: DocumentsByName): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/task/queryPage',
    right: RIGHT,
    summary: 'One page of a box of the inbox: to do, done, started by me, copied to me, all',
    mode: 'read',
    query: Type.Object({
      ...filters,
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    }),
    data: Type.Object({
      records: Type.Array(inboxRowSchema),
      recordTotal: nullable(Type.Integer()),
      capped: Type.Boolean(),
      drafts: Type.Optional(
        Type.Integer({
          description: 'with `order=latest`: drafts of settings that wait for the caller as second person',
        }),
      ),
    }),
    async handler(tx, context, { query }) {
      const { page = 1, limit = 20 } = query
      const question = await questionOf(tx, context, documents, query)
      const reader = readerOf(context, documents, question.box)
      const [rows, total] = await Promise.all([
        readInbox(tx, question, reader, { limit, offset: (page - 1) * limit }),
        quickTotal(tx, context, question, reader),
      ])
      const records = await inboxRows(tx, context, documents, question.box, rows)
      // The badge of the menu reads the newest tasks, and counts what waits for the person.
      const drafts = query.order === 'latest' ? { drafts: await countWaitingDrafts(tx, context) } : {}
      return { records, recordTotal: total?.recordTotal ?? null, capped: total?.capped ?? false, ...drafts }
    },
  })
}

/** A person's own box is counted with its page, up to some thousands; the exact count is a request of its own. */
async function quickTotal(
  tx: Tx,
  context: RequestContext,
  question: InboxQuestion,
  reader: InboxReader,
): Promise<Pick<Total, 'recordTotal' | 'capped'> | null> {
  if (question.box === 'all') return knownTotal(tx, addressOf(context, question))
  const total = (await tx.first(inboxCount(question, reader, QUICK_LIMIT)))?.total ?? 0
  if (total <= QUICK_LIMIT) return { recordTotal: total, capped: false }
  return knownTotal(tx, addressOf(context, question))
}

function countRoute(documents: DocumentsByName): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/task/count',
    right: RIGHT,
    summary: 'How many rows of a box match, exact up to 1,000,000',
    mode: 'read',
    query: Type.Object(filters),
    data: totalSchema,
    async handler(tx, context, { query }) {
      const question = await questionOf(tx, context, documents, query)
      const count = inboxCount(question, readerOf(context, documents, question.box))
      if (!dependsOnTheClock(question)) return countedTotal(tx, addressOf(context, question), count)
      return { recordTotal: (await tx.first(count))?.total ?? 0, capped: false, asOf: context.now.toISOString() }
    },
  })
}

interface BoxesRow {
  readonly open: number
  readonly parked: number
  readonly overdue: number
  readonly copies_unread: number
  readonly mine_running: number
}

const countBoxes = prepared<BoxesRow>(
  'approval.count-boxes',
  `select
     (select count(*)::int from (select from approval_task where user_id = $1 and state = 'open' limit 10001) t) as open,
     (select count(*)::int from (select from approval_task t where user_id = $1 and state = 'waiting' and ${WAITS_FOR_OTHERS} limit 10001) t) as parked,
     (select count(*)::int from (select from approval_task where user_id = $1 and state = 'open'
        and least(remind_at, escalate_at) <= $2 limit 10001) t) as overdue,
     (select count(*)::int from (select from approval_copy where user_id = $1 and read_at is null limit 10001) c) as copies_unread,
     (select count(*)::int from (select from approval_instance where drafter_id = $1 and state = 'running' limit 10001) i) as mine_running`,
)

function boxesRoute(): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/task/boxes',
    right: RIGHT,
    summary: 'How many wait in each box of the inbox; drafts that wait for their second person are among the open ones',
    mode: 'read',
    data: Type.Object({
      open: Type.Integer(),
      parked: Type.Integer(),
      overdue: Type.Integer(),
      copiesUnread: Type.Integer(),
      mineRunning: Type.Integer(),
      hasAll: Type.Boolean(),
    }),
    async handler(tx, context) {
      const { principal, now } = context
      const [row, drafts] = await Promise.all([
        tx.first(countBoxes(principal.userId, now)),
        countWaitingDrafts(tx, context),
      ])
      return {
        open: (row?.open ?? 0) + drafts,
        parked: row?.parked ?? 0,
        overdue: row?.overdue ?? 0,
        copiesUnread: row?.copies_unread ?? 0,
        mineRunning: row?.mine_running ?? 0,
        hasAll: may(principal, OVERSEE),
      }
    },
  })
}

/** Open tasks of a person by type of document, among the oldest ten thousand. */
export const tasksByType = prepared<{ document_type: string; total: number; oldest: Date }>(
  'approval.tasks-by-type',
  `select document_type, count(*)::int as total, min(created_at) as oldest
   from (select document_type, created_at from approval_task where user_id = $1 and state = 'open' order by id limit $2) t
   group by document_type order by min(created_at)`,
)

function summaryRoute(documents: DocumentsByName): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/task/summary',
    right: RIGHT,
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
      const rows = await tx.rows(tasksByType(principal.userId, QUICK_LIMIT))
      return rows.map((row) => ({
        documentType: row.document_type,
        typeLabel: labelOf(language, documents.get(row.document_type), row.document_type),
        total: row.total,
        oldestSince: row.oldest.toISOString(),
      }))
    },
  })
}

interface OrganisationRow {
  readonly code: string
  readonly name_zh: string
  readonly name_en: string
}

/** Limited to the caller's scope; approvals they took part in elsewhere are in other boxes. */
const organisations = prepared<OrganisationRow>(
  'approval.organisations',
  `select code, name_zh, name_en from organisation where $1::int[] is null or id = any ($1::int[])
   order by type = 'country', parent_id, code`,
)
const currencies = prepared<{ code: string }>(
  'approval.currencies',
  'select distinct currency as code from organisation order by 1',
)

const option = Type.Object({ code: Type.String(), name: Type.String() })

function choicesRoute(documents: DocumentsByName): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/task/choices',
    right: RIGHT,
    summary: 'What the filters of the inbox offer',
    mode: 'read',
    data: Type.Object({
      types: Type.Array(option),
      organisations: Type.Array(option),
      currencies: Type.Array(Type.String()),
    }),
    async handler(tx, { principal, language }) {
      const [places, money] = await Promise.all([
        tx.rows(organisations(principal.scope === 'all' ? null : principal.scope)),
        tx.rows(currencies()),
      ])
      return {
        types: [...documents].map(([code, document]) => ({ code, name: labelOf(language, document, code) })),
        organisations: places.map((row) => ({ code: row.code, name: language === 'zh' ? row.name_zh : row.name_en })),
        currencies: money.map(({ code }) => code),
      }
    },
  })
}
