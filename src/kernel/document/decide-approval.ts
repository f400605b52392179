import { agentsFrom } from '#kernel/approval/agents.ts'
import { type Case, type InstanceRow, openCase } from '#kernel/approval/case.ts'
import { reassign, renew } from '#kernel/approval/clock-acts.ts'
import { finishCase } from '#kernel/approval/engine.ts'
import { formInstanceId } from '#kernel/approval/form-instance.ts'
import { agentRows, candidates, readPeople } from '#kernel/approval/people.ts'
import { addSigner, answer, delegate, removeSigner, transfer } from '#kernel/approval/asking.ts'
import type { Candidate, VerbInput } from '#kernel/approval/verb-input.ts'
import { agree, circulate, comment, reject, sendBack, terminate, urge } from '#kernel/approval/verbs.ts'
import { answerKey } from '#kernel/db/idempotency.ts'
import { approvalErrors } from '#kernel/errors/kernel-errors.ts'
import { required } from '#kernel/errors/errors.ts'
import { requireOccupied } from '#kernel/reserve/reserve-rules.ts'
import { attachToOpinion } from './action-files.ts'
import type { ActionReads, ActionRequest } from './action-reads.ts'
import { finishAction, tellOf } from './action-writes.ts'
import { headerOf } from './document-sql.ts'
import { actionOfEnd, isAside } from './kernel-actions.ts'
import { type Standing, standingOf } from './lessen.ts'
import { standingOfRound } from './lessen-act.ts'
import { readLines } from './lessen-sql.ts'
import { undoneReserve } from './reserve-writes.ts'
import type { Effects, HeadRow } from './server-document.ts'

type Approval = NonNullable<ActionReads['approval']>

/** Everything that is done to a running approval, by whom ever it may be done: the engine says what comes of it. */
export function decideApproval(
  request: ActionRequest,
  reads: ActionReads,
  head: HeadRow,
  facts: Record<string, unknown>,
  rows: unknown[][],
) {
  const approval = reads.approval!
  const instance = required(approval.instance(rows)[0], approvalErrors.notRunning())
  const named = candidates(approval.named?.(rows) ?? [])
  const agents = [...agentRows(approval.agents(rows)), ...agentRows(approval.named?.(rows) ?? [])]
  const the = openCase(instance, approval.tasks(rows), agentsFrom(agents), request.now)
  const round = standingOfRound(request, reads, head, facts, rows)
  perform(the, request, approval, instance, { named, lessen: round.lessen }, rows)
  const attached = attachToOpinion(request, reads.files?.(rows) ?? [], instance)
  const isOver = the.state !== 'running' && instance.state === 'running'
  const end = isOver && the.state !== 'running' ? actionOfEnd(request.definition, the.state) : null
  const stood = round.after(the, instance, end)
  const finished = finishCase(stood ? { ...the, instance: { ...the.instance, summary: stood.summary } } : the)
  // Who stands in for somebody acts for him.
  const task = the.before.get(request.command.taskId ?? '')
  const behalfOfId = task?.user_id === request.context.principal.userId ? task.principal_id : null
  const written = { ...finished, writes: [...attached, ...finished.writes, ...(stood?.writes ?? [])], behalfOfId }
  const next = approval.next(rows)[0]
  // Every decision for it, not only the last one: nobody is asked to stand by money that may not be there.
  if (request.command.action === 'approve') requireOccupied(reads.reserve?.(rows)[0], request.context)
  // A signer who is taken back may have been the last one asked.
  if (end === 'approve') requireOccupied(reads.reserve?.(rows)[0], request.context)
  const partial = {
    id: head.id,
    no: head.no,
    state: end === null ? head.state : request.definition.actions[end]!.to,
    formInstanceId: formInstanceId({ documentId: head.id, round: head.round }),
    templateCode: null,
    nextTask: next
      ? {
          taskId: next.id,
          formInstanceId: formInstanceId({ documentId: next.document_id, round: next.round }),
          docType: next.document_type,
        }
      : null,
  }
  if (isAside(request.command.action)) {
    const kept = { ...partial, version: head.version }
    const key = answerKey(request.context.principal.userId, request.key, JSON.stringify(kept))
    return { writes: [...written.writes, tellOf(request, head, written), key], answer: kept, ended: null }
  }
  const header = { ...headerOf(request.definition, head), ...stood?.header }
  if (end !== null && end !== 'approve') written.writes.push(...undoneReserve(request, reads, head, rows))
  const effects = end === null ? null : plannedEffects(request, reads, head, facts, rows, end, stood?.standing)
  return finishAction(request, head, valuesOf(head), header, partial.state, written, effects, partial, end ?? undefined)
}

