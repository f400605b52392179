import { narrowed, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Content } from '#kernel/engine/definition/definition.ts'
import type { RawContent } from '#kernel/engine/definition/content.ts'
import { rowsSeen } from '../fact-sight.ts'
import type { AnyDocument, FactRequest, ServerDocument } from '../server-document.ts'

type Reader = Pick<RequestContext, 'principal' | 'now'>
type Facts = Readonly<Record<string, unknown>>
type SoftFactsRequest = readonly [
  document: ServerDocument,
  action: string,
  content: Content<AnyDocument>,
  raw?: RawContent | null,
]

/**
 * The facts of an action whose content is not stored: read without a lock, and without what the person may not see by the action's right.
 */
export async function softFacts<F = Facts>(tx: Tx, { principal, now }: Reader, ...asked: SoftFactsRequest): Promise<F> {
  const [document, action] = asked
  const { right } = document.definition.actions[action]!
  return await factsAsSeen<F>(tx, { principal: narrowed(principal, right), now }, ...asked)
}

/** The same for readers, by the right of the call. */
export async function factsAsSeen<F = Facts>(
  tx: Tx,
  { principal, now }: Reader,
  ...asked: SoftFactsRequest
): Promise<F> {
  const [document, action, content, raw = null] = asked
  const request: FactRequest<never> = {
    documentId: null,
    content: content as Content<never> | null,
    input: null,
    raw,
    principal,
    now,
  }
  const specs = Object.entries(document.facts).filter(([, { actions }]) =>
    (actions as readonly string[]).includes(action),
  )
  const rows = new Map(
    await Promise.all(specs.map(async ([fact, spec]) => [fact, await tx.rows(spec.statement(request))] as const)),
  )
  const seen = rowsSeen(document.facts, (name) => rows.get(name)!, request)
  return Object.fromEntries(specs.map(([fact, spec]) => [fact, spec.read(seen(fact) as never[], request)])) as F
}
