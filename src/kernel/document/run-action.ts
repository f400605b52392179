import { createHash } from 'node:crypto'
import { inScope, type RequestContext, requireRight } from '#kernel/access/principal.ts'
import { decideTask, startApproval, withdrawApproval } from '#kernel/approval/engine.ts'
import { formInstanceId, readFormInstanceId } from '#kernel/approval/form-instance.ts'
import {
  activeTemplate,
  holdersByRole,
  instanceOf,
  type InstanceRow,
  nextTaskOf,
  type NextTaskRow,
  roleHolders,
  tasksOf,
  type TaskRow,
  type TemplateRow,
} from '#kernel/approval/store.ts'
import { auditEntry } from '#kernel/audit/audit.ts'
import { prepared, type Statement } from '#kernel/db/statement.ts'
import { twoFlights } from '#kernel/db/tx.ts'
import { approvalErrors, documentErrors, httpErrors } from '#kernel/errors/kernel-errors.ts'
import { Refused } from '#kernel/errors/errors.ts'
import type { Runtime } from '#kernel/http/route.ts'
import { openReservations, post, postRefusal } from '#kernel/ledger/post.ts'
import type { OpenReservation } from '#kernel/ledger/posting.ts'
import { documentChanged } from '#kernel/outbox/outbox.ts'
import {
  type ActionAnswer,
  answerKey,
  claimKey,
  type Command,
  hashContent,
  period,
  readCommandContent,
  readKey,
  Reads,
} from './command.ts'
import type { Action, Content } from './definition.ts'
import { headerOf, type HeadValues, sqlOf } from './document-sql.ts'
import type { AnyDocument, Effects, FactRequest, HeadRow, ServerDocument } from './server-document.ts'

const newIdentity = prepared<{ id: string; no: string }>(
  'document.new-identity',
  `select nextval('document_id') as id, next_document_number($1, $2) as no`,
)

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
  const { definition } = document
  const action = definition.actions[command.action]
  if (!action) throw new Error(`${definition.name} has no action ${command.action}`)
  requireRight(context.principal, action.right)
  const key = context.idempotencyKey
  if (!key) throw new Refused(httpErrors.idempotencyKeyMissing())
  const content = readCommandContent(definition, action, command)
  const plan = new ActionPlan(document, action, context, command, content, key, runtime.now())
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await twoFlights(runtime.pool, plan.reads(), (rows) => plan.decide(rows))
    } catch (error) {
      const refusal = postRefusal(error)
      // Someone took the money between our read and our posting. Read again: the rules then refuse with the figures of now.
      if (refusal?.key === 'ledger.insufficient' && attempt < 3) continue
      throw refusal ? new Refused(refusal) : error
    }
  }
}

/** One action from its reads to its writes. It lives for one request; everything it decides is a function of what it read. */
class ActionPlan {
  readonly #document: ServerDocument
  readonly #definition: AnyDocument
  readonly #action: Action
  readonly #context: RequestContext
  readonly #command: Command
  readonly #content: Content<AnyDocument> | null
  readonly #key: string
  readonly #now: Date
  readonly #fingerprint: string
  readonly #documentId: string | null
  readonly #instance: { readonly documentId: string; readonly round: number } | null
  readonly #request: FactRequest<never>
  readonly #reads = new Reads()
  readonly #slots

  constructor(
    document: ServerDocument,
    action: Action,
    context: RequestContext,
    command: Command,
    content: Content<AnyDocument> | null,
    key: string,
    now: Date,
  ) {
    this.#document = document
    this.#definition = document.definition
    this.#action = action
    this.#context = context
    this.#command = command
    this.#content = content
    this.#key = key
    this.#now = now
    this.#instance = readFormInstanceId(command.formInstanceId)
    // An action without content is about a running approval, which the caller names.
    if (!action.content && !this.#instance) throw new Refused(documentErrors.notFound())
    this.#documentId = this.#instance?.documentId ?? command.id
    this.#fingerprint = createHash('sha256')
      .update(JSON.stringify([document.definition.name, command]))
      .digest('base64')
    this.#request = {
      documentId: this.#documentId,
      content: content as Content<never> | null,
      raw: command.raw,
      principal: context.principal,
    }
    this.#slots = this.#declareReads()
  }

