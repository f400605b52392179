import { tellPeople } from '#kernel/services/notify/own-account.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { draftOf } from '#kernel/engine/setting/setting.queries.ts'
import { saveDraft } from '#kernel/engine/setting/setting.ts'
import { permissionErrors } from '../permission.errors.ts'
import type { AccessGrant } from '../permission-wire.ts'
import { accessSetting, grantKey, liveAccess, requireWithin, shownTo } from '../people/access.setting.ts'
import {
  administratorsOf,
  answerRequest,
  holdRequest,
  insertRequest,
  markDrafted,
  openRequest,
  requestById,
  type RequestRow,
} from './request.queries.ts'
import {
  ACCESS_ASKED,
  isFulfilled,
  type RequestKind,
  rightsWanted,
  targetName,
  tell,
} from './settle-requests.server.ts'

interface NewAccessRequest {
  readonly kind: RequestKind
  readonly target: string
  readonly reason: string
}

/** Notifies those who may draft it of the request and its reason. */
async function tellAdministrators(
  tx: Tx,
  context: RequestContext,
  documentId: string,
  asked: NewAccessRequest,
): Promise<void> {
  const people = await tx.rows(administratorsOf(context.principal.userId))
  const told = people.map(({ user_id: userId }) => ({
    userId,
    words: (language: Language) =>
      [targetName(language, asked), asked.reason.trim()]
        .filter((each) => each !== '')
        .join(language === 'zh' ? '：' : ': '),
  }))
  await tellPeople(tx, context, 'accessAsked', told, () => ({ documentType: ACCESS_ASKED, documentId }))
}

/** Requests what the caller lacks. A repeated request while one waits returns the existing one. */
export async function askFor(
  tx: Tx,
  context: RequestContext,
  input: NewAccessRequest,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { principal, now } = context
  const { kind, target } = input
  if (rightsWanted(kind, target) === null) throw new Refused(permissionErrors.subjectUnknown({}, { field: 'target' }))
  if (isFulfilled({ ...principal, hasRole: principal.roles.length > 0 }, kind, target))
    throw new Refused(permissionErrors.alreadyHeld())
  const added = await tx.first(insertRequest(principal.userId, kind, target, input.reason.trim(), now))
  if (added) {
    await tellAdministrators(tx, context, added.id, input)
    return { id: added.id, isNew: true }
  }
  const found = await tx.first(openRequest(principal.userId, kind, target))
  return { id: required(found, permissionErrors.requestUnknown()).id, isNew: false }
}

/** An open request that the caller may answer, locked until the end. */
async function heldRequest(tx: Tx, context: RequestContext, id: string): Promise<RequestRow> {
  required(await tx.first(holdRequest(id)), permissionErrors.requestUnknown())
  const row = required(await tx.first(requestById(id)), permissionErrors.requestUnknown())
  await requireWithin(tx, context, row.account)
  if (row.state === 'granted' || row.state === 'declined') throw new Refused(permissionErrors.requestAnswered())
  if (row.account === context.principal.account) throw new Refused(permissionErrors.ownAccess())
  return row
}

/** Adds a role to the requester's draft; another person publishes it. */
export async function draftFrom(tx: Tx, context: RequestContext, id: string, grant: AccessGrant): Promise<string> {
  const { account } = await heldRequest(tx, context, id)
  const draft = await tx.first(draftOf(accessSetting.kind, account))
  const live = required(await liveAccess(tx, account), permissionErrors.requestUnknown())
  const content = await shownTo(tx, context, draft ? accessSetting.tidy(draft.content) : live)
  const hasIt = content.grants.some((each) => grantKey(each) === grantKey(grant))
  const wanted = hasIt ? content : accessSetting.tidy({ ...content, grants: [...content.grants, grant] })
  const note = draft?.note ?? ''
  await saveDraft(tx, context, accessSetting, { key: account, version: draft?.version ?? 0, content: wanted, note })
  await tx.run(markDrafted(id, context.principal.userId, context.now))
  return account
}

export async function decline(tx: Tx, context: RequestContext, id: string, answer: string): Promise<void> {
  const row = await heldRequest(tx, context, id)
  await tx.run(answerRequest(id, 'declined', context.principal.userId, context.now, answer.trim()))
  await tell(tx, context, id, row.user_id, 'rejected', answer.trim())
}
