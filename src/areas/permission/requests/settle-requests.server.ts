import { knownPermissions } from '#kernel/platform/access/known-permissions.ts'
import { isGroup } from '#kernel/platform/access/menu-changes.ts'
import { tellPeople } from '#kernel/services/notify/own-account.ts'
import { may, type Principal, type RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { rightName } from '../dry-run/dry-run.server.ts'
import { answerRequest, openRequestsOf, type RequestRow } from './request.queries.ts'

export const ACCESS_REQUEST = 'accessRequest'
/** The notification kind for administrators of access. */
export const ACCESS_ASKED = 'accessAsked'
export type RequestKind = RequestRow['kind']

/** Rights of which any one fulfils a request; null where the target does not exist. */
export function rightsWanted(kind: RequestKind, target: string): readonly string[] | null {
  const { menu, rights } = knownPermissions()
  if (kind === 'menu') return []
  if (kind === 'right') return target in rights ? [target] : null
  return menu.find((entry) => !isGroup(entry) && entry.url === target)?.rights ?? null
}

export function targetName(language: Language, of: Pick<RequestRow, 'kind' | 'target'>): string {
  if (of.kind === 'menu') return textAt(language, 'permission.words.anyMenu')
  if (of.kind === 'right') return rightName(language, of.target).name
  const page = knownPermissions().menu.find((entry) => !isGroup(entry) && entry.url === of.target)
  return (language === 'zh' ? page?.name : page?.nameEn) ?? of.target
}

export function isFulfilled(
  holder: Pick<Principal, 'superAdmin' | 'rights'> & { readonly hasRole: boolean },
  kind: RequestKind,
  target: string,
): boolean {
  const wanted = rightsWanted(kind, target)
  if (wanted === null || !holder.hasRole) return false
  return wanted.length === 0 || wanted.some((right) => may(holder, right))
}

/** Newly published rights settle the requests of the person, or of the holders of a role. */
export async function settleRequests(
  tx: Tx,
  context: RequestContext,
  of: { readonly userId?: number; readonly role?: string },
): Promise<void> {
  for (const row of await tx.rows(openRequestsOf(of.userId ?? null, of.role ?? null))) {
    const holder = { superAdmin: row.super_admin, rights: new Set(row.rights), hasRole: row.roles > 0 }
    if (!isFulfilled(holder, row.kind, row.target)) continue
    await tx.run(answerRequest(row.id, 'granted', context.principal.userId, context.now, null))
    await tell(tx, context, row.id, row.user_id, 'approved', '')
  }
}

/** Notifies the requester of the result, with the answer's text. */
export async function tell(
  tx: Tx,
  context: RequestContext,
  documentId: string,
  userId: number,
  kind: 'approved' | 'rejected',
  answer: string,
): Promise<void> {
  await tellPeople(tx, context, kind, [{ userId, words: () => answer }], () => ({
    documentType: ACCESS_REQUEST,
    documentId,
  }))
}
