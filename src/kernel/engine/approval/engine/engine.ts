import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { substitutesFrom } from '../substitutes.ts'
import {
  type ApprovalState,
  type RunningApproval,
  changeOf,
  openApproval,
  record,
  type TaskSummary,
} from './running-approval.ts'
import { type Resubmission, type CarriedApproval, carriedApprovals } from './carry-forward.ts'
import type { NotificationIntent } from '#kernel/platform/outbox/notification-intent.ts'
import type { FoundPeople } from '../people.ts'
import { resolveRoute, type Variables } from '../approval-route.ts'
import { openFrom } from './stages.ts'
import { type TemplateRow, writesOf } from '../store.ts'

export interface ApprovalStart {
  readonly documentId: string
  readonly round: number
  readonly documentType: string
  readonly templateCode: string
  readonly template: TemplateRow | undefined
  readonly found: FoundPeople
  readonly variables: Variables
  readonly drafterId: number
  readonly scopeId: number
  readonly contentHash: string
  readonly summary: TaskSummary
  /** The submitted header: what a link to this round shows, whatever becomes of the document. */
  readonly header: Readonly<Record<string, unknown>>
  readonly language: Language
  readonly now: Date
  /** What was decided in earlier rounds, and the facts of this one. */
  readonly again?: Resubmission | null
}

/** What an act of an approval writes, for whom a task came or went with it, and who is told of what. */
export interface ApprovalWrites {
  readonly writes: readonly Statement[]
  readonly inboxOf: readonly number[]
  readonly notices: readonly NotificationIntent[]
  readonly state: ApprovalState
}

/** A new approval with its first stage open. Refused where nobody could approve. */
export function startCase(start: ApprovalStart): RunningApproval {
  const { template, found, now } = start
  if (!template) throw new Refused(approvalErrors.templateMissing({ template: start.templateCode }))
  const resolution = {
    template: template.steps,
    variables: start.variables,
    found: found.steps,
    administrators: found.administrators,
    drafterId: start.drafterId,
    language: start.language,
  }
  const asked = resolveRoute(resolution)
  if (asked.refusals.length > 0) throw new Refused(asked.refusals)
  const standing = carriedApprovals(asked.steps, start.again ?? null)
  const route = standing.size > 0 ? resolveRoute({ ...resolution, kept: standing }) : asked
  const instance = {
    document_id: start.documentId,
    round: start.round,
    document_type: start.documentType,
    drafter_id: start.drafterId,
    content_hash: start.contentHash,
    summary: start.summary,
    state: 'running' as const,
    steps: route.steps,
  }
  const approval = openApproval(instance, [], substitutesFrom(found.substitutes), now)
  record(approval, { act: 'submit', actorId: start.drafterId, opinion: null })
  for (const [step, { skip }] of route.steps.entries()) if (skip === 'kept') recordKept(approval, step, standing)
  openFrom(approval, 0)
  if (approval.state === 'running') return approval
  // Whoever was left to ask has been heard in what stands: then nothing stands, for somebody sees every submission.
  if (standing.size > 0) return startCase({ ...start, again: null })
  throw new Error('a resolved route without an open step')
}

/** Whose earlier approval stands is who has been heard: nobody else of the step, and he in no later one. */
function recordKept(approval: RunningApproval, index: number, standing: ReadonlyMap<string, CarriedApproval>): void {
  const step = approval.steps[index]!
  const { people, acts } = standing.get(step.key)!
  approval.steps[index] = { ...step, people, ...(people.length < step.people.length ? { all: step.people } : {}) }
  record(approval, { act: 'keep', step: index, actorId: null, opinion: null, detail: { people, keeps: acts } })
}

/** The writes that start an instance, as part of the submit's own transaction. */
export function startApproval(start: ApprovalStart): ApprovalWrites {
  const approval = startCase(start)
  const change = changeOf(approval)
  const writes = writesOf(approval, change, {
    templateCode: start.templateCode,
    templateVersion: start.template!.version,
    scopeId: start.scopeId,
    variables: start.variables,
    header: start.header,
    fingerprint: start.again?.facts ?? null,
  })
  return { writes, inboxOf: change.inboxOf, notices: change.notices, state: change.state }
}

/** What an act did to a case, as statements. */
export function finishCase(approval: RunningApproval): ApprovalWrites {
  const change = changeOf(approval)
  return { writes: writesOf(approval, change), inboxOf: change.inboxOf, notices: change.notices, state: change.state }
}
