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
  /** The submitted header, which a link to this round shows, whatever happens to the document later. */
  readonly header: Readonly<Record<string, unknown>>
  readonly language: Language
  readonly now: Date
  /** Decisions of earlier rounds, and the facts of this one. */
  readonly again?: Resubmission | null
}

/** The writes of an act, the people whose tasks changed, and the notifications. */
export interface ApprovalWrites {
  readonly writes: readonly Statement[]
  readonly inboxOf: readonly number[]
  readonly notices: readonly NotificationIntent[]
  readonly state: ApprovalState
}

/** Starts an approval with its first stage open. Refused where nobody could approve. */
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
  // Everybody left to ask has been heard in carried approvals: then nothing is carried, because somebody must see every submission.
  if (standing.size > 0) return startCase({ ...start, again: null })
  throw new Error('a resolved route without an open step')
}

/** A person with a carried approval counts as heard: nobody else of the step is asked, and they are asked in no later step. */
function recordKept(approval: RunningApproval, index: number, standing: ReadonlyMap<string, CarriedApproval>): void {
  const step = approval.steps[index]!
  const { people, acts } = standing.get(step.key)!
  approval.steps[index] = { ...step, people, ...(people.length < step.people.length ? { all: step.people } : {}) }
  record(approval, { act: 'keep', step: index, actorId: null, opinion: null, detail: { people, keeps: acts } })
}

/** The writes that start an instance, in the submit's own transaction. */
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

/** The changes of an act as statements. */
export function finishCase(approval: RunningApproval): ApprovalWrites {
  const change = changeOf(approval)
  return { writes: writesOf(approval, change), inboxOf: change.inboxOf, notices: change.notices, state: change.state }
}
