import { NO_SUBSTITUTES } from '#kernel/engine/approval/substitutes.ts'
import { type InstanceRow, openApproval, type TaskRow } from '#kernel/engine/approval/engine/running-approval.ts'
import { type ApprovalWrites, finishCase, startApproval } from '#kernel/engine/approval/engine/engine.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { approvalFingerprint } from '#kernel/engine/approval/engine/carry-forward.ts'
import type { NotificationIntent } from '#kernel/platform/outbox/notification-intent.ts'
import { readPeople } from '#kernel/engine/approval/people.ts'
import { withdraw } from '#kernel/engine/approval/engine/verbs.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { approvalErrors } from '#kernel/base/errors/kernel-errors.ts'
import { type Refusal, Refused, required } from '#kernel/base/errors/errors.ts'
import type { OpenReservation } from '#kernel/engine/ledger/posting.ts'
import { attachFiles } from './action-files.ts'
import { changedContent } from './changed-content.ts'
import type { ActionReads, ActionRequest } from './action-reads.ts'
import { finishAction } from './action-writes.ts'
import type { Content } from '#kernel/engine/definition/definition.ts'
import { partsOf, rowsOf } from '#kernel/engine/definition/parts.ts'
import { headerOf } from '../document-sql.ts'
import { lineSqlOf } from '../line-sql.ts'
import { ALL_OF_IT, undone } from './partial-approval-act.ts'
import { askedReserve, undoneReserve } from './reserve-writes.ts'
import type { AnyDocument, HeadRow, Subject } from '../server-document.ts'
import { routeVariables } from './route-inputs.ts'
import { fieldsOf, viewOf } from '#kernel/engine/definition/view.ts'

/**
 * Decides a save, submit or withdrawal by the drafter. A submit runs the hooks of the binding in their order: it
 * validates (`check`), derives (`lines`, `computed`, `computedLines`, `variables`) and posts (`plans`).
 */
export function decideDrafter(
  request: ActionRequest,
  reads: ActionReads,
  head: HeadRow | null,
  scopeId: number,
  facts: Record<string, unknown>,
  rows: unknown[][],
) {
  const { principal, language } = request.context
  const identity = reads.identity?.(rows)[0]
  const id = head?.id ?? identity!.id
  const no = head?.no ?? identity!.no
  const submits = request.action.content === 'submitted'
  const round = (head?.round ?? 0) + (submits ? 1 : 0)
  const given = request.content
  if (submits && given) refuseAny(request.document.check(given, facts))
  const content = submits && given ? storedContent(request, given, facts) : given
  const computed = content ? request.document.computed(content, facts) : {}
  // A draft saved after a rejection changes nothing that others read: the submitted header stays.
  const keepsHeader = head !== null && (!content || (!submits && head.state !== request.definition.initial))
  const header = keepsHeader ? headerOf(request.definition, head) : { ...content?.header, ...computed }
  const attached = attachFiles(request, reads.files?.(rows) ?? [], id, submits ? round : null)
  const contentHash = submits && content ? attached.hash(header, content) : (head?.content_hash ?? null)
  const reservations: OpenReservation[] = []
  const said = { header, content }
  const subject = { id, no, round, ...said, input: null, reservations, approved: ALL_OF_IT }
  const done = { writes: [...attached.statements], inboxOf: [] as number[], notices: [] as NotificationIntent[] }

  if (submits && content) done.writes.push(...insertedRows(request, { id, round }, content, facts))
  if (reads.start && content) {
    const template = reads.start.template(rows)[0]
    const started = startApproval({
      documentId: id,
      round,
      documentType: request.definition.name,
      templateCode: request.action.approval!,
      template,
      found: readPeople(reads.start.people(rows), template?.steps ?? [], reads.start.wanted),
      variables: routeVariables(request, reads.start.authority(rows)[0], template, content, header, computed, facts),
      drafterId: principal.userId,
      scopeId,
      contentHash: contentHash!,
      language,
      now: request.now,
      summary: taskSummary(request, no, header),
      header,
      again: {
        facts: approvalFingerprint(template?.steps ?? [], header, content.lines),
        contentHash: contentHash!,
        earlier: reads.start.earlier?.(rows) ?? [],
      },
    })
    gather(done, started)
  }
  if (reads.approval) {
    reservations.push(...reads.approval.reservations(rows))
    const instance = required(reads.approval.instance(rows)[0], approvalErrors.notRunning())
    gather(done, takenBack(request, instance, reads.approval.tasks(rows)))
    done.writes.push(...undoneReserve(request, reads, { id, round }, rows))
    Object.assign(header, undone(request.definition, instance)?.header)
  }
  const toState = request.action.content === 'draft' ? (head?.state ?? request.action.to) : request.action.to
  const effects = request.action.posts
    ? request.document.plans[request.command.action]!(subject as Subject<AnyDocument>, facts)
    : null
  // A document without a reservation needs no confirmation by another system.
  if (reads.start && content && effects?.reserve?.length)
    done.writes.push(...askedReserve(request, content, { id, no, round, scopeId, drafterId: principal.userId }))
  const headValues = {
    id,
    no,
    round,
    scopeId: keepsHeader ? head.scope_id : scopeId,
    contentHash,
    drafterId: head?.drafter_id ?? principal.userId,
    createdAt: head?.created_at ?? request.now,
    submittedAt: submits ? request.now : (head?.submitted_at ?? null),
    draft: request.action.content === 'draft' ? JSON.stringify(request.command.raw) : null,
  }
  const answer = {
    id,
    no,
    state: toState,
    formInstanceId: submits ? formInstanceId({ documentId: id, round }) : null,
    templateCode: request.action.approval ?? null,
    nextTask: null,
  }
  const before = reads.lines.map((read) => read(rows))
  const changed = changedContent(request, head, header, Object.keys(computed), before)
  return finishAction(request, head, headValues, header, toState, { ...done, changed }, effects, answer)
}

