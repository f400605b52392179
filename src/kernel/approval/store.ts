import { prepared } from '#kernel/db/statement.ts'
import type { ApprovalView } from './approval-wire.ts'
import type { Person, RouteStep, TemplateStep } from './route.ts'

export interface TemplateRow {
  readonly version: number
  readonly steps: readonly TemplateStep[]
}

/** The version that new instances start with: the newest. */
export const activeTemplate = prepared<TemplateRow>(
  'approval.active-template',
  'select version, steps from approval_template where code = $1 order by version desc limit 1',
)

interface HolderRow extends Omit<Person, 'name'> {
  readonly role: string
  readonly name_zh: string
  readonly name_en: string
}

/** Who holds the template's roles in an organisation ($2, its code) or above it. */
export const roleHolders = prepared<HolderRow>(
  'approval.role-holders',
  `with recursive line as (
     select id, parent_id from organisation where code = $2
     union all select o.id, o.parent_id from organisation o join line on o.id = line.parent_id
   ), wanted as (
     select distinct step -> 'who' ->> 'role' as role
     from (select steps from approval_template where code = $1 order by version desc limit 1) t, jsonb_array_elements(t.steps) step
   )
   select distinct r.role_code as role, u.id, u.account, u.name_zh, u.name_en
   from wanted join user_role r on r.role_code = wanted.role
   join line on line.id = r.organisation_id
   join app_user u on u.id = r.user_id and u.status = 'active'
   order by u.id`,
)

export function holdersByRole(rows: readonly HolderRow[]): Map<string, Person[]> {
  const holders = new Map<string, Person[]>()
  for (const row of rows) {
    const person = { id: row.id, account: row.account, name: { zh: row.name_zh, en: row.name_en } }
    holders.set(row.role, [...(holders.get(row.role) ?? []), person])
  }
  return holders
}

export interface InstanceRow {
  readonly document_id: string
  readonly round: number
  readonly document_type: string
  readonly template_code: string
  readonly template_version: number
  readonly state: ApprovalView['state']
  readonly drafter_id: number
  readonly scope_id: number
  readonly steps: readonly RouteStep[]
  readonly current_step: number | null
  readonly content_hash: string
  readonly started_at: Date
  readonly ended_at: Date | null
}

export const instanceOf = prepared<InstanceRow>(
  'approval.instance',
  `select document_id, round, document_type, template_code, template_version, state, drafter_id, scope_id, steps, current_step,
     content_hash, started_at, ended_at
   from approval_instance where document_id = $1 and round = $2`,
)

/** Which process version the flow was started under; only a flow of the new one can be closed (spec section 4). */
export const processOf = prepared<{ process: 'old' | 'new' }>(
  'approval.process',
  `select t.process from approval_instance i join approval_template t on t.code = i.template_code and t.version = i.template_version
   where i.document_id = $1 and i.round = $2`,
)

export interface TaskRow {
  readonly id: string
  readonly step: number
  readonly user_id: number
  readonly state: 'open' | 'done' | 'cancelled'
  readonly decision: 'agree' | 'reject' | null
  readonly summary: unknown
  readonly created_at: Date
}

export const tasksOf = prepared<TaskRow>(
  'approval.tasks',
  'select id, step, user_id, state, decision, summary, created_at from approval_task where document_id = $1 and round = $2 order by id',
)

export interface NextTaskRow {
  readonly id: string
  readonly document_id: string
  readonly round: number
  readonly document_type: string
}

/** The oldest task that waits for a person on another document: what opens after he has acted. */
export const nextTaskOf = prepared<NextTaskRow>(
  'approval.next-task',
  `select id, document_id, round, document_type from approval_task
   where user_id = $1 and state = 'open' and document_id <> $2 order by id limit 1`,
)

export const insertInstance = prepared(
  'approval.insert-instance',
  `insert into approval_instance (document_id, round, document_type, template_code, template_version, state, drafter_id, scope_id,
     variables, steps, current_step, content_hash, started_at, header, summary)
   values ($1, $2, $3, $4, $5, 'running', $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
)

/** The header as it was submitted in that round. */
export const headerOfRound = prepared<{ header: Readonly<Record<string, unknown>> | null }>(
  'approval.header-of-round',
  'select header from approval_instance where document_id = $1 and round = $2',
)

export const updateInstance = prepared(
  'approval.update-instance',
  `with touched as (
     update approval_instance set state = $3, steps = $4, current_step = $5, ended_at = $6
     where document_id = $1 and round = $2 and state = 'running' returning 1
   ) select must_touch((select count(*) from touched), 1)`,
)

export const insertTasks = prepared(
  'approval.insert-tasks',
  `insert into approval_task (document_id, round, document_type, step, user_id, state, summary, created_at)
   select $1, $2, $3, $4, u, 'open', $6, $7 from unnest($5::int[]) u`,
)

export const finishTask = prepared(
  'approval.finish-task',
  `with touched as (
     update approval_task set state = 'done', decision = $2, opinion = $3, ended_at = $4 where id = $1 and state = 'open' returning 1
   ) select must_touch((select count(*) from touched), 1)`,
)

/** The step is over: what nobody acted on in it is cancelled. */
export const cancelOpenTasks = prepared(
  'approval.cancel-tasks',
  `update approval_task set state = 'cancelled', ended_at = $3 where document_id = $1 and round = $2 and state = 'open'`,
)

export const insertAct = prepared(
  'approval.insert-act',
  `insert into approval_act (document_id, round, step, actor_id, act, opinion, content_hash, at, waited_since)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)
