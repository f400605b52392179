import { substitutesFrom } from '#kernel/engine/approval/substitutes.ts'
import {
  type RunningApproval,
  type InstanceRow,
  openApproval,
} from '#kernel/engine/approval/engine/running-approval.ts'
import { reassign, renew } from '#kernel/engine/approval/engine/deadlines.ts'
import { finishCase } from '#kernel/engine/approval/engine/engine.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { substituteRows, candidates, readPeople } from '#kernel/engine/approval/people.ts'
import { addSigner, answer, delegate, removeSigner, transfer } from '#kernel/engine/approval/engine/delegation.ts'
import type { Candidate, VerbInput } from '#kernel/engine/approval/engine/verb-input.ts'
import { agree, circulate, comment, reject, sendBack, terminate, urge } from '#kernel/engine/approval/engine/verbs.ts'
import { answerKey } from '#kernel/platform/db/idempotency.ts'
import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { stateAfter } from '#kernel/engine/definition/state-after.ts'
import { requireOccupied } from '#kernel/engine/reserve/reserve-rules.ts'
import { attachToOpinion } from './action-files.ts'
import type { ActionReads, ActionRequest } from './action-reads.ts'
import { finishAction, headValuesOf, outboxEvent } from './action-writes.ts'
import { headerOf } from '../document-sql.ts'
import { actionOfEnd, isAside } from '../kernel-actions.ts'
import { type ApprovedAmounts, approvedAmountsOf } from './partial-approval.ts'
import { standingOfRound } from './partial-approval-act.ts'
import { readLines } from './partial-approval-sql.ts'
import { undoneReserve } from './reserve-writes.ts'
import type { Postings, HeadRow } from '../server-document.ts'

type Approval = NonNullable<ActionReads['approval']>

/** Every act on a running approval, by whoever may do it: the engine decides the outcome. */
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
  const substitutes = [...substituteRows(approval.substitutes(rows)), ...substituteRows(approval.named?.(rows) ?? [])]
  const running = openApproval(instance, approval.tasks(rows), substitutesFrom(substitutes), request.now)
  const round = standingOfRound(request, reads, head, facts, rows)
  if (request.command.action === 'approve') refuseStep(request, running, instance, facts)
  perform(running, request, approval, instance, { named, reduce: round.reduce }, rows)
  const attached = attachToOpinion(request, reads.files?.(rows) ?? [], instance)
  const isOver = running.state !== 'running' && instance.state === 'running'
  const end = isOver && running.state !== 'running' ? actionOfEnd(request.definition, running.state) : null
  const stood = round.after(running, instance, end)
  const finished = finishCase(
    stood ? { ...running, instance: { ...running.instance, summary: stood.summary } } : running,
  )
  // A substitute acts for the principal.
  const task = running.before.get(request.command.taskId ?? '')
  const behalfOfId = task?.user_id === request.context.principal.userId ? task.principal_id : null
  const written = { ...finished, writes: [...attached, ...finished.writes, ...(stood?.writes ?? [])], behalfOfId }
  const next = approval.next(rows)[0]
  // Required for every agreement, not only the last: nobody is asked to approve money that may not be reserved.
  if (request.command.action === 'approve') requireOccupied(reads.reserve?.(rows)[0], request.context)
  // A removed signer may have been the last one asked.
  if (end === 'approve') requireOccupied(reads.reserve?.(rows)[0], request.context)
  const partial = {
    id: head.id,
    no: head.no,
    state: end === null ? head.state : stateAfter(request.definition.actions[end]!, headerOf(request.definition, head)),
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
    return { writes: [...written.writes, outboxEvent(request, head, written), key], answer: kept, ended: null }
  }
  const header = { ...headerOf(request.definition, head), ...stood?.header }
  if (end !== null && end !== 'approve') written.writes.push(...undoneReserve(request, reads, head, rows))
  const effects = end === null ? null : plannedEffects(request, reads, head, facts, rows, end, stood?.standing)
  return finishAction(
    request,
    head,
    headValuesOf(head),
    header,
    partial.state,
    written,
    effects,
    partial,
    end ?? undefined,
  )
}

/** Something that has to be there before the people of a step agree is missing. */
function refuseStep(
  { command, document }: ActionRequest,
  running: RunningApproval,
  instance: InstanceRow,
  facts: Record<string, unknown>,
): void {
  const step = instance.steps[running.before.get(command.taskId ?? '')?.step ?? -1]
  const refusals = (step && document.checkStep?.[step.key]?.(facts)) ?? []
  if (refusals.length > 0) throw new Refused(refusals)
}

/** Postings of a final decision: at the last approval, at a rejection. */
export function plannedEffects(
  request: ActionRequest,
  reads: ActionReads,
  head: HeadRow,
  facts: Record<string, unknown>,
  rows: unknown[][],
  end = request.command.action,
  approved: ApprovedAmounts = approvedAmountsOf(readLines(reads.approval!.lines?.(rows) ?? [])),
): Postings | null {
  const subject = {
    id: head.id,
    no: head.no,
    round: head.round,
    header: headerOf(request.definition, head),
    content: null,
    input: null,
    reservations: reads.approval!.reservations(rows),
    approved,
  }
  return request.document.plans[end]?.(subject, facts) ?? null
}

function perform(
  running: RunningApproval,
  request: ActionRequest,
  approval: Approval,
  instance: InstanceRow,
  { named, reduce }: Pick<VerbInput, 'reduce'> & { readonly named: readonly Candidate[] },
  rows: unknown[][],
): void {
  const { command } = request
  const input = { ...inputOf(request, named), reduce }
  switch (command.action) {
    case 'approve':
      return agree(running, input)
    case 'reject':
      return reject(running, input)
    case 'return':
      return sendBack(running, input)
    case 'transfer':
      return transfer(running, input)
    case 'delegate':
      return delegate(running, input)
    case 'answer':
      return answer(running, input)
    case 'addSigner':
      return addSigner(running, input)
    case 'removeSigner':
      return removeSigner(running, input)
    case 'comment':
      return comment(running, input)
    case 'circulate': {
      const { round } = instance
      const readers = approval.readers?.(rows).filter((reader) => reader.round === round) ?? []
      return circulate(running, input, new Set(readers.map((reader) => reader.user_id)))
    }
    case 'urge':
      return urge(running, input, approval.urged?.(rows)[0]?.at ?? null, request.urgeHours)
    case 'terminate':
      return terminate(running, input)
    case 'reassign':
      return reassign(running, input.taskId, input.people[0], input.actorId, input.opinion)
    case 'renew': {
      const { renewed } = approval
      if (!renewed) throw new Error('the people of the step were not read')
      const found = readPeople(renewed.people(rows), instance.steps, renewed.wanted)
      const index = instance.steps.findIndex(({ key }) => key === input.toStep)
      return renew(running, input.toStep ?? '', found.steps[index]?.people ?? [], input.actorId, input.opinion)
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