/** Cancels its open tasks and resets reductions by approvers. */
function takenBack(
  { definition, command, context, now }: ActionRequest,
  instance: InstanceRow,
  tasks: readonly TaskRow[],
): Omit<ApprovalWrites, 'state'> {
  const approval = openApproval(instance, tasks, NO_SUBSTITUTES, now)
  withdraw(approval, context.principal.userId, command.opinion || null)
  const { writes, ...told } = finishCase(approval)
  return { ...told, writes: [...writes, ...(undone(definition, instance)?.writes ?? [])] }
}

function storedContent(
  { document }: ActionRequest,
  content: Content<AnyDocument>,
  facts: Record<string, unknown>,
): Content<AnyDocument> {
  return document.lines ? { ...content, lines: document.lines(content, facts) } : content
}

function refuseAny(refusals: readonly Refusal[]): void {
  if (refusals.length > 0) throw new Refused(refusals)
}

function gather(
  into: { writes: Statement[]; inboxOf: number[]; notices: NotificationIntent[] },
  more: Omit<ApprovalWrites, 'state'>,
): void {
  into.writes.push(...more.writes)
  into.inboxOf.push(...more.inboxOf)
  into.notices.push(...more.notices)
}

/** Stores the lines of a round, and the rows of further tables, with their computed values. */
function insertedRows(
  { definition, document }: ActionRequest,
  { id, round }: { readonly id: string; readonly round: number },
  content: Content<AnyDocument>,
  facts: Record<string, unknown>,
): readonly Statement[] {
  const computed = document.computedLines?.(content, facts)
  const tables = document.computedTables?.(content, facts)
  return [definition, ...partsOf(definition)].map((part) => {
    const own = part.part === undefined ? computed : tables?.[part.part]
    const rows = rowsOf(part, content).map((line, index) => ({ ...line, ...own?.[index] }))
    return lineSqlOf(part).insert(id, round, rows)
  })
}

function taskSummary(
  request: ActionRequest,
  no: string,
  header: Readonly<Record<string, string | number | null | undefined>>,
) {
  const view = viewOf(request.definition)
  const value = (field: string | null) => (field === null ? null : (header[field] ?? null)) as string | null
  // Fields on the task card and in its title.
  const fields = [...request.document.taskFacts, ...view.subject.flatMap(fieldsOf)]
  if (view.title !== null) fields.push(view.title)
  return {
    no,
    amount: value(view.amount),
    currency: value(view.currency),
    facts: Object.fromEntries(fields.map((field) => [field, header[field] ?? null])),
  }
}
