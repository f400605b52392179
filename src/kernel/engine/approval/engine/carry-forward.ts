import { createHash } from 'node:crypto'
import { canonicalJson } from '#kernel/platform/audit/audit.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Approver, RouteStep, TemplateStep } from '../approval-route.ts'

// An approval of an earlier round is carried forward where the template names the facts it depends on and none of them changed.

type Values = Readonly<Record<string, unknown>>

/** Hash of each fact by name, as submitted; later rounds are compared with it. */
export type ApprovalFingerprint = Readonly<Record<string, string>>

/** The facts that a template's steps name: header fields, or a field of all lines in order. Null where none names any. */
export function approvalFingerprint(
  template: readonly Pick<TemplateStep, 'keep'>[],
  header: Values,
  lines: readonly Values[],
): ApprovalFingerprint | null {
  const names = new Set(template.flatMap(({ keep }) => (keep === undefined || keep === true ? [] : keep)))
  if (names.size === 0) return null
  const valueOf = (name: string) =>
    name in header ? (header[name] ?? null) : lines.map((line) => (line[name] ?? null) as unknown)
  const hash = (value: unknown) => createHash('sha256').update(canonicalJson(value)).digest('base64url')
  return Object.fromEntries([...names].map((name) => [name, hash(valueOf(name))]))
}

/** A decision of an earlier round, with the hashes of its facts. */
export interface EarlierDecision {
  readonly round: number
  readonly content_hash: string
  readonly fingerprint: ApprovalFingerprint | null
  /** Key of the step, and how that step ended. */
  readonly key: string
  readonly status: RouteStep['status']
  readonly user_id: number
  readonly principal_id: number | null
  readonly decision: 'agree' | 'reject' | 'return'
  readonly voided: boolean
  readonly act_id: string | null
  readonly at: Date
}

/** All earlier decisions on a document, the oldest first; read together with the submit's own reads. */
export const earlierDecisions = prepared<EarlierDecision>(
  'approval.earlier-decisions',
  `select t.round, i.content_hash, i.fingerprint, i.steps -> t.step ->> 'key' as key, i.steps -> t.step ->> 'status' as status,
     t.user_id, t.principal_id, t.decision, t.voided, t.ended_at as at,
     (select a.id from approval_act a where a.document_id = t.document_id and a.round = t.round and a.task_id = t.id and a.act = 'agree'
       order by a.id desc limit 1) as act_id
   from approval_task t join approval_instance i on i.document_id = t.document_id and i.round = t.round
   where t.document_id = $1 and t.decision in ('agree', 'reject', 'return') order by t.round, t.ended_at, t.id`,
)

/** The earlier round that a new one is compared with. */
export interface Resubmission {
  readonly facts: ApprovalFingerprint | null
  readonly contentHash: string
  readonly earlier: readonly EarlierDecision[]
}

/** The people whose approval of a step is carried forward, and the acts concerned. */
export interface CarriedApproval {
  readonly people: readonly Approver[]
  readonly acts: readonly { readonly round: number; readonly actId: string | null; readonly at: string }[]
}

/**
 * Steps whose approval of an earlier round is carried forward, by key. Only current people count: those who no longer
 * hold the role, or have rejected or returned the document since, are asked again. Somebody must see every submission:
 * where nobody would be left to ask, the last of these steps is asked all the same.
 */
export function carriedApprovals(
  steps: readonly RouteStep[],
  again: Resubmission | null,
): Map<string, CarriedApproval> {
  const standing = new Map<string, CarriedApproval>()
  if (!again || again.earlier.length === 0) return standing
  for (const step of steps) {
    const found = step.status === 'future' && step.keep !== undefined ? standingOf(step, again) : null
    if (found) standing.set(step.key, found)
  }
  for (const key of [...standing.keys()].toReversed()) {
    if (isSomebodyAsked(steps, standing)) break
    standing.delete(key)
  }
  return standing
}

function isSomebodyAsked(steps: readonly RouteStep[], standing: ReadonlyMap<string, CarriedApproval>): boolean {
  const heard = new Set([...standing.values()].flatMap(({ people }) => people.map(({ id }) => id)))
  return steps.some(
    (step) =>
      step.status === 'future' &&
      !standing.has(step.key) &&
      // People who are chosen during the approval are not known yet.
      (step.people.length === 0 || step.people.some(({ id }) => !heard.has(id))),
  )
}

function standingOf(step: RouteStep, again: Resubmission): CarriedApproval | null {
  const agreed = step.people.flatMap((person) => {
    const act = agreementOf(person.id, step, again)
    return act ? [{ person, act }] : []
  })
  if (!isEnough(step, agreed.length)) return null
  return {
    people: agreed.map(({ person }) => person),
    acts: agreed.map(({ act }) => ({ round: act.round, actId: act.act_id, at: act.at.toISOString() })),
  }
}

/** Whether as many agreed as the step would need today. */
function isEnough({ mode, share, people }: RouteStep, agreed: number): boolean {
  if (agreed === 0) return false
  if (mode === 'any') return true
  return mode === 'share' ? agreed * 100 >= (share ?? 100) * people.length : agreed === people.length
}

/** The person's latest decision, if it was an agreement to this step, the step was passed, and its facts are unchanged. */
function agreementOf(personId: number, step: RouteStep, { earlier, facts, contentHash }: Resubmission) {
  // A voided decision still counts as the latest: the person returned the document, or a return required a new decision.
  const last = earlier.findLast((row) => row.user_id === personId || row.principal_id === personId)
  if (!last || last.voided || last.decision !== 'agree' || last.key !== step.key || last.status !== 'done') return null
  if ((last.principal_id ?? last.user_id) !== personId) return null
  const isSame =
    step.keep === true
      ? last.content_hash === contentHash
      : (step.keep ?? []).every((name) => facts?.[name] !== undefined && last.fingerprint?.[name] === facts[name])
  return isSame ? last : null
}
