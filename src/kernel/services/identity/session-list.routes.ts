import Type from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { auditedBy, auditEntry } from '#kernel/platform/audit/audit.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { tellPeople } from '#kernel/services/notify/own-account.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { type SessionKind, standLimits, stands } from '#kernel/platform/access/session.ts'

interface SessionListRow {
  readonly id: string
  readonly kind: SessionKind
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly viewer: { readonly account: string } | null
  readonly address: string | null
  readonly device: string | null
  readonly created_at: Date
  readonly last_seen_at: Date
  readonly expires_at: Date
}

const COLUMNS = `s.id::text as id, s.kind, u.account, u.name_zh, u.name_en, s.viewer, s.address, s.device,
  s.created_at, s.last_seen_at, s.expires_at`
/** A viewing session belongs to the viewer, not to the viewed person. */
const OWNER = `coalesce((s.viewer ->> 'userId')::int, s.user_id)`
/** $1 the instant, $2 the limits, $3 the organisations of the caller, null for all. */
const STANDING = `from session s join app_user u on u.id = s.user_id
  where ${stands('$1', '$2')} and ($3::int[] is null or u.scope_id = any ($3))`
const MATCHING = `and ($4 = '' or strpos(lower(concat_ws(' ', u.account, u.name_zh, u.name_en, s.address, s.viewer ->> 'account')), $4) > 0)`

const ownSessions = prepared<SessionListRow>(
  'access.own-sessions',
  `select ${COLUMNS} from session s join app_user u on u.id = s.user_id
   where ${OWNER} = $3 and ${stands('$1', '$2')} order by s.last_seen_at desc, s.id desc limit 200`,
)
const allSessions = prepared<SessionListRow>(
  'access.all-sessions',
  `select ${COLUMNS} ${STANDING} ${MATCHING} order by s.last_seen_at desc, s.id desc limit $5 offset $6`,
)
const countSessions = prepared<{ count: number }>(
  'access.count-sessions',
  `select count(*)::int as count ${STANDING} ${MATCHING}`,
)

interface EndedRow {
  readonly id: string
  readonly user_id: number
  readonly owner_id: number
  readonly kind: SessionKind
  readonly address: string | null
  readonly device: string | null
}
const ENDED = `s.id::text as id, s.user_id, ${OWNER} as owner_id, s.kind, s.address, s.device`
/** $2 is the session to keep, $3 the one to end; null for all others. */
const endOwn = prepared<EndedRow>(
  'access.end-own-sessions',
  `delete from session s where ${OWNER} = $1 and case when $3::bigint is null then s.id <> $2::bigint else s.id = $3 end returning ${ENDED}`,
)
const endThose = prepared<EndedRow>(
  'access.end-sessions',
  `delete from session s using app_user u where u.id = s.user_id and s.id = any ($1::bigint[])
     and ($2::int[] is null or u.scope_id = any ($2)) returning ${ENDED}`,
)

const idSchema = Type.String({ pattern: '^[0-9]{1,18}$' })
const sessionData = Type.Object({
  id: Type.String(),
  kind: Type.Union([Type.Literal('sso'), Type.Literal('chat'), Type.Literal('view')]),
  userAccount: Type.String(),
  userName: Type.String(),
  viewerAccount: nullable(Type.String()),
  address: nullable(Type.String()),
  device: nullable(Type.String()),
  beganAt: Type.String(),
  lastSeenAt: Type.String(),
  expiresAt: Type.String(),
  isCurrent: Type.Boolean(),
})
const endedData = Type.Object({ ended: Type.Integer() })

function shown(row: SessionListRow, { principal, language }: RequestContext) {
  return {
    id: row.id,
    kind: row.kind,
    userAccount: row.account,
    userName: language === 'zh' ? row.name_zh : row.name_en,
    viewerAccount: row.viewer?.account ?? null,
    address: row.address,
    device: row.device || null,
    beganAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isCurrent: row.id === principal.sessionId,
  }
}

/** Each entry holds the session's data, since its row is deleted. */
async function audit(tx: Tx, context: RequestContext, rows: readonly EndedRow[]): Promise<void> {
  for (const { id, user_id, kind, address, device } of rows) {
    const entry = auditEntry(
      {
        documentType: 'session',
        documentId: id,
        action: 'end',
        ...auditedBy(context),
        at: context.now,
        fromState: kind,
        toState: null,
        detail: { userId: user_id, address, device },
      },
      null,
    )
    await tx.run(entry.statement)
  }
}

const mine = defineRoute({
  method: 'GET',
  path: '/api/v1/account/session/mine',
  right: { signedIn: 'Everyone may know where he is signed in' },
  summary: 'The sessions of the caller, the last used first',
  mode: 'read',
  personal: true,
  data: Type.Array(sessionData),
  async handler(tx, context) {
    const rows = await tx.rows(ownSessions(context.now, standLimits(), context.principal.userId))
    return rows.map((row) => shown(row, context))
  },
})

const endMine = defineRoute({
  method: 'POST',
  path: '/api/v1/account/session/mine/end',
  right: { signedIn: 'Everyone may end his own sessions' },
  summary: 'End one session of the caller, or all but this one',
  mode: 'write',
  body: Type.Object({ id: nullable(idSchema) }, { additionalProperties: false }),
  data: endedData,
  async handler(tx, context, { body }) {
    const { userId, sessionId } = context.principal
    const rows = await tx.rows(endOwn(userId, sessionId, body.id))
    if (body.id !== null && rows.length === 0) throw new Refused(httpErrors.notFound())
    await audit(tx, context, rows)
    return { ended: rows.length }
  },
})

const page = defineRoute({
  method: 'POST',
  path: '/api/v1/account/session/page',
  right: 'access.session.view',
  summary: 'Who is signed in, within the organisations of the caller',
  mode: 'read',
  body: Type.Object(
    {
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({ records: Type.Array(sessionData), recordTotal: Type.Integer() }),
  async handler(tx, context, { body }) {
    const { scope } = context.principal
    const { page: at = 1, limit = 20 } = body
    const keyword = (body.keyword ?? '').trim().toLowerCase()
    const of = [context.now, standLimits(), scope === 'all' ? null : scope, keyword]
    const rows = await tx.rows(allSessions(...of, limit, (at - 1) * limit))
    const counted = await tx.first(countSessions(...of))
    return { records: rows.map((row) => shown(row, context)), recordTotal: counted?.count ?? 0 }
  },
})

const end = defineRoute({
  method: 'POST',
  path: '/api/v1/account/session/end',
  right: 'access.session.end',
  summary: 'End sessions of others, in every process at once',
  mode: 'write',
  body: Type.Object({ ids: Type.Array(idSchema, { minItems: 1, maxItems: 500 }) }, { additionalProperties: false }),
  data: endedData,
  async handler(tx, context, { body }) {
    const { scope } = context.principal
    const rows = await tx.rows(endThose(body.ids, scope === 'all' ? null : scope))
    if (rows.length === 0) throw new Refused(httpErrors.notFound())
    await audit(tx, context, rows)
    await tellPeople(
      tx,
      context,
      'sessionsEnded',
      [...Map.groupBy(rows, ({ owner_id }) => owner_id)].map(([userId, of]) => ({
        userId,
        words: () => [...new Set(of.flatMap(({ device, address }) => (device || address) ?? []))].join(', '),
      })),
    )
    return { ended: rows.length }
  },
})

export const sessionListRoutes: readonly Route[] = [mine, endMine, page, end]
