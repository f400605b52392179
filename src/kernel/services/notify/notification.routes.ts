import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { PAGE, readPage } from '#kernel/platform/db/page.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { pageOf } from '#kernel/platform/http/paging.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { KIND_GROUPS, type KindGroup } from './kinds.ts'
import { NOTICE_COLUMNS, NOTICE_JOINS, type NoticeRow } from './notices-message.ts'
import { addressesOf, type Documents, mayRead, notifyTexts, sentenceOf, titlesOf } from './wording.ts'

const OWN = { signedIn: 'Everyone reads what he himself was told, and nothing else' }
const LATEST = 8
/** Counting stops here: nobody pages further. */
const MOST = 10_000

const recordSchema = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  documentType: Type.String(),
  documentNo: Type.String(),
  title: Type.String(),
  text: Type.String({ description: 'what happened, as a sentence' }),
  actorName: nullable(Type.String()),
  drafterName: nullable(Type.String()),
  opinion: nullable(Type.String({ description: 'the beginning of what the actor wrote' })),
  amount: nullable(Type.String()),
  currency: nullable(Type.String()),
  at: Type.String(),
  readAt: nullable(Type.String()),
  isOpen: Type.Boolean({ description: 'the task that it tells of still waits for the caller' }),
  url: Type.String(),
  mobileUrl: Type.String(),
})

/**
 * Unread ones first, then other recent ones; tasks that somebody handled are left out, and only the last two hundred
 * are searched for others. They are chosen in the order of their arrival, which is that of their times but for a late one.
 */
const latestRows = prepared<NoticeRow>(
  'notify.latest',
  `with unread as (
     select * from notification where user_id = $1 and read_at is null order by id desc limit ${LATEST}
   ), recent as (
     select * from (select * from notification where user_id = $1 order by id desc limit 200) r
     where read_at is not null and (task_id is null or kind = 'answered') order by id desc limit ${LATEST}
   ), latest as (
     select * from (select * from unread union all select * from recent) both_kinds order by read_at is null desc, id desc limit ${LATEST}
   )
   select ${NOTICE_COLUMNS} from latest n ${NOTICE_JOINS} order by n.read_at is null desc, n.at desc, n.id desc`,
)
const unreadCount = prepared<{ total: number }>(
  'notify.unread-count',
  `select count(*)::int as total from (select 1 from notification where user_id = $1 and read_at is null limit ${MOST}) n`,
)

const MATCHING =
  'user_id = $1 and ($2::text[] is null or kind = any ($2)) and ($3::boolean is not true or read_at is null)'
const noticeIds = prepared<{ id: string }>(
  'notify.page',
  `select id::text as id from notification where ${MATCHING} order by notification.id desc limit $4 offset $5`,
)
const noticesById = prepared<NoticeRow>(
  'notify.listed',
  `select ${NOTICE_COLUMNS} from ${PAGE} join notification n on n.id = page.id ${NOTICE_JOINS} order by page.place`,
)
/** All of them, for an export, which reads them through a cursor. */
export const allNotices = prepared<NoticeRow>(
  'notify.all',
  `select ${NOTICE_COLUMNS} from (select * from notification where ${MATCHING}) n ${NOTICE_JOINS} order by n.id desc`,
)
const pageCount = prepared<{ total: number }>(
  'notify.page-count',
  `select count(*)::int as total from (select 1 from notification where ${MATCHING} limit ${MOST + 1}) n`,
)
export const noticeCount = prepared<{ total: number }>(
  'notify.all-count',
  `select count(*)::int as total from notification where ${MATCHING}`,
)
const markRead = prepared(
  'notify.mark-read',
  'update notification set read_at = $3 where user_id = $1 and id = any ($2::bigint[]) and read_at is null',
)
const markUnread = prepared(
  'notify.mark-unread',
  'update notification set read_at = null where user_id = $1 and id = any ($2::bigint[]) and read_at is not null',
)
const markAllRead = prepared(
  'notify.mark-all-read',
  'update notification set read_at = $2 where user_id = $1 and read_at is null and id <= $3',
)

/** The caller's notifications. */
export function notificationRoutes(documents: Documents): readonly Route[] {
  return [latestRoute(documents), pageRoute(documents), readRoute, allReadRoute]
}

function latestRoute(documents: Documents): Route {
  return defineRoute({
    method: 'GET',
    path: '/aps/notification/latest',
    right: OWN,
    summary: 'The latest notifications of the caller, and how many are unread',
    mode: 'read',
    data: Type.Object({ unread: Type.Integer(), records: Type.Array(recordSchema) }),
    async handler(tx, context) {
      const { userId } = context.principal
      const [rows, count] = await Promise.all([tx.rows(latestRows(userId)), tx.first(unreadCount(userId))])
      return { unread: count?.total ?? 0, records: await noticesWire(tx, documents, context, rows) }
    },
  })
}

