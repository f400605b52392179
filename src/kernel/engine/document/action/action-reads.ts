import { createHash } from 'node:crypto'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { type FormInstance, readFormInstanceId } from '#kernel/engine/approval/form-instance.ts'
import { type EarlierDecision, earlierDecisions } from '#kernel/engine/approval/engine/carry-forward.ts'
import type { InstanceRow, TaskRow } from '#kernel/engine/approval/engine/running-approval.ts'
import {
  substitutesOfInstance,
  namedPeople,
  type PeopleRequest,
  peopleStatement,
} from '#kernel/engine/approval/people.ts'
import {
  activeTemplate,
  instanceOf,
  lastUrge,
  nextTaskOf,
  type NextTaskRow,
  processOf,
  readersOf,
  tasksOf,
  type TemplateRow,
} from '#kernel/engine/approval/store.ts'
import { claimKey, readKey } from '#kernel/platform/db/idempotency.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { effectsOf } from '#kernel/engine/effects/effect-store.ts'
import { documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { openReservations } from '#kernel/engine/ledger/post.ts'
import type { OpenReservation } from '#kernel/engine/ledger/posting.ts'
import { integerParameter } from '#kernel/platform/parameter/parameter.ts'
import type { ReserveRules } from '#kernel/base/config/finance-reserve.ts'
import { reserveOf, type ReserveRow } from '#kernel/engine/reserve/reserve-store.ts'
import { type ActsBefore, actsBefore, openReservationsNow } from '../acts/act-store.ts'
import { type Command, period, readCommandContent, readCommandInput, Reads } from './command.ts'
import { lockFiles } from './action-files.ts'
import { linesBefore } from './changed-content.ts'
import { isAct } from '#kernel/engine/definition/act.ts'
import type { ReadValues } from '#kernel/engine/definition/content.ts'
import type { Action, Content } from '#kernel/engine/definition/definition.ts'
import type { LineState } from '../axes/axis-sql.ts'
import { lineStatements } from '../axes/axis-states.ts'
import { limitedAccess } from '../document-access.ts'
import { sqlOf } from '../document-sql.ts'
import { keptDraft } from './draft.ts'
import { rowsSeen } from '../fact-sight.ts'
import { actionOf, possibleEnds } from '../kernel-actions.ts'
import { reduceActs } from './partial-approval-sql.ts'
import { linkSessionOf } from './link-guard.ts'
import type { AnyDocument, FactRequest, ServerDocument } from '../server-document.ts'
import { authorityOf, startPeople } from './route-inputs.ts'

/** One action in progress: who wants what of which document, at what time. */
export interface ActionRequest {
  readonly document: ServerDocument
  readonly definition: AnyDocument
  readonly action: Action
  readonly context: RequestContext
  readonly command: Command
  /** The parsed content; null for actions that bring none. */
  readonly content: Content<AnyDocument> | null
  /** The parsed input of an act; null where it takes none. */
  readonly input: ReadValues | null
  readonly key: string
  /** Fingerprint of the key's content: the same key with other content is refused. */
  readonly fingerprint: string
  readonly now: Date
  /** A drafter may urge once in so many hours. */
  readonly urgeHours: number
  readonly documentId: string | null
  readonly instance: FormInstance | null
  /** Rules of the system that confirms reserves; null: there is none. */
  readonly reserve: ReserveRules | null
  /** The inputs of the facts' statements. */
  readonly facts: FactRequest<never>
}

export function actionRequest(
  document: ServerDocument,
  context: RequestContext,
  given: Command,
  now: Date,
  reserve: ReserveRules | null = null,
): ActionRequest {
  const { definition } = document
  const action = actionOf(definition, given.action)
  if (!action) throw new Error(`${definition.name} has no action ${given.action}`)
  const key = context.idempotencyKey
  if (!key) throw new Refused(httpErrors.idempotencyKeyMissing())
  // Checked before anything is read from the database, so that later code sees no more than a draft may hold.
  const command = action.content === 'draft' ? { ...given, raw: keptDraft(definition, given.raw ?? {}) } : given
  const content = readCommandContent(definition, action, command)
  const input = readCommandInput(definition, command)
  // An action without content is about a running approval, which the caller names; content that a form sends along is ignored.
  const byId = action.content !== undefined || action.removes === true
  const instance = byId ? null : readFormInstanceId(command.formInstanceId)
  // An act may name the document instead: it may have had no approval. What a retry repeats, and a closing ends, is of a round.
  const mayBeById = byId || (isAct(action) && !action.retries && !action.closes)
  if (!mayBeById && !instance) throw new Refused(documentErrors.notFound())
  const isNew = action.content !== undefined
  const documentId = instance?.documentId ?? command.id
  if (!isNew && documentId === null) throw new Refused(documentErrors.notFound())
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([definition.name, command]))
    .digest('base64')
  const facts = {
    documentId,
    content: content as Content<never> | null,
    input,
    raw: command.raw,
    principal: context.principal,
    now,
  }
  return {
    document,
    definition,
    action,
    context,
    command,
    content,
    input,
    key,
    fingerprint,
    now,
    documentId,
    instance,
    facts,
    urgeHours: integerParameter('approval.urgeHours', 4),
    reserve,
  }
}

