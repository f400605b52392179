import { Type } from 'typebox'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { Channel } from './kinds.ts'

/** For operators: whom a message was for and why it failed, never its content. */
const ADMINISTERS = 'approval.administer'
const LISTED = 50

const count = prepared<{ waiting: number; late: number; failed: number }>(
  'notify.count-deliveries',
  `select count(*) filter (where state in ('gathering', 'sending'))::int as waiting,
     count(*) filter (where state = 'sending' and last_error is not null)::int as late,
     count(*) filter (where state = 'failed')::int as failed
   from notification_delivery where state in ('gathering', 'sending', 'failed')`,
)

export interface FailureRow {
  readonly id: string
  readonly account: string
  readonly channel: Channel
  readonly kind: string
  readonly attempts: number
  readonly last_error: string | null
  readonly ended_at: Date
}

export const failures = prepared<FailureRow>(
  'notify.failures',
  `select d.id, u.account, d.channel, d.kind, d.attempts, d.last_error, d.ended_at from notification_delivery d
   join app_user u on u.id = d.user_id where d.state = 'failed' order by d.ended_at desc limit $1`,
)
export const failureCount = prepared<{ total: number }>(
  'notify.failure-count',
  `select count(*)::int as total from notification_delivery where state = 'failed'`,
)
/** Restarts with the same id, because the receiver may have got it. */
const again = prepared(
  'notify.again',
  `update notification_delivery set state = 'sending', attempts = 0, due_at = $2, ended_at = null
   where id = any ($1::uuid[]) and state = 'failed'`,
)

/** Messages that were given up, for operators. */
export const failureRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/aps/notification/failures',
    right: 'approval.oversee',
    summary: 'Messages that were given up, the latest first, and how many wait',
    mode: 'read',
    data: Type.Object({
      waiting: Type.Integer(),
      late: Type.Integer({ description: 'of those that wait: tried in vain so far' }),
      failed: Type.Integer(),
      records: Type.Array(
        Type.Object({
          id: Type.String(),
          account: Type.String(),
          channel: Type.String(),
          kind: Type.String(),
          attempts: Type.Integer(),
          error: nullable(Type.String()),
          at: Type.String(),
        }),
      ),
    }),
    async handler(tx) {
      const [counted, rows] = await Promise.all([tx.first(count()), tx.rows(failures(LISTED))])
      return {
        waiting: counted?.waiting ?? 0,
        late: counted?.late ?? 0,
        failed: counted?.failed ?? 0,
        records: rows.map(({ last_error, ended_at, ...row }) => ({
          ...row,
          error: last_error,
          at: ended_at.toISOString(),
        })),
      }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/aps/notification/failures/retry',
    right: ADMINISTERS,
    summary: 'Send messages again that were given up',
    mode: 'write',
    body: Type.Object({ ids: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: LISTED }) }),
    data: Type.Object({ changed: Type.Integer() }),
    handler: async (tx, { now }, { body }) => ({ changed: await tx.run(again(body.ids, now)) }),
  }),
]
