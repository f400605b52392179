import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool } from '#kernel/platform/db/tx.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { runSystemAct, type SystemAct } from '#kernel/engine/document/action/system-act.ts'
import { mayDecide } from '#kernel/engine/approval/people.ts'

/** Each act is one transaction under its document's lock: a killed job leaves the rest to the next minute. */
export interface ClockServices {
  readonly pool: TransactionPool
  readonly documents: readonly ServerDocument[]
  /** The clock for limits and absences. */
  readonly now: () => Date
  /** Tasks that are listed at a time. */
  readonly batch?: number
}

interface DueRow {
  readonly id: string
  readonly document_id: string
  readonly round: number
  readonly document_type: string
}

const COLUMNS = 't.id, t.document_id, t.round, t.document_type'
const BATCH = 1000
/**
 * A task whose act is refused stays due, so each run goes through all of them from the last one seen ($2) on: starting
 * at the oldest every time would never reach the later ones.
 */
const ONWARD = 'order by t.id limit $3'

/** The organisation of approval `i` and those above it. */
const UP = `with recursive up as (
      select id, parent_id from organisation where id = i.scope_id
      union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id
    )`
/** Whether the substitute of absence `a` may still decide approval `i`; $4 are the rights to decide, by type. */
const ABLE = `exists (select from app_user g where g.id = a.substitute_id and g.status = 'active'
      and ${mayDecide('g.id', '($4::jsonb ->> i.document_type)')})
    and exists (${UP} select from user_role h join up on up.id = h.organisation_id where h.user_id = a.substitute_id)`
/** Whether absence `a` covers approval `i`: its type, its organisation, up to its amount. */
const ABOUT = `(a.document_types is null or i.document_type = any (a.document_types))
  and (a.amount_limit is null or (i.currency = a.currency and abs(i.amount) <= a.amount_limit))
  and (a.organisation_id is null or exists (${UP} select from up where up.id = a.organisation_id))`
const IN_FORCE = 'a.revoked_at is null and a.starts_at <= $1 and a.ends_at > $1'

/** Queries of due tasks by kind; each reads a partial index over open ones only. */
const DUE: Readonly<Record<SystemAct['kind'], ReturnType<typeof prepared<DueRow>>>> = {
  // Absences come first, so that limits then apply to the current assignee. Substitutes who left or lost the right also come first.
  handBack: prepared(
    'approval.due-hand-back',
    `select ${COLUMNS} from approval_task t join approval_instance i on i.document_id = t.document_id and i.round = t.round
     where t.principal_id is not null and t.state = 'open' and not exists (
       select from approval_substitute a where a.principal_id = t.principal_id and a.substitute_id = t.user_id and ${IN_FORCE} and ${ABOUT} and ${ABLE})
     and t.id > $2 ${ONWARD}`,
  ),
  handOver: prepared(
    'approval.due-hand-over',
    `select distinct ${COLUMNS} from approval_substitute a join approval_task t on t.user_id = a.principal_id and t.state = 'open'
       and t.principal_id is null
     join approval_instance i on i.document_id = t.document_id and i.round = t.round
     where ${IN_FORCE} and ${ABOUT} and ${ABLE} and i.drafter_id <> a.substitute_id and t.id > $2 ${ONWARD}`,
  ),
  // The time is over entirely: a reminder would add nothing.
  remind: prepared(
    'approval.due-remind',
    `select ${COLUMNS} from approval_task t where t.state = 'open' and t.reminded_at is null and t.remind_at <= $1
       and (t.escalate_at is null or t.escalate_at > $1)
       and t.id > $2 ${ONWARD}`,
  ),
  escalate: prepared(
    'approval.due-escalate',
    `select ${COLUMNS} from approval_task t where t.state = 'open' and t.escalated_at is null and t.escalate_at <= $1
       and t.id > $2 ${ONWARD}`,
  ),
}

const KINDS = ['handBack', 'handOver', 'remind', 'escalate'] as const

export interface ClockRun {
  /** Number of tasks acted on. */
  readonly acts: number
  /** Errors of single tasks; the others were acted on all the same. */
  readonly failures: readonly Error[]
}

/**
 * The clock's acts on running approvals, every minute: moves tasks of absent people to their substitutes and back, reminds, escalates. Safe
 * in parallel with other processes and after a kill: work already done is noticed under the lock.
 */
export async function runApprovalClock({ pool, documents, now, batch = BATCH }: ClockServices): Promise<ClockRun> {
  const byName = new Map(documents.map((document) => [document.definition.name, document]))
  const rights = JSON.stringify(
    Object.fromEntries(
      documents.map(({ definition }) => [definition.name, definition.actions['approve']?.right ?? null]),
    ),
  )
  let acts = 0
  const failures: Error[] = []
  for (const kind of KINDS) {
    const at = now()
    for (let after: string | null = '0'; after !== null;) {
      const values = [at, after, batch, ...(kind === 'handBack' || kind === 'handOver' ? [rights] : [])]
      const due: readonly DueRow[] = await reading(pool, (tx) => tx.rows(DUE[kind](...values)))
      for (const { id, document_id, round, document_type } of due) {
        const document = byName.get(document_type)
        if (!document) continue
        try {
          const act = { kind, documentId: document_id, round, taskId: id }
          if (await runSystemAct({ pool, now }, document, act)) acts += 1
        } catch (error) {
          failures.push(error as Error)
        }
      }
      after = due.length < batch ? null : due.at(-1)!.id
    }
  }
  return { acts, failures }
}
