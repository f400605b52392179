import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type {
  RecordedAct,
  RunningApproval,
  ApprovalChange,
  InstanceRow,
  ApprovalTask,
  TaskRow,
} from './engine/running-approval.ts'
import type { ApprovalFingerprint } from './engine/carry-forward.ts'
import type { TemplateStep } from './approval-route.ts'

export interface TemplateRow {
  readonly version: number
  readonly steps: readonly TemplateStep[]
  readonly name_zh: string
  readonly name_en: string
}

/** The version that new instances start with: the newest. */
export const activeTemplate = prepared<TemplateRow>(
  'approval.active-template',
  'select version, steps, name_zh, name_en from approval_template where code = $1 order by version desc limit 1',
)

export const instanceOf = prepared<InstanceRow>(
  'approval.instance',
  `select document_id, round, document_type, template_code, template_version, state, drafter_id, scope_id, steps, current_step,
     content_hash, started_at, ended_at, summary
   from approval_instance where document_id = $1 and round = $2`,
)

export const tasksOf = prepared<TaskRow>(
  'approval.tasks',
  `select id, step, user_id, principal_id, kind, parent_id, state, decision, voided, created_at, reminded_at, escalated_at
   from approval_task where document_id = $1 and round = $2 order by id`,
)

/** The process version that the flow was started under; only a flow of the new one can be closed (spec section 4). */
export const processOf = prepared<{ process: 'old' | 'new' }>(
  'approval.process',
  `select t.process from approval_instance i join approval_template t on t.code = i.template_code and t.version = i.template_version
   where i.document_id = $1 and i.round = $2`,
)

export interface NextTaskRow {
  readonly id: string
  readonly document_id: string
  readonly round: number
  readonly document_type: string
}

/** The oldest waiting task of a person on another document; the page opens it after a decision. */
export const nextTaskOf = prepared<NextTaskRow>(
  'approval.next-task',
  `select id, document_id, round, document_type from approval_task
   where user_id = $1 and state = 'open' and document_id <> $2 order by id limit 1`,
)

/** When the drafter last urged. */
export const lastUrge = prepared<{ at: Date | null }>(
  'approval.last-urge',
  `select max(at) as at from approval_act where document_id = $1 and round = $2 and act = 'urge'`,
)

/** People with a copy of a document: everyone of its rounds may read it. */
export const readersOf = prepared<{ user_id: number; round: number }>(
  'approval.readers',
  'select user_id, round from approval_copy where document_id = $1',
)

/** The header as it was submitted in that round. */
export const headerOfRound = prepared<{ header: Readonly<Record<string, unknown>> | null }>(
  'approval.header-of-round',
  'select header from approval_instance where document_id = $1 and round = $2',
)

