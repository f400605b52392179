import { approvalErrors } from '#kernel/errors/kernel-errors.ts'
import { Refused } from '#kernel/errors/errors.ts'
import type { Statement } from '#kernel/db/statement.ts'
import type { Language } from '#kernel/i18n/language.ts'
import { agentsFrom } from './agents.ts'
import { type ApprovalState, type Case, changeOf, openCase, record, type TaskSummary } from './case.ts'
import { type Resubmission, type Standing, standingApprovals } from './keep.ts'
import type { Notice } from '#kernel/outbox/notice.ts'
import type { FoundPeople } from './people.ts'
import { resolveRoute, type Variables } from './route.ts'
import { openFrom } from './stages.ts'
import { type TemplateRow, writesOf } from './store.ts'

export interface Start {
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
  readonly notices: readonly Notice[]
  readonly state: ApprovalState
}

/** A new approval with its first stage open. Refused where nobody could approve. */
export function startCase(start: Start): Case {
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
  const standing = standingApprovals(asked.steps, start.again ?? null)
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
  const the = openCase(instance, [], agentsFrom(found.agents), now)
  record(the, { act: 'submit', actorId: start.drafterId, opinion: null })
  for (const [step, { skip }] of route.steps.entries()) if (skip === 'kept') recordKept(the, step, standing)
  openFrom(the, 0)
  if (the.state === 'running') return the
  // Whoever was left to ask has been heard in what stands: then nothing stands, for somebody sees every submission.
  if (standing.size > 0) return startCase({ ...start, again: null })
  throw new Error('a resolved route without an open step')
}

/** Whose earlier approval stands is who has been heard: nobody else of the step, and he in no later one. */
function recordKept(the: Case, index: number, standing: ReadonlyMap<string, Standing>): void {
  const step = the.steps[index]!
  const { people, acts } = standing.get(step.key)!
  the.steps[index] = { ...step, people, ...(people.length < step.people.length ? { all: step.people } : {}) }
  record(the, { act: 'keep', step: index, actorId: null, opinion: null, detail: { people, keeps: acts } })
}

/** The writes that start an instance, as part of the submit's own transaction. */
export function startApproval(start: Start): ApprovalWrites {
  const the = startCase(start)
  const change = changeOf(the)
  const writes = writesOf(the, change, {
    templateCode: start.templateCode,
    templateVersion: start.template!.version,
    scopeId: start.scopeId,
    variables: start.variables,
    header: start.header,
    keptFacts: start.again?.facts ?? null,
  })
  return { writes, inboxOf: change.inboxOf, notices: change.notices, state: change.state }
}

/** What an act did to a case, as statements. */
export function finishCase(the: Case): ApprovalWrites {
  const change = changeOf(the)
  return { writes: writesOf(the, change), inboxOf: change.inboxOf, notices: change.notices, state: change.state }
}
