import type { RequestContext } from '#kernel/access/principal.ts'
import { type AskedAmount, type AuthorityRow, withAuthority } from '#kernel/approval/authority.ts'
import { type ApprovalWrites, decideTask, startApproval, withdrawApproval } from '#kernel/approval/engine.ts'
import { formInstanceId } from '#kernel/approval/form-instance.ts'
import type { Notice } from '#kernel/approval/notice.ts'
import { holdersByRole, type TemplateRow } from '#kernel/approval/store.ts'
import type { Statement } from '#kernel/db/statement.ts'
import { twoFlights } from '#kernel/db/tx.ts'
import { documentErrors, httpErrors } from '#kernel/errors/kernel-errors.ts'
import { type Refusal, Refused } from '#kernel/errors/errors.ts'
import type { Runtime } from '#kernel/http/route.ts'
import { postRefusal } from '#kernel/ledger/post.ts'
import type { OpenReservation } from '#kernel/ledger/posting.ts'
import { attachFiles } from './action-files.ts'
import { guardAction, requireActionRight } from './action-guard.ts'
import { type ActionReads, type ActionRequest, actionRequest, declareReads, readFacts } from './action-reads.ts'
import { finishAction } from './action-writes.ts'
import { withDifference } from './changed-since.ts'
import { type ActionAnswer, type Command } from './command.ts'
import type { Content } from './definition.ts'
import { headerOf, sqlOf } from './document-sql.ts'
import { spendLink } from './link-guard.ts'
import { operate } from './operate.ts'
import type { AnyDocument, Effects, HeadRow, ServerDocument } from './server-document.ts'
import { fieldsOf, viewOf } from './view.ts'

/**
 * The one writer of documents (law 1): two flights on one connection. The first claims the key, locks the document and
 * reads the facts; then everything is decided in plain code; the second writes document, approval, audit, outbox
 * and postings, and commits. A refusal throws and writes nothing; a repeated key returns the first answer.
 */
export async function runAction(
  runtime: Runtime,
  document: ServerDocument,
  context: RequestContext,
  command: Command,
): Promise<ActionAnswer> {
  const action = document.definition.actions[command.action]
  if (action) requireActionRight(context.principal, action)
  const request = actionRequest(document, context, command, runtime.now())
  const reads = declareReads(request)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await twoFlights(runtime.pool, reads.statements, (rows) => decide(request, reads, rows))
    } catch (error) {
      const refusal = postRefusal(error)
      // Someone took the money between our read and our posting. Read again: the rules then refuse with the figures of now.
      if (refusal?.key === 'ledger.insufficient' && attempt < 3) continue
      if (refusal) throw new Refused(refusal)
      throw await withDifference(error, runtime, context, document.definition, request.instance, command.contentHash)
    }
  }
}

/** Everything between the flights is a function of what the first one read. */
export function decide(
  request: ActionRequest,
  reads: ActionReads,
  rows: unknown[][],
): { writes: readonly Statement[]; answer: ActionAnswer } {
  const claim = reads.claim(rows)[0]
  if (claim && claim.fingerprint !== request.fingerprint) throw new Refused(httpErrors.idempotencyKeyReused())
  if (claim?.answer) return { writes: [], answer: claim.answer }

  const head = reads.head?.(rows)[0] ?? null
  if (request.documentId !== null && !head) throw new Refused(documentErrors.notFound())
  const facts = readFacts(request, reads, rows)
  const scopeId = request.content ? request.document.scopeOf(facts) : (head?.scope_id ?? null)
  guardAction(request, reads, head, scopeId, rows)
  const decided =
    request.action.by === 'approval'
      ? decideByTask(request, reads, head!, facts, rows)
      : request.action.by === 'operator'
        ? operate(request, reads, head!, facts, rows)
        : decideDrafter(request, reads, head, scopeId!, facts, rows)
  return throughLink(request, reads, rows, decided)
}

/** An act through a link is marked on its session in the same transaction: there is no second one. */
function throughLink<T extends { readonly writes: readonly Statement[]; readonly answer: ActionAnswer }>(
  { context, action, key }: ActionRequest,
  reads: ActionReads,
  rows: unknown[][],
  decided: T,
) {
  if (!reads.session) return decided
  const used = spendLink(reads.session(rows)[0], context.principal.sessionId, action, key, decided.answer.id)
  return { ...decided, writes: [used, ...decided.writes] }
}

