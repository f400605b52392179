import { Type } from 'typebox'
import { isCompanyWide } from '#kernel/platform/access/company-wide.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { nullable } from '#kernel/platform/http/wire-schemas.ts'

const ADMINISTERS = 'approval.administer'
const MOST = 500

const count = prepared<{ waiting: number; late: number; failed: number }>(
  'notify.count-deliveries',
  `select count(*) filter (where state in ('gathering', 'sending'))::int as waiting,
     count(*) filter (where state = 'sending' and last_error is not null)::int as late,
     count(*) filter (where state = 'failed')::int as failed
   from notification_delivery where state in ('gathering', 'sending', 'failed')`,
)

/** Restarts with the same id, because the receiver may have got it. */
const again = prepared(
  'notify.again',
  `update notification_delivery set state = 'sending', attempts = 0, due_at = $2, ended_at = null
   where id = any ($1::uuid[]) and state = 'failed'`,
)

/** How messages are doing, for operators; those that were given up are a list (kernel/services/monitor). */
export const failureRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/aps/notification/failures',
    right: 'approval.oversee',
    summary: 'How many messages wait, and how many were given up; null for whoever oversees a part of the company',
    mode: 'read',
    data: nullable(
      Type.Object({
        waiting: Type.Integer(),
        late: Type.Integer({ description: 'of those that wait: tried in vain so far' }),
        failed: Type.Integer(),
      }),
    ),
    async handler(tx, { principal }) {
      // Messages are not kept by place: whoever oversees a part of the company learns nothing of the whole.
      if (!isCompanyWide(principal)) return null
      const { waiting = 0, late = 0, failed = 0 } = (await tx.first(count())) ?? {}
      return { waiting, late, failed }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/aps/notification/failures/retry',
    right: ADMINISTERS,
    summary: 'Send messages again that were given up',
    mode: 'write',
    body: Type.Object({ ids: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: MOST }) }),
    data: Type.Object({ changed: Type.Integer() }),
    handler: async (tx, { now }, { body }) => ({ changed: await tx.run(again(body.ids, now)) }),
  }),
]