const insertInstance = prepared(
  'approval.insert-instance',
  `insert into approval_instance (document_id, round, document_type, template_code, template_version, state, drafter_id, scope_id,
     variables, steps, current_step, content_hash, started_at, header, summary, fingerprint)
   values ($1, $2, $3, $4, $5, 'running', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
)

/**
 * Only running approvals. The condition is on the missing end: the index of 'running' covers only those, and with
 * statistics from a quiet hour the planner would choose it and read all of it, however many wait by then.
 */
const updateInstance = prepared(
  'approval.update-instance',
  `with touched as (
     update approval_instance set state = $3, steps = $4, current_step = $5, ended_at = $6
     where document_id = $1 and round = $2 and ended_at is null returning 1
   ) select must_touch((select count(*) from touched), 1)`,
)

const insertTasks = prepared(
  'approval.insert-tasks',
  `insert into approval_task (document_id, round, document_type, step, user_id, principal_id, kind, parent_id, state, summary, created_at,
     remind_at, escalate_at)
   select $1, $2, $3, t.step, t.user_id, t.principal_id, t.kind, t.parent_id, t.state, $4, $5, t.remind_at, t.escalate_at
   from jsonb_to_recordset($6::jsonb) t (step int, user_id int, principal_id int, kind text, parent_id bigint, state text,
     remind_at timestamptz, escalate_at timestamptz)`,
)

/** Each task must still be in the state that was read: the document's lock guarantees it, and this checks it. */
const changeTasks = prepared(
  'approval.change-tasks',
  `with change as (
     select * from jsonb_to_recordset($3::jsonb) c (id bigint, was text, state text, decision text, opinion text, voided boolean,
       user_id int, principal_id int, reminded_at timestamptz, escalated_at timestamptz)
   ), touched as (
     update approval_task t set state = c.state, decision = c.decision, opinion = coalesce(c.opinion, t.opinion), voided = c.voided,
       user_id = c.user_id, principal_id = c.principal_id, reminded_at = c.reminded_at, escalated_at = c.escalated_at,
       ended_at = case when c.state in ('done', 'cancelled') then coalesce(t.ended_at, $4) end
     from change c where t.id = c.id and t.document_id = $1 and t.round = $2 and t.state = c.was returning 1
   ) select must_touch((select count(*) from touched), $5)`,
)

const insertActs = prepared(
  'approval.insert-acts',
  `insert into approval_act (document_id, round, step, task_id, actor_id, principal_id, act, opinion, content_hash, at, waited_since, detail)
   select $1, $2, a.step, a."taskId", a."actorId", a."principalId", a.act, a.opinion, $3, $4, a."waitedSince", a.detail
   from jsonb_array_elements($5::jsonb) with ordinality e (value, ord),
     jsonb_to_record(e.value) a (step int, "taskId" bigint, "actorId" int, "principalId" int, act text, opinion text,
       "waitedSince" timestamptz, detail jsonb)
   order by e.ord`,
)

/** A person who already has a copy keeps it. */
const insertCopies = prepared(
  'approval.insert-copies',
  `insert into approval_copy (document_id, round, user_id, sender_id, message, created_at)
   select $1, $2, c."userId", c."senderId", c.message, $3
   from jsonb_to_recordset($4::jsonb) c ("userId" int, "senderId" int, message text) on conflict do nothing`,
)

/** Data stored with a starting approval besides its route. */
export interface NewInstance {
  readonly templateCode: string
  readonly templateVersion: number
  readonly scopeId: number
  readonly variables: unknown
  readonly header: unknown
  /** The content that later rounds are compared with. */
  readonly fingerprint: ApprovalFingerprint | null
}

/** A change as statements: the instance first, then the rows that refer to it. */
export function writesOf(
  approval: RunningApproval,
  change: ApprovalChange,
  start: NewInstance | null = null,
): Statement[] {
  const { document_id: id, round, document_type: type, drafter_id: drafter, content_hash: hash } = approval.instance
  const steps = JSON.stringify(change.steps)
  const summary = JSON.stringify(approval.instance.summary)
  const writes: Statement[] = []
  if (start) {
    const { templateCode, templateVersion, scopeId, variables, header, fingerprint } = start
    const [given, kept] = [JSON.stringify(variables), JSON.stringify(header)]
    writes.push(
      insertInstance(
        id,
        round,
        type,
        templateCode,
        templateVersion,
        drafter,
        scopeId,
        given,
        steps,
        change.currentStep,
        hash,
        approval.now,
        kept,
        summary,
        fingerprint && JSON.stringify(fingerprint),
      ),
    )
  } else if (change.isInstanceChanged) {
    const ended = change.state === 'running' ? null : approval.now
    writes.push(updateInstance(id, round, change.state, steps, change.currentStep, ended))
  }
  if (change.changed.length > 0) {
    const changed = change.changed.map((task) => changedTask(approval, task))
    writes.push(changeTasks(id, round, JSON.stringify(changed), approval.now, changed.length))
  }
  if (change.opened.length > 0)
    writes.push(insertTasks(id, round, type, summary, approval.now, JSON.stringify(change.opened.map(newTask))))
  if (change.acts.length > 0)
    writes.push(insertActs(id, round, hash, approval.now, JSON.stringify(change.acts satisfies readonly RecordedAct[])))
  if (change.copies.length > 0) writes.push(insertCopies(id, round, approval.now, JSON.stringify(change.copies)))
  return writes
}

function changedTask(approval: RunningApproval, task: ApprovalTask) {
  const { id, state, decision, opinion, voided, user_id, principal_id, reminded_at, escalated_at } = task
  return {
    id,
    was: approval.before.get(id)?.state,
    state,
    decision,
    opinion,
    voided,
    user_id,
    principal_id,
    reminded_at,
    escalated_at,
  }
}

function newTask({ step, user_id, principal_id, kind, parent_id, state, remindAt, escalateAt }: ApprovalTask) {
  return { step, user_id, principal_id, kind, parent_id, state, remind_at: remindAt, escalate_at: escalateAt }
}
