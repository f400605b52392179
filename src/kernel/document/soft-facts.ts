import type { RequestContext } from '#kernel/access/principal.ts'
import type { Tx } from '#kernel/db/tx.ts'
import type { Content } from './definition.ts'
import type { RawContent } from './content.ts'
import type { AnyDocument, ServerDocument } from './server-document.ts'

/** The facts of an action of content that is not stored: read as they stand, without a lock. */
export async function softFacts(
  tx: Tx,
  { principal, now }: Pick<RequestContext, 'principal' | 'now'>,
  document: ServerDocument,
  action: string,
  content: Content<AnyDocument>,
  raw: RawContent,
): Promise<Readonly<Record<string, unknown>>> {
  const request = { documentId: null, content: content as never, raw, principal, now }
  const specs = Object.entries(document.facts).filter(([, { actions }]) =>
    (actions as readonly string[]).includes(action),
  )
  const read = await Promise.all(
    specs.map(async ([fact, spec]) => [fact, spec.read((await tx.rows(spec.statement(request))) as never[], request)]),
  )
  return Object.fromEntries(read)
}