const newIdentity = prepared<{ id: string; no: string }>(
  'document.new-identity',
  `select nextval('document_id') as id, next_document_number($1, $2) as no`,
)

export type ActionReads = ReturnType<typeof declareReads>

/**
 * The first flight: claims the key, locks the document, then reads, so that nothing read is older than the lock. A dry
 * run only reads and blocks nobody.
 */
export function declareReads(request: ActionRequest, isDryRun = false) {
  const { principal } = request.context
  const reads = new Reads()
  const id = request.documentId
  if (!isDryRun) reads.add(claimKey(principal.userId, request.key, request.fingerprint))
  const claim = reads.add(readKey(principal.userId, request.key))
  const link = linkSessionOf(principal)
  const session = link ? reads.add(link) : null
  const sql = sqlOf(request.definition)
  const head = id === null ? null : reads.add(isDryRun ? sql.read(id) : sql.lock(id))
  const limited = id === null ? null : limitedAccess(request.definition, principal, id)
  const access = limited ? reads.add(limited) : null
  const { prefix } = request.definition.number
  const identity = id === null ? reads.add(newIdentity(prefix, period(principal.timezone, request.now))) : null
  const ends = possibleEnds(request.definition, request.command.action)
  const { locks } = request.document
  if (locks && !isDryRun && (locks.actions as readonly string[]).some((action) => ends.includes(action)))
    for (const statement of [locks.statement(request.facts)].flat()) reads.add(statement)
  const facts = Object.entries(request.document.facts)
    .filter(([, spec]) => (spec.actions as readonly string[]).some((action) => ends.includes(action)))
    .map(([name, spec]) => ({ name, spec, rows: reads.add(spec.statement(request.facts)) }))
  const instance = request.instance
  const approval = instance
    ? {
        instance: reads.add<InstanceRow>(instanceOf(instance.documentId, instance.round)),
        tasks: reads.add<TaskRow>(tasksOf(instance.documentId, instance.round)),
        next: reads.add<NextTaskRow>(nextTaskOf(principal.userId, instance.documentId)),
        reservations: reads.add<OpenReservation>(openReservations(instance.documentId, instance.round)),
        ...standingReads(reads, request, instance, ends),
        ...verbReads(reads, request, instance),
      }
    : null
  const code = request.action.approval
  const wanted = code ? startPeople(request, code) : null
  const start =
    code && wanted
      ? {
          template: reads.add<TemplateRow>(activeTemplate(code)),
          wanted,
          people: reads.add(peopleStatement(wanted)),
          authority: reads.add(authorityOf(request)),
          earlier: id === null ? null : reads.add<EarlierDecision>(earlierDecisions(id)),
        }
      : null
  const effects = request.action.retries && instance ? reads.add(effectsOf(instance.documentId, instance.round)) : null
  const reserve =
    request.definition.reserve && instance
      ? reads.add<ReserveRow>(reserveOf(instance.documentId, instance.round))
      : null
  const acts = isAct(request.action) && id !== null ? actReads(reads, request, id) : null
  const process = request.action.closes && instance ? reads.add(processOf(instance.documentId, instance.round)) : null
  const named = lockFiles(request)
  const files = named ? reads.add(named) : null
  const lines = linesBefore(request).map((statement) => reads.add(statement))
  return {
    statements: reads.statements,
    files,
    lines,
    claim,
    session,
    head,
    access,
    identity,
    facts,
    approval,
    start,
    effects,
    reserve,
    process,
    acts,
  }
}

