import { accessErrors } from '#kernel/platform/access/access.errors.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Action } from '#kernel/engine/definition/definition.ts'

export interface LinkSession {
  readonly link_document: string | null
  readonly link_act: string | null
}

/** Locked until the act is done, so that of two concurrent ones the second sees the first's writes. */
const lockLinkSession = prepared<LinkSession>(
  'document.lock-link-session',
  'select link_document, link_act from session where id = $1 for update',
)

const writeLinkSession = prepared(
  'document.write-link-session',
  'update session set link_document = $2, link_act = coalesce($3, link_act) where id = $1',
)

/** The writes of a link session so far; other sessions read nothing. */
export function linkSessionOf(principal: { readonly sessionId: string; readonly viaLink?: boolean }) {
  return principal.viaLink ? lockLinkSession(principal.sessionId) : null
}

/**
 * A link is good for one act (docs/decisions/012): its session may save one document repeatedly, acts on it once, and
 * then only reads. Whoever the link is forwarded to can do no more in another's name.
 */
export function spendLink(
  session: LinkSession | undefined,
  sessionId: string,
  action: Action,
  key: string,
  documentId: string,
): Statement {
  const isOther = session?.link_document !== null && session?.link_document !== documentId
  if (!session || session.link_act !== null || isOther) throw new Refused(accessErrors.linkSpent())
  return writeLinkSession(sessionId, documentId, action.content === 'draft' ? null : key)
}
