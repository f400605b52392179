import { keptArray, prepared } from '#kernel/platform/db/statement.ts'
import type { InboxRecord } from './inbox-question.ts'

/** Since the current step began. */
export const urged = `exists (select from approval_act a where a.document_id = i.document_id and a.round = i.round and a.act = 'urge'
  and a.at >= coalesce((select min(o.created_at) from approval_task o
    where o.document_id = i.document_id and o.round = i.round and o.state = 'open'), 'infinity'))`

/** Columns of a row in a box; `page` has the keys of the rows as `p`, `user` is the owner of the box. */
export function shownSql(page: string, user: string): string {
  return `
      select p.task_id, i.document_id, i.round, i.document_type, i.scope_id, i.state, i.content_hash, i.summary,
        t.summary as task_summary, i.started_at, i.ended_at as instance_ended_at,
        jsonb_build_object('zh', d.name_zh, 'en', d.name_en) as drafter,
        jsonb_build_object('zh', s.name_zh, 'en', s.name_en) as organisation,
        t.kind, t.state as task_state, t.decision, t.created_at as task_created_at, t.ended_at as task_ended_at,
        t.remind_at, t.escalate_at, i.steps -> t.step -> 'name' as step_name,
        case when a.id is not null then jsonb_build_object('zh', a.name_zh, 'en', a.name_en) end as principal,
        h.holders, i.state = 'running' and ${urged} as is_urged, l.round as looked_round,
        c.created_at as copied_at, c.read_at, c.message, p.copy_id, i.document_id || '-' || i.round as form_instance_id,
        case when f.id is not null then jsonb_build_object('zh', f.name_zh, 'en', f.name_en) end as sender
      from ${page}
      join approval_instance i on i.document_id = p.document_id and i.round = p.round
      join app_user d on d.id = i.drafter_id
      left join organisation s on s.id = i.scope_id
      left join approval_task t on t.id = p.task_id
      left join app_user a on a.id = t.principal_id
      left join approval_copy c on c.id = p.copy_id
      left join app_user f on f.id = c.sender_id
      left join approval_read_receipt l on l.document_id = p.document_id and l.user_id = ${user}
      left join lateral (
        select jsonb_agg(jsonb_build_object('account', u.account, 'name', jsonb_build_object('zh', u.name_zh, 'en', u.name_en),
          'principal', case when g.id is not null then jsonb_build_object('zh', g.name_zh, 'en', g.name_en) end,
          'step', i.steps -> o.step -> 'name', 'since', o.created_at, 'remind_at', o.remind_at, 'escalate_at', o.escalate_at)
          order by o.id) as holders
        from approval_task o join app_user u on u.id = o.user_id left join app_user g on g.id = o.principal_id
        where o.document_id = i.document_id and o.round = i.round and o.state = 'open' and i.state = 'running') h on true`
}

/** The columns of each row, by key: the same text for every box, so that its plan is cached (decision 081). */
export const rowsByKeys = prepared<InboxRecord>(
  'approval.inbox-rows',
  `${shownSql(
    `unnest(${keptArray(1, 'bigint')}, ${keptArray(2, 'bigint')}, ${keptArray(3, 'bigint')}, ${keptArray(4, 'int')})
       with ordinality p (task_id, copy_id, document_id, round, place)`,
    '$5',
  )} order by p.place`,
)
