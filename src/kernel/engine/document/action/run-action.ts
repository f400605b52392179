import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { serializationFailure } from '#kernel/platform/db/write-conflict.ts'
import { transaction, type Tx, twoFlights } from '#kernel/platform/db/tx.ts'
import { documentErrors, httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Runtime } from '#kernel/platform/http/route.ts'
import { postRefusal } from '#kernel/engine/ledger/post.ts'
import { isAct } from '#kernel/engine/definition/act.ts'
import { act } from '../acts/act.ts'
import { guardAction, requireActionRight } from './action-guard.ts'
import { type ActionReads, type ActionRequest, actionRequest, declareReads, readFacts } from './action-reads.ts'
import { withDifference } from '../changed-since.ts'
import type { ActionAnswer, Command } from './command.ts'
import { decideApproval } from './decide-approval.ts'
import { decideDrafter } from './decide-drafter.ts'
import { actionOf } from '../kernel-actions.ts'
import { spendLink } from './link-guard.ts'
import type { Ended } from '../hook-inputs.ts'
import type { ServerDocument } from '../server-document.ts'

/**
 * The one writer of documents: two flights on one connection. The first claims the key, locks the document and
 * reads the facts; then everything is decided in plain code; the second writes document, approval, audit, outbox and
 * postings, and commits. A refusal throws and writes nothing; a repeated key returns the first answer.
 */
export async function runAction(
  runtime: Runtime,
  document: ServerDocument,
  context: RequestContext,
  command: Command,
): Promise<ActionAnswer> {
  const action = actionOf(document.definition, command.action)
  if (action) requireActionRight(context.principal, action)
  const request = actionRequest(document, context, command, runtime.now(), runtime.reserve)
  const reads = declareReads(request)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return document.within
        ? await transaction(runtime.pool, (tx) => performIn(tx, document, context, request, reads))
        : await twoFlights(runtime.pool, reads.statements, (rows) => decide(request, reads, rows))
    } catch (error) {
      const refusal = postRefusal(error)
      // Another transaction took the money between our read and our posting. Read again: the rules then refuse with current figures.
      if ((refusal?.key === 'ledger.insufficient' || isOvertaken(error)) && attempt < 3) continue
      if (refusal) throw new Refused(refusal)
      throw await withDifference(error, runtime, context, document.definition, request.instance, command.contentHash)
    }
  }
}

/** A guarded write found something other than what was read (`must_touch`). */
function isOvertaken(error: unknown): boolean {
  return (error as { readonly code?: string }).code === 'KN001'
}

/**
 * The same within a transaction that the caller opened and will commit: a run that makes documents from rows, a follower. Where another
 * transaction overtakes an act that posts, the whole of the caller's fails and is to be repeated.
 */
export async function runActionIn(
  tx: Tx,
  document: ServerDocument,
  context: RequestContext,
  command: Command,
): Promise<ActionAnswer> {
  const action = actionOf(document.definition, command.action)
  if (!action) throw new Error(`${document.definition.name} has no action ${command.action}`)
  requireActionRight(context.principal, action)
  const request = actionRequest(document, context, command, context.now)
  const reads = declareReads(request)
  try {
    return await performIn(tx, document, context, request, reads)
  } catch (error) {
    const isOutdated = postRefusal(error)?.key === 'ledger.insufficient' || isOvertaken(error)
    throw isOutdated ? serializationFailure(error) : error
  }
}

/** Both flights and their follow-up writes, in a transaction that stays open meanwhile. */
async function performIn(
  tx: Tx,
  document: ServerDocument,
  context: RequestContext,
  request: ActionRequest,
  reads: ActionReads,
): Promise<ActionAnswer> {
  const { writes, answer, ended } = decide(request, reads, await tx.flight(reads.statements))
  await tx.flight(writes)
  if (ended) await document.within?.[ended.did]?.(tx, context, ended)
  return answer
}

/** A pure function of the first flight's results. */
export function decide(
  request: ActionRequest,
  reads: ActionReads,
  rows: unknown[][],
): { writes: readonly Statement[]; answer: ActionAnswer; ended: (Ended & { readonly did: string }) | null } {
  const claim = reads.claim(rows)[0]
  if (claim && claim.fingerprint !== request.fingerprint) throw new Refused(httpErrors.idempotencyKeyReused())
  if (claim?.answer) return { writes: [], answer: claim.answer as ActionAnswer, ended: null }

  const head = reads.head?.(rows)[0] ?? null
  const isBeyondLimits = reads.access !== null && reads.access(rows).length === 0
  if (request.documentId !== null && (!head || isBeyondLimits)) throw new Refused(documentErrors.notFound())
  const facts = readFacts(request, reads, rows)
  const scopeId = request.content ? request.document.scopeOf(facts) : (head?.scope_id ?? null)
  guardAction(request, reads, head, scopeId, rows)
  const decided =
    request.action.by === 'approval'
      ? decideApproval(request, reads, head!, facts, rows)
      : isAct(request.action)
        ? act(request, reads, head!, facts, rows)
        : decideDrafter(request, reads, head, scopeId!, facts, rows)
  return throughLink(request, reads, rows, decided)
}

/** An act through a link is marked on its session in the same transaction, so that there is no second one. */
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
