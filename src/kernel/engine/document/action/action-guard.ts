import {
  inScope,
  may,
  type Principal,
  requireRight,
  type Scope,
  scopeOf,
  unitedScope,
} from '#kernel/platform/access/principal.ts'
import { requireFresh } from '#kernel/platform/access/session-limits.ts'
import { approvalErrors, documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { ActionReads, ActionRequest } from './action-reads.ts'
import type { Action } from '#kernel/engine/definition/definition.ts'
import { namesOnlyOwn } from '../document-limits.ts'
import { headerOf } from '../document-sql.ts'
import { isOfTask } from '../kernel-actions.ts'
import type { AnyDocument, HeadRow, ServerDocument } from '../server-document.ts'

const ADMINISTERS = 'approval.administer'

/** The action's own right; approval administrators may also retry failed effects. */
export function requireActionRight(principal: Principal, action: Action): void {
  if (action.retries && may(principal, ADMINISTERS)) return
  requireRight(principal, action.right)
}

/** Whether an action needs a fresh sign-in: always, or because of the document's content. */
export function asksFresh(
  { asksFresh: ofContent }: Pick<ServerDocument, 'asksFresh'>,
  action: Pick<Action, 'stepUp'>,
  header: Readonly<Record<string, unknown>>,
): boolean {
  return action.stepUp === true || (action.stepUp === 'byContent' && ofContent?.(header) === true)
}

/** Judged by the submitted content; for actions without content, by the stored document. */
function requireFreshFor(
  { context, document, definition, action, content }: ActionRequest,
  head: HeadRow | null,
): void {
  const header = content?.header ?? (head ? headerOf(definition, head) : {})
  if (asksFresh(document, action, header)) requireFresh(context)
}

function actionScope(principal: Principal, action: Action): Scope {
  const own = scopeOf(principal, action.right)
  return action.retries ? unitedScope([own, scopeOf(principal, ADMINISTERS)]) : own
}

/** The person asked may decide wherever they hold the right; others need it in the document's organisation. */
function requireHere(principal: Principal, action: Action, scopeId: number, takesPart: boolean): void {
  if (takesPart && action.by === 'approval' && action.right !== ADMINISTERS) return
  if (!inScope(actionScope(principal, action), scopeId))
    throw new Refused(httpErrors.forbidden({ right: action.right }))
}

/** Scope first: a document that the caller may not see answers like a missing one. */
export function guardAction(
  request: ActionRequest,
  reads: ActionReads,
  head: HeadRow | null,
  scopeId: number | null,
  rows: unknown[][],
): void {
  const { principal } = request.context
  const action = request.action
  const takesPart =
    (reads.approval?.tasks(rows).some((task) => task.user_id === principal.userId) ||
      reads.approval?.readers?.(rows).some((reader) => reader.user_id === principal.userId)) ??
    false
  // Lacking the view right answers like a missing document; lacking the action's right does not.
  const seen = unitedScope([scopeOf(principal, request.definition.viewRight), actionScope(principal, action)])
  if (head && !inScope(seen, head.scope_id) && !takesPart) throw new Refused(documentErrors.notFound())
  if (scopeId === null || (!takesPart && !inScope(seen, scopeId))) throw new Refused(documentErrors.notFound())
  const isNamingOthers =
    request.content && !namesOnlyOwn(request.definition, principal, request.content, action.content === 'draft')
  if (isNamingOthers) throw new Refused(documentErrors.notFound())
  // A draft is visible to its drafter alone, whatever others try. Operators may still act on what another system holds for a withdrawn one.
  const isLeftOver = action.retries === true && (head?.round ?? 0) > 0
  if (head?.state === request.definition.initial && head.drafter_id !== principal.userId && !takesPart && !isLeftOver)
    throw new Refused(documentErrors.notYours())
  requireHere(principal, action, scopeId, takesPart)
  if (!head) {
    if (!action.from.includes(request.definition.initial)) throw new Refused(documentErrors.notFound())
    requireFreshFor(request, head)
    return
  }
  if (action.by === 'drafter' && head.drafter_id !== principal.userId) throw new Refused(documentErrors.onlyDrafter())
  // What brings no content, such as a withdrawal or an act, may leave the version out: it overwrites nothing.
  const isUnversioned = request.command.version === null && action.content === undefined
  if (action.by !== 'approval' && !isUnversioned && request.command.version !== head.version) {
    throw new Refused(
      documentErrors.stale({
        by: String(head[`updated_by_${request.context.language}`]),
        at: head.updated_at.toISOString(),
      }),
    )
  }
  // An earlier round can no longer be decided, but another system may still hold a reserve of it.
  const isOfRound = request.instance?.round === head.round || (action.retries && request.instance!.round < head.round)
  if (request.instance && !isOfRound)
    throw new Refused(request.instance.round < head.round ? approvalErrors.newRound() : approvalErrors.notRunning())
  if (!action.from.includes(head.state)) {
    // Another person acted at the same moment: the refusal explains what happened to the task instead of naming the state.
    if (action.by === 'approval') throw new Refused(finishedTask(request, reads, rows))
    throw new Refused(
      documentErrors.wrongState({
        action: label(request.definition, 'actions', request.command.action),
        state: label(request.definition, 'states', head.state),
      }),
    )
  }
  // A document that was once submitted has an approval and acts: it can be withdrawn or rejected, not deleted.
  if (action.removes && head.round > 0) throw new Refused(documentErrors.submittedBefore())
  requireFreshFor(request, head)
}

function finishedTask(request: ActionRequest, reads: ActionReads, rows: unknown[][]) {
  if (!isOfTask(request.command.action)) return approvalErrors.notRunning()
  const mine = reads.approval?.tasks(rows).find((task) => task.id === request.command.taskId)
  return mine && mine.user_id === request.context.principal.userId
    ? approvalErrors.taskDone()
    : approvalErrors.notYourTask()
}

function label(definition: AnyDocument, part: 'actions' | 'states', name: string): string {
  return `@${definition.area}.documents.${definition.name}.${part}.${name}`
}