/** What was done before, and what the plan of an act may settle. */
function actReads(reads: Reads, { action, command, definition }: ActionRequest, id: string) {
  return {
    before: reads.add<ActsBefore>(actsBefore(id, command.action)),
    lines: lineStatements(definition, id, action.moves ?? {}).map(({ axis, statement }) => ({
      axis,
      rows: reads.add<LineState>(statement),
    })),
    reservations: action.posts ? reads.add<OpenReservation>(openReservationsNow(id)) : null,
  }
}

/** The reads that the engine needs for an act: absent people, named people, and reads of the verb's own rule. */
function verbReads(reads: Reads, { definition, command, now }: ActionRequest, { documentId, round }: FormInstance) {
  const right = definition.actions['approve']?.right ?? null
  const accounts = [...(command.people ?? []), ...Object.values(command.chosen ?? {}).flat()]
  const isNaming = accounts.length > 0
  return {
    substitutes: reads.add(substitutesOfInstance(documentId, round, now, right)),
    named: isNaming ? reads.add(namedPeople(documentId, round, now, right, definition.viewRight, accounts)) : null,
    urged: command.action === 'urge' ? reads.add(lastUrge(documentId, round)) : null,
    readers: isTalk(command.action) ? reads.add(readersOf(documentId)) : null,
    renewed: command.action === 'renew' ? renewal(reads, definition, documentId, round, now) : null,
  }
}

/** The approved amounts, for actions that may change or post them. */
function standingReads(
  reads: Reads,
  { definition, command }: ActionRequest,
  { documentId, round }: FormInstance,
  ends: readonly string[],
) {
  const sql = sqlOf(definition).reduce
  const isBack = command.action === 'return'
  return {
    lines: sql && (isBack || ends.includes('approve')) ? reads.add(sql.lines(documentId, round)) : null,
    acts: sql && isBack ? reads.add(reduceActs(documentId, round)) : null,
  }
}

/** Verbs for which a copy is enough: readers may comment. */
function isTalk(action: string): boolean {
  return action === 'comment' || action === 'circulate'
}

/** The current role holders of a running approval's steps. */
function renewal(reads: Reads, definition: AnyDocument, documentId: string, round: number, now: Date) {
  const wanted: PeopleRequest = {
    instance: { documentId, round },
    organisation: null,
    drafterId: null,
    now,
    documentType: definition.name,
    right: definition.actions['approve']?.right ?? null,
  }
  return { wanted, people: reads.add(peopleStatement(wanted)) }
}

/** The facts of the action by name, for its rules and plans, without rows that the caller may not see. */
export function readFacts(request: ActionRequest, reads: ActionReads, rows: unknown[][]): Record<string, unknown> {
  const slots = new Map(reads.facts.map(({ name, rows: slot }) => [name, slot]))
  const seen = rowsSeen(request.document.facts, (name) => slots.get(name)!(rows), request.facts)
  return Object.fromEntries(
    reads.facts.map(({ name, spec }) => [name, spec.read(seen(name) as never[], request.facts)]),
  )
}
