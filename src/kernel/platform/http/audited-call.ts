import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { callEntry } from '#kernel/platform/audit/call-entry.ts'
import type { CallNote } from '#kernel/platform/access/principal.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Route } from './route.ts'

/** A transaction that records whether an audit entry was written in it. */
function watched(tx: Tx): { readonly tx: Tx; readonly isAudited: () => boolean } {
  let found = false
  const see = (query: Parameters<Tx['run']>[0]) => {
    if (statementOf(query).name?.startsWith('audit.insert')) found = true
  }
  return {
    tx: {
      rows: (query) => (see(query), tx.rows(query)),
      first: (query) => (see(query), tx.first(query)),
      run: (query) => (see(query), tx.run(query)),
      flight: (statements) => (statements.forEach(see), tx.flight(statements)),
    },
    isAudited: () => found,
  }
}

/** Runs a writing call. Its audit entry commits with its work: entries of its own, or one for the call. */
export async function auditedCall<T>(
  route: Pick<Route, 'path' | 'audit'>,
  given: Tx,
  context: RequestContext,
  body: unknown,
  run: (tx: Tx, context: RequestContext) => Promise<T>,
): Promise<T> {
  const { tx, isAudited } = watched(given)
  let note: CallNote = {}
  const answer = await run(tx, { ...context, note: (more) => void (note = { ...note, ...more }) })
  if (!isAudited() && !route.audit?.by && !route.audit?.none) await given.run(callEntry(route, context, body, note))
  return answer
}