  #declareReads() {
    const { principal } = this.#context
    const reads = this.#reads
    const id = this.#documentId
    reads.add(claimKey(principal.userId, this.#key, this.#fingerprint))
    const claim = reads.add(readKey(principal.userId, this.#key))
    const head = id === null ? null : reads.add(sqlOf(this.#definition).lock(id))
    const identity = id === null ? reads.add(newIdentity(this.#definition.number.prefix, period(this.#now))) : null
    const facts = Object.entries(this.#document.facts)
      .filter(([, spec]) => (spec.actions as readonly string[]).includes(this.#command.action))
      .map(([name, spec]) => ({ name, spec, rows: reads.add(spec.statement(this.#request)) }))
    const instance = this.#instance
    const approval = instance
      ? {
          instance: reads.add<InstanceRow>(instanceOf(instance.documentId, instance.round)),
          tasks: reads.add<TaskRow>(tasksOf(instance.documentId, instance.round)),
          next: reads.add<NextTaskRow>(nextTaskOf(principal.userId, instance.documentId)),
          reservations: reads.add<OpenReservation>(openReservations(instance.documentId, instance.round)),
        }
      : null
    const code = this.#action.approval
    const start = code
      ? {
          template: reads.add<TemplateRow>(activeTemplate(code)),
          holders: reads.add(roleHolders(code, this.#document.organisationOf(this.#content))),
        }
      : null
    return { claim, head, identity, facts, approval, start }
  }

  reads(): readonly Statement[] {
    return this.#reads.statements
  }

  decide(rows: unknown[][]): { writes: readonly Statement[]; answer: ActionAnswer } {
    const claim = this.#slots.claim(rows)[0]
    if (claim && claim.fingerprint !== this.#fingerprint) throw new Refused(httpErrors.idempotencyKeyReused())
    if (claim?.answer) return { writes: [], answer: claim.answer }

    const head = this.#slots.head?.(rows)[0] ?? null
    if (this.#documentId !== null && !head) throw new Refused(documentErrors.notFound())
    const facts = this.#facts(rows)
    const scopeId = this.#content ? this.#document.scopeOf(facts) : (head?.scope_id ?? null)
    this.#guard(head, scopeId, rows)
    return this.#action.by === 'approval'
      ? this.#decideTask(head!, facts, rows)
      : this.#decideDrafter(head, scopeId!, facts, rows)
  }

  #facts(rows: unknown[][]): Record<string, unknown> {
    return Object.fromEntries(
      this.#slots.facts.map(({ name, spec, rows: slot }) => [name, spec.read(slot(rows) as never[], this.#request)]),
    )
  }

  /** Scope first: what a caller may not see answers as if it did not exist. */
  #guard(head: HeadRow | null, scopeId: number | null, rows: unknown[][]): void {
    const { principal } = this.#context
    const action = this.#action
    const takesPart = this.#slots.approval?.tasks(rows).some((task) => task.user_id === principal.userId) ?? false
    if (head && !inScope(principal.scope, head.scope_id) && !takesPart) throw new Refused(documentErrors.notFound())
    if (scopeId === null || (!takesPart && !inScope(principal.scope, scopeId)))
      throw new Refused(documentErrors.notFound())
    if (!head) {
      if (!action.from.includes(this.#definition.initial)) throw new Refused(documentErrors.notFound())
      return
    }
    if (action.by === 'drafter' && head.drafter_id !== principal.userId) throw new Refused(documentErrors.onlyDrafter())
    if (action.by === 'drafter' && this.#command.version !== head.version) {
      throw new Refused(
        documentErrors.stale({
          by: String(head[`updated_by_${this.#context.language}`]),
          at: head.updated_at.toISOString(),
        }),
      )
    }
    if (this.#instance && this.#instance.round !== head.round) throw new Refused(approvalErrors.notRunning())
    if (!action.from.includes(head.state)) {
      // Somebody acted in the same second: say what happened to the task rather than to the state machine.
      if (action.by === 'approval') throw new Refused(this.#finishedTask(rows))
      throw new Refused(
        documentErrors.wrongState({
          action: this.#label('actions', this.#command.action),
          state: this.#label('states', head.state),
        }),
      )
    }
  }

  #finishedTask(rows: unknown[][]) {
    const mine = this.#slots.approval?.tasks(rows).find((task) => task.id === this.#command.taskId)
    return mine && mine.user_id === this.#context.principal.userId
      ? approvalErrors.taskDone()
      : approvalErrors.notYourTask()
  }

  #label(part: 'actions' | 'states', name: string): string {
    return `@${this.#definition.area}.documents.${this.#definition.name}.${part}.${name}`
  }

  /** Save, submit, withdraw: by the drafter, on his own document. */
  #decideDrafter(head: HeadRow | null, scopeId: number, facts: Record<string, unknown>, rows: unknown[][]) {
    const { principal, language } = this.#context
    const identity = this.#slots.identity?.(rows)[0]
    const id = head?.id ?? identity!.id
    const no = head?.no ?? identity!.no
    const submits = this.#action.content === 'submitted'
    const starts = this.#action.approval !== undefined
    const round = (head?.round ?? 0) + (starts ? 1 : 0)
    const content = this.#content
    if (submits && content) {
      const refusals = this.#document.check(content, facts)
      if (refusals.length > 0) throw new Refused(refusals)
    }
    const computed = content ? this.#document.computed(content, facts) : {}
    const header = content ? { ...content.header, ...computed } : headerOf(this.#definition, head!)
    const contentHash = submits && content ? hashContent(header, content.lines) : (head?.content_hash ?? null)
    const subject = {
      id,
      round,
      header: header as never,
      content: content as never,
      reservations: [] as OpenReservation[],
    }
    const writes: Statement[] = []

    if (submits && content) writes.push(sqlOf(this.#definition).insertLines(id, round, this.#lines(content, facts)))
    if (this.#slots.start && content) {
      writes.push(
        ...startApproval({
          documentId: id,
          round,
          documentType: this.#definition.name,
          templateCode: this.#action.approval!,
          template: this.#slots.start.template(rows)[0],
          holders: holdersByRole(this.#slots.start.holders(rows)),
          variables: this.#document.variables(content, computed),
          drafterId: principal.userId,
          scopeId,
          contentHash: contentHash!,
          language,
          now: this.#now,
          summary: this.#summary(no, header),
        }),
      )
    }
    if (this.#slots.approval) {
      const reservations = this.#slots.approval.reservations(rows)
      subject.reservations.push(...reservations)
      writes.push(
        ...withdrawApproval(
          this.#slots.approval.instance(rows)[0],
          principal.userId,
          this.#command.opinion || null,
          this.#now,
        ),
      )
    }
    const toState = this.#action.content === 'draft' ? (head?.state ?? this.#action.to) : this.#action.to
    const effects = this.#action.posts ? this.#document.plans[this.#command.action]!(subject as never, facts) : null
    const headValues = {
      id,
      no,
      round,
      scopeId,
      contentHash,
      drafterId: head?.drafter_id ?? principal.userId,
      createdAt: head?.created_at ?? this.#now,
      submittedAt: starts ? this.#now : (head?.submitted_at ?? null),
      draft: this.#action.content === 'draft' ? JSON.stringify(this.#command.raw) : null,
    }
    const answer = {
      id,
      no,
      state: toState,
      formInstanceId: starts ? formInstanceId({ documentId: id, round }) : null,
      templateCode: this.#action.approval ?? null,
      nextTask: null,
    }
    return this.#finish(head, headValues, header, toState, writes, effects, answer)
  }

  /** Approve and reject: by the holder of a task. */
  #decideTask(head: HeadRow, facts: Record<string, unknown>, rows: unknown[][]) {
    const approval = this.#slots.approval!
    const agrees = this.#command.action === 'approve'
    const decided = decideTask({
      instance: approval.instance(rows)[0],
      tasks: approval.tasks(rows),
      taskId: this.#command.taskId ?? '',
      actorId: this.#context.principal.userId,
      decision: agrees ? 'agree' : 'reject',
      opinion: this.#command.opinion,
      contentHash: this.#command.contentHash ?? '',
      now: this.#now,
    })
    const header = headerOf(this.#definition, head)
    const effects = decided.outcome
      ? this.#document.plans[this.#command.action]?.(
          {
            id: head.id,
            round: head.round,
            header: header as never,
            content: null,
            reservations: approval.reservations(rows),
          },
          facts,
        )
      : undefined
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
      state: decided.outcome ? this.#action.to : head.state,
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
    return this.#finish(head, headValues, header, answer.state, decided.writes, effects ?? null, answer)
  }

  /** The writes in their order: document, lines and approval, audit, outbox, answer; the accounts last, where they are held shortest. */
  #finish(
    head: HeadRow | null,
    headValues: Omit<HeadValues, 'state' | 'version' | 'updatedBy' | 'updatedAt' | 'auditHash'>,
    header: Readonly<Record<string, string | number | null | undefined>>,
    state: string,
    writes: readonly Statement[],
    effects: Effects | null,
    partial: Omit<ActionAnswer, 'version'>,
  ) {
    const { principal, requestId } = this.#context
    const version = (head?.version ?? 0) + 1
    const answer: ActionAnswer = { ...partial, version }
    const audit = auditEntry(
      {
        documentType: this.#definition.name,
        documentId: headValues.id,
        action: this.#command.action,
        actorId: principal.userId,
        at: this.#now,
        fromState: head?.state ?? null,
        toState: state,
        requestId,
        detail: this.#content ? { header } : { opinion: this.#command.opinion, taskId: this.#command.taskId },
      },
      head?.audit_hash ?? null,
    )
    const sql = sqlOf(this.#definition)
    const values: HeadValues = {
      ...headValues,
      state,
      version,
      updatedBy: principal.userId,
      updatedAt: this.#now,
      auditHash: audit.hash,
    }
    const statements: Statement[] = [
      head ? sql.update(values, header, head.version) : sql.insert(values, header),
      ...writes,
      ...(effects?.writes ?? []),
      audit.statement,
      documentChanged({
        documentType: this.#definition.name,
        documentId: values.id,
        action: this.#command.action,
        kinds: [this.#definition.name],
      }),
      answerKey(principal.userId, this.#key, JSON.stringify(answer)),
    ]
    if (effects) {
      statements.push(
        post({
          key: {
            documentType: this.#definition.name,
            documentId: values.id,
            round: values.round,
            action: this.#command.action,
          },
          actorId: principal.userId,
          at: this.#now,
          legs: effects.legs,
          ...(effects.reserve ? { reserve: effects.reserve } : {}),
          ...(effects.resolve ? { resolve: effects.resolve } : {}),
        }),
      )
    }
    return { writes: statements, answer }
  }

  #lines(
    content: Content<AnyDocument>,
    facts: Record<string, unknown>,
  ): Record<string, string | number | null | undefined>[] {
    const computed = this.#document.computedLines?.(content, facts) ?? []
    return content.lines.map((line, index) => ({ ...line, ...computed[index] }))
  }

  #summary(no: string, header: Readonly<Record<string, string | number | null | undefined>>) {
    return {
      no,
      amount: (header['totalAmount'] ?? null) as string | null,
      currency: (header['currency'] ?? null) as string | null,
      facts: Object.fromEntries(this.#document.taskFacts.map((field) => [field, header[field] ?? null])),
    }
  }
}
