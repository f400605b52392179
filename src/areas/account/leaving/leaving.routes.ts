import Type from 'typebox'
import { prepared } from '#kernel/platform/db/statement.ts'
import { countDrafts } from '#kernel/engine/document/action/leave-drafts.ts'
import { defineRoute } from '#kernel/platform/http/route.ts'
import { visibleRow } from '#kernel/engine/record/routes/detail.routes.ts'
import { user } from '../records/user.record.ts'

interface HeldRow {
  readonly tasks: number
  readonly delegations: number
  readonly views: number
  readonly account: string | null
  readonly name_zh: string | null
  readonly name_en: string | null
}

const heldBy = prepared<HeldRow>(
  'account.held-by',
  `select (select count(*)::int from approval_task t where t.user_id = u.id and t.state in ('open', 'waiting')) as tasks,
     (select count(*)::int from approval_substitute a where (a.principal_id = u.id or a.substitute_id = u.id) and a.revoked_at is null and a.ends_at > $2) as delegations,
     (select count(*)::int from saved_view v where v.owner_id = u.id and v.is_shared) as views,
     n.account, n.name_zh, n.name_en
   from app_user u left join lateral (
     select s.account, s.name_zh, s.name_en from app_user s where s.id in (u.successor_id, u.superior_id) and s.status = 'active'
     order by s.id is distinct from u.successor_id limit 1
   ) n on true where u.id = $1`,
)

const text = Type.Union([Type.String(), Type.Null()])

/** The effects that a resignation would have now. */
export const leavingRoute = defineRoute({
  method: 'POST',
  path: `${user.api}/leaving`,
  right: user.rights.view,
  summary: 'What goes to whom, and what ends, when a person leaves',
  mode: 'read',
  body: Type.Object({ id: Type.String({ maxLength: 20 }) }, { additionalProperties: false }),
  data: Type.Object({
    tasks: Type.Integer(),
    drafts: Type.Integer(),
    views: Type.Integer(),
    delegations: Type.Integer(),
    successorAccount: text,
    successorName: text,
  }),
  async handler(tx, context, { body }) {
    const { id } = await visibleRow(tx, context, user, body.id)
    const held = await tx.first(heldBy(Number(id), context.now))
    return {
      tasks: held?.tasks ?? 0,
      drafts: await countDrafts(tx, Number(id)),
      views: held?.views ?? 0,
      delegations: held?.delegations ?? 0,
      successorAccount: held?.account ?? null,
      successorName: (context.language === 'zh' ? held?.name_zh : held?.name_en) ?? null,
    }
  },
})
