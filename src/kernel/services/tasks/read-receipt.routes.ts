import { Type } from 'typebox'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { visibleInstance } from '#kernel/engine/document/visible-instance.ts'

/** A look at an older round says nothing about the newest; a later round keeps the earlier looks. */
const look = prepared(
  'approval.look',
  `insert into approval_read_receipt as l (document_id, user_id, round, content_hash, looked_at) values ($1, $2, $3, $4, $5)
   on conflict (document_id, user_id) do update set
     previous_round = case when excluded.round > l.round then l.round else l.previous_round end,
     previous_at = case when excluded.round > l.round then l.looked_at else l.previous_at end,
     round = excluded.round, content_hash = excluded.content_hash, looked_at = excluded.looked_at
   where excluded.round >= l.round`,
)

const readCopy = prepared(
  'approval.read-copy',
  `update approval_copy set read_at = $4 where document_id = $1 and round = $2 and user_id = $3 and read_at is null`,
)

/** Records what the reader has seen: their copy counts as read, and a later round shows them the changes since. */
export function readReceiptRoutes(documents: readonly ServerDocument[]): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/aps/bpm/look',
      right: { signedIn: 'Only what the caller may see can be looked at; it notes that he did' },
      summary: 'The caller has read this approval: his copy is marked as read, later rounds show what changed since',
      mode: 'write',
      audit: { none: 'that he has opened his own copy' },
      // It acts for nobody, so a link's session may record it.
      fromLink: true,
      body: Type.Object({ formInstanceId: Type.String({ maxLength: 40 }) }),
      data: Type.Object({ lookedAt: Type.String() }),
      async handler(tx, context, { body }) {
        const { document_id, round, content_hash } = await visibleInstance(tx, context, documents, body.formInstanceId)
        const { userId } = context.principal
        await tx.run(look(document_id, userId, round, content_hash, context.now))
        await tx.run(readCopy(document_id, round, userId, context.now))
        return { lookedAt: context.now.toISOString() }
      },
    }),
  ]
}
