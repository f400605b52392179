import { prepared } from '#kernel/platform/db/statement.ts'
import type { ActDetail, ActKind, StepTaskView } from './approval-wire.ts'

export interface ActRow {
  readonly account: string | null
  readonly name_zh: string | null
  readonly name_en: string | null
  readonly id: string
  readonly step: number | null
  readonly act: ActKind
  readonly opinion: string | null
  readonly at: Date
  readonly waited_since: Date | null
  readonly detail: ActDetail
  readonly principal_account: string | null
  readonly principal_zh: string | null
  readonly principal_en: string | null
}

export const actsOf = prepared<ActRow>(
  'approval.acts',
  `select a.id, a.step, a.act, a.opinion, a.at, a.waited_since, a.detail, u.account, u.name_zh, u.name_en,
     p.account as principal_account, p.name_zh as principal_zh, p.name_en as principal_en
   from approval_act a left join app_user u on u.id = a.actor_id left join app_user p on p.id = a.principal_id
   where a.document_id = $1 and a.round = $2 order by a.id`,
)

export interface OpenTaskRow {
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly id: string
  readonly step: number
  readonly user_id: number
  readonly kind: StepTaskView['kind']
  /** The person who asked. */
  readonly asker_id: number | null
  readonly state: 'open' | 'waiting'
  readonly created_at: Date
  readonly remind_at: Date | null
  readonly escalate_at: Date | null
  readonly principal_account: string | null
  readonly principal_zh: string | null
  readonly principal_en: string | null
}

export const openTasksOf = prepared<OpenTaskRow>(
  'approval.view-tasks',
  `select t.id, t.step, t.user_id, t.kind, t.state, a.user_id as asker_id, t.created_at, t.remind_at, t.escalate_at, u.account, u.name_zh, u.name_en,
     p.account as principal_account, p.name_zh as principal_zh, p.name_en as principal_en
   from approval_task t join app_user u on u.id = t.user_id left join app_user p on p.id = t.principal_id
     left join approval_task a on a.id = t.parent_id
   where t.document_id = $1 and t.round = $2 and t.state in ('open', 'waiting') order by t.id`,
)

export interface CopyRow {
  readonly message: string | null
  readonly created_at: Date
  readonly read_at: Date | null
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly sender_account: string | null
  readonly sender_zh: string | null
  readonly sender_en: string | null
}

export const copiesOf = prepared<CopyRow>(
  'approval.copies',
  `select c.message, c.created_at, c.read_at, u.account, u.name_zh, u.name_en,
     s.account as sender_account, s.name_zh as sender_zh, s.name_en as sender_en
   from approval_copy c join app_user u on u.id = c.user_id left join app_user s on s.id = c.sender_id
   where c.document_id = $1 and c.round = $2 order by c.id`,
)

/** The reader's saved unsent opinion; only for a current task. */
export const opinionKept = prepared<{ opinion: unknown; updated_at: Date }>(
  'approval.opinion-kept',
  `select variables -> 'opinion' as opinion, updated_at from approval_note where document_id = $1 and round = $2 and user_id = $3`,
)

export const templateName = prepared<{ name_zh: string; name_en: string }>(
  'approval.template-name',
  'select name_zh, name_en from approval_template where code = $1 and version = $2',
)