/** Save, submit, withdraw: by the drafter, on his own document. */
function decideDrafter(
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
  const starts = request.action.approval !== undefined
  const round = (head?.round ?? 0) + (starts ? 1 : 0)
  const content = request.content
  if (submits && content) refuseAny(request.document.check(content, facts))
  const computed = content ? request.document.computed(content, facts) : {}
  // A draft kept beside a rejected application changes nothing that others read: the submitted header stands.
  const keepsHeader = head !== null && (!content || (!submits && head.state !== request.definition.initial))
  const header = keepsHeader ? headerOf(request.definition, head) : { ...content?.header, ...computed }
  const attached = attachFiles(request, reads.files?.(rows) ?? [], id, starts ? round : null)
  const contentHash = submits && content ? attached.hash(header, content) : (head?.content_hash ?? null)
  const subject = {
    id,
    round,
    header: header as never,
    content: content as never,
    reservations: [] as OpenReservation[],
  }
  const done = { writes: [...attached.statements], inboxOf: [] as number[], notices: [] as Notice[] }

  if (submits && content)
    done.writes.push(sqlOf(request.definition).insertLines(id, round, computedLines(request, content, facts)))
  if (reads.start && content) {
    const template = reads.start.template(rows)[0]
    const started = startApproval({
      documentId: id,
      round,
      documentType: request.definition.name,
      templateCode: request.action.approval!,
      template,
      holders: holdersByRole(reads.start.holders(rows)),
      variables: routeVariables(request, reads.start.authority(rows)[0], template, content, header, computed),
      drafterId: principal.userId,
      scopeId,
      contentHash: contentHash!,
      language,
      now: request.now,
      summary: taskSummary(request, no, header),
      header,
    })
    gather(done, started)
  }
  if (reads.approval) {
    const reservations = reads.approval.reservations(rows)
    subject.reservations.push(...reservations)
    const withdrawn = withdrawApproval(
      reads.approval.instance(rows)[0],
      reads.approval.tasks(rows),
      principal.userId,
      request.command.opinion || null,
      request.now,
    )
    gather(done, withdrawn)
  }
  const toState = request.action.content === 'draft' ? (head?.state ?? request.action.to) : request.action.to
  const effects = request.action.posts ? request.document.plans[request.command.action]!(subject as never, facts) : null
  const headValues = {
    id,
    no,
    round,
    scopeId: keepsHeader ? head.scope_id : scopeId,
    contentHash,
    drafterId: head?.drafter_id ?? principal.userId,
    createdAt: head?.created_at ?? request.now,
    submittedAt: starts ? request.now : (head?.submitted_at ?? null),
    draft: request.action.content === 'draft' ? JSON.stringify(request.command.raw) : null,
  }
  const answer = {
    id,
    no,
    state: toState,
    formInstanceId: starts ? formInstanceId({ documentId: id, round }) : null,
    templateCode: request.action.approval ?? null,
    nextTask: null,
  }
  return finishAction(request, head, headValues, header, toState, done, effects, answer)
}

function refuseAny(refusals: readonly Refusal[]): void {
  if (refusals.length > 0) throw new Refused(refusals)
}

/** What the document itself says of its route, and its band. */
function routeVariables(
  { definition, document, context }: ActionRequest,
  authority: AuthorityRow | undefined,
  template: TemplateRow | undefined,
  content: Content<AnyDocument>,
  header: Readonly<Record<string, unknown>>,
  computed: Partial<Record<string, string | number | null>>,
) {
  // A level that the drafter holds himself moves up: a route may ask for it.
  const own = { ...document.variables(content, computed), drafterRoles: context.principal.roles }
  return withAuthority(own, askedAmount(definition, header), authority, template?.steps ?? [])
}

/** The total that its bands are about, as the definition's view names it. */
function askedAmount(definition: AnyDocument, header: Readonly<Record<string, unknown>>): AskedAmount {
  const { amount, currency } = viewOf(definition)
  const text = (field: string | null): string | null => {
    const value = field === null ? null : header[field]
    return typeof value === 'string' ? value : null
  }
  return { amount: text(amount), currency: text(currency) }
}

function gather(into: { writes: Statement[]; inboxOf: number[]; notices: Notice[] }, more: ApprovalWrites): void {
  into.writes.push(...more.writes)
  into.inboxOf.push(...more.inboxOf)
  into.notices.push(...more.notices)
}

/** What a decision posts when it is the document's: at the last approval, at a rejection. */
export function plannedEffects(
  request: ActionRequest,
  reads: ActionReads,
  head: HeadRow,
  facts: Record<string, unknown>,
  rows: unknown[][],
): Effects | null {
  const subject = {
    id: head.id,
    round: head.round,
    header: headerOf(request.definition, head) as never,
    content: null,
    reservations: reads.approval!.reservations(rows),
  }
  return request.document.plans[request.command.action]?.(subject, facts) ?? null
}

/** Approve and reject: by the holder of a task. */
function decideByTask(
  request: ActionRequest,
  reads: ActionReads,
  head: HeadRow,
  facts: Record<string, unknown>,
  rows: unknown[][],
) {
  const approval = reads.approval!
  const agrees = request.command.action === 'approve'
  const decided = decideTask({
    instance: approval.instance(rows)[0],
    tasks: approval.tasks(rows),
    taskId: request.command.taskId ?? '',
    actorId: request.context.principal.userId,
    decision: agrees ? 'agree' : 'reject',
    opinion: request.command.opinion,
    contentHash: request.command.contentHash ?? '',
    now: request.now,
  })
  const header = headerOf(request.definition, head)
  const effects = decided.outcome ? plannedEffects(request, reads, head, facts, rows) : null
  const next = approval.next(rows)[0]
  const headValues = {
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
  const answer = {
    id: head.id,
    no: head.no,
    state: decided.outcome ? request.action.to : head.state,
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
  return finishAction(request, head, headValues, header, answer.state, decided, effects, answer)
}

function computedLines(
  request: ActionRequest,
  content: Content<AnyDocument>,
  facts: Record<string, unknown>,
): Record<string, string | number | null | undefined>[] {
  const computed = request.document.computedLines?.(content, facts) ?? []
  return content.lines.map((line, index) => ({ ...line, ...computed[index] }))
}

function taskSummary(
  request: ActionRequest,
  no: string,
  header: Readonly<Record<string, string | number | null | undefined>>,
) {
  const view = viewOf(request.definition)
  const value = (field: string | null) => (field === null ? null : (header[field] ?? null)) as string | null
  // What the card shows, and what its title is made of.
  const fields = [...request.document.taskFacts, ...view.subject.flatMap(fieldsOf)]
  if (view.title !== null) fields.push(view.title)
  return {
    no,
    amount: value(view.amount),
    currency: value(view.currency),
    facts: Object.fromEntries(fields.map((field) => [field, header[field] ?? null])),
  }
}