/** Shared by page and file. */
export const noticeFilters = {
  kind: Type.Optional(nullable(Type.String({ maxLength: 20 }))),
  group: Type.Optional(nullable(Type.Union([Type.Literal('mine'), Type.Literal('drafted'), Type.Literal('others')]))),
  unread: Type.Optional(nullable(Type.Boolean())),
}

interface NoticeFilters {
  readonly kind?: string | null
  readonly group?: KindGroup | null
  readonly unread?: boolean | null
}

export function matchingOf(userId: number, { kind, group, unread }: NoticeFilters): readonly unknown[] {
  return [userId, kind ? [kind] : group ? KIND_GROUPS[group] : null, unread ?? null]
}

function pageRoute(documents: Documents): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/notification/queryPage',
    right: OWN,
    summary: "The caller's notifications, newest first",
    mode: 'read',
    body: Type.Object({
      ...noticeFilters,
      page: Type.Optional(Type.Integer()),
      limit: Type.Optional(Type.Integer()),
    }),
    data: Type.Object({
      records: Type.Array(recordSchema),
      recordTotal: Type.Integer(),
      capped: Type.Boolean(),
      unread: Type.Integer(),
    }),
    async handler(tx, context, { body }) {
      const { userId } = context.principal
      const { limit, offset } = pageOf({ limit: body.limit ?? 20, page: body.page ?? 1 })
      const matching = matchingOf(userId, body)
      const [rows, count, unread] = await Promise.all([
        readPage(tx, { ids: noticeIds(...matching, limit, offset), rows: (ids) => noticesById(ids) }),
        tx.first(pageCount(...matching)),
        tx.first(unreadCount(userId)),
      ])
      const total = count?.total ?? 0
      return {
        records: await noticesWire(tx, documents, context, rows),
        recordTotal: Math.min(total, MOST),
        capped: total > MOST,
        unread: unread?.total ?? 0,
      }
    },
  })
}

const id = Type.String({ pattern: '^\\d{1,18}$' })

const readRoute = defineRoute({
  method: 'POST',
  path: '/aps/notification/read',
  right: OWN,
  summary: "Mark some of the caller's notifications as read, or as unread again",
  mode: 'write',
  audit: { none: 'what of his own messages he has read' },
  fromLink: true,
  body: Type.Object({ ids: Type.Array(id, { minItems: 1, maxItems: 500 }), unread: Type.Optional(Type.Boolean()) }),
  data: Type.Object({ changed: Type.Integer() }),
  async handler(tx, { principal, now }, { body }) {
    const changed = await tx.run(
      body.unread ? markUnread(principal.userId, body.ids) : markRead(principal.userId, body.ids, now),
    )
    return { changed }
  },
})

const allReadRoute = defineRoute({
  method: 'POST',
  path: '/aps/notification/read-all',
  right: OWN,
  summary: "Mark the caller's notifications as read, up to the newest one that he has seen",
  mode: 'write',
  audit: { none: 'what of his own messages he has read' },
  fromLink: true,
  body: Type.Object({ upTo: id }),
  data: Type.Object({ changed: Type.Integer() }),
  async handler(tx, { principal, now }, { body }) {
    return { changed: await tx.run(markAllRead(principal.userId, now, body.upTo)) }
  },
})

/** It waited for the caller and no longer does, whoever handled it. */
function isSettled({ kind, task_open }: NoticeRow): boolean {
  return task_open === false && kind !== 'answered'
}

/** Notifications as their page shows them. */
export async function noticesWire(
  tx: Tx,
  documents: Documents,
  { language, principal }: Pick<RequestContext, 'principal' | 'language'>,
  rows: readonly NoticeRow[],
) {
  const titleOf = await titlesOf(tx, documents, language, rows)
  return rows.map((row) => {
    // A notification stays; amount and text are only for people who may read such documents now. A text written to a
    // person is private, whoever views as them.
    const isVisible = mayRead(documents, principal, row.document_type)
    const mayReadWords = isVisible && !principal.viewer
    const [actorName, drafterName] = language === 'zh' ? [row.actor_zh, row.drafter_zh] : [row.actor_en, row.drafter_en]
    return {
      id: row.id,
      kind: row.kind,
      documentType: row.document_type,
      documentNo: row.no,
      title: titleOf(row),
      text: isSettled(row) ? notifyTexts(language).settled : sentenceOf(language, row, actorName),
      actorName,
      drafterName,
      opinion: mayReadWords ? row.opinion : null,
      amount: isVisible ? (row.summary?.amount ?? null) : null,
      currency: isVisible ? (row.summary?.currency ?? null) : null,
      at: row.at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
      isOpen: row.task_open ?? false,
      ...addressesOf(documents, row),
    }
  })
}
