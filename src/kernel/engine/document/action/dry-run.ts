import { type RequestContext, requireRight } from '#kernel/platform/access/principal.ts'
import type { Statement } from '#kernel/platform/db/statement.ts'
import { leadsTo } from '#kernel/engine/definition/state-after.ts'
import { actionRequest, declareReads, readFacts } from './action-reads.ts'
import type { Command } from './command.ts'
import { plannedEffects } from './decide-approval.ts'
import { decide } from './run-action.ts'
import type { Postings, ServerDocument } from '../server-document.ts'

export interface DocumentDryRun {
  readonly statements: readonly Statement[]
  /** Refuses what the act would refuse. `effects` are those of the final decision: now, or at a later step. */
  readonly decide: (rows: unknown[][]) => { readonly isFinal: boolean; readonly effects: Postings | null }
}

/** Performs a decision without writing: the same reads, rules and plans, without a lock, a claim or a write. */
export function dryRunDecision(
  document: ServerDocument,
  context: RequestContext,
  command: Command,
  now: Date,
): DocumentDryRun {
  const right = document.definition.actions[command.action]?.right
  if (right !== undefined) requireRight(context.principal, right)
  // A dry run needs no fresh sign-in; the act does.
  const { isFresh: _, ...looking } = context
  const request = actionRequest(document, looking, command, now)
  const reads = declareReads(request, true)
  return {
    statements: reads.statements,
    decide: (rows) => {
      const { answer } = decide(request, reads, rows)
      const head = reads.head!(rows)[0]!
      const effects = plannedEffects(request, reads, head, readFacts(request, reads, rows), rows)
      return { isFinal: leadsTo(request.action, answer.state), effects }
    },
  }
}