/** What a decision posts when it is the document's: at the last approval, at a rejection. */
export function plannedEffects(
  request: ActionRequest,
  reads: ActionReads,
  head: HeadRow,
  facts: Record<string, unknown>,
  rows: unknown[][],
  end = request.command.action,
  approved: Standing = standingOf(readLines(reads.approval!.lines?.(rows) ?? [])),
): Effects | null {
  const subject = {
    id: head.id,
    no: head.no,
    round: head.round,
    header: headerOf(request.definition, head) as never,
    content: null,
    reservations: reads.approval!.reservations(rows),
    approved,
  }
  return request.document.plans[end]?.(subject, facts) ?? null
}

function valuesOf(head: HeadRow) {
  return {
    id: head.id,
    no: head.no,
    round: head.round,
    scopeId: head.scope_id,
    contentHash: head.content_hash,
    drafterId: head.drafter_id,
    createdAt: head.created_at,
    submittedAt: head.submitted_at,
    draft: head.draft ? JSON.stringify(head.draft) : null,
  }
}

function perform(
  the: Case,
  request: ActionRequest,
  approval: Approval,
  instance: InstanceRow,
  { named, lessen }: Pick<VerbInput, 'lessen'> & { readonly named: readonly Candidate[] },
  rows: unknown[][],
): void {
  const { command } = request
  const input = { ...inputOf(request, named), lessen }
  switch (command.action) {
    case 'approve':
      return agree(the, input)
    case 'reject':
      return reject(the, input)
    case 'return':
      return sendBack(the, input)
    case 'transfer':
      return transfer(the, input)
    case 'delegate':
      return delegate(the, input)
    case 'answer':
      return answer(the, input)
    case 'addSigner':
      return addSigner(the, input)
    case 'removeSigner':
      return removeSigner(the, input)
    case 'comment':
      return comment(the, input)
    case 'circulate': {
      const { round } = instance
      const readers = approval.readers?.(rows).filter((reader) => reader.round === round) ?? []
      return circulate(the, input, new Set(readers.map((reader) => reader.user_id)))
    }
    case 'urge':
      return urge(the, input, approval.urged?.(rows)[0]?.at ?? null, request.urgeHours)
    case 'terminate':
      return terminate(the, input)
    case 'reassign':
      return reassign(the, input.taskId, input.people[0], input.actorId, input.opinion)
    case 'renew': {
      const { renewed } = approval
      if (!renewed) throw new Error('the people of the step were not read')
      const found = readPeople(renewed.people(rows), instance.steps, renewed.wanted)
      const index = instance.steps.findIndex(({ key }) => key === input.toStep)
      return renew(the, input.toStep ?? '', found.steps[index]?.people ?? [], input.actorId, input.opinion)
    }
    default:
      throw new Error(`the engine does not know ${command.action}`)
  }
}

function inputOf({ command, context }: ActionRequest, named: readonly Candidate[]): VerbInput {
  const person = (field: string) => (account: string) =>
    required(
      named.find((candidate) => candidate.account === account),
      approvalErrors.noSuchPerson({ account }, { field }),
    )
  const chosen = Object.entries(command.chosen ?? {})
  return {
    actorId: context.principal.userId,
    taskId: command.taskId ?? '',
    opinion: command.opinion,
    contentHash: command.contentHash,
    people: (command.people ?? []).map(person('people')),
    position: command.position ?? 'before',
    toStep: command.toStep ?? null,
    files: command.files ?? [],
    chosen: new Map(chosen.map(([key, accounts]) => [key, accounts.map(person('chosen'))])),
  }
}
