import Type from 'typebox'
import { auditedBy, auditEntry } from '#kernel/platform/audit/audit.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { accessErrors } from '#kernel/platform/access/access.errors.ts'
import { tellPeople } from '#kernel/services/notify/own-account.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { createSession, endSession, mayLookAs, VIEW_AS } from '#kernel/platform/access/session.ts'

interface ViewedRow {
  readonly id: number
  readonly account: string
  readonly name_zh: string
  readonly name_en: string
  readonly scope_id: number
}

const PERSON = 'select u.id, u.account, u.name_zh, u.name_en, u.scope_id from app_user u'
const viewedByAccount = prepared<ViewedRow>(
  'access.viewed',
  `${PERSON} where u.account = $1 and u.status = 'active' and ($2::int[] is null or u.scope_id = any ($2))`,
)
const personById = prepared<ViewedRow>('access.viewing', `${PERSON} where u.id = $1`)

/** Viewing needs no more than an hour. */
const VIEW_MINUTES = 60

async function note(
  tx: Tx,
  context: RequestContext,
  action: string,
  who: { viewer: number; viewed: number; detail: object },
) {
  const entry = auditEntry(
    {
      documentType: 'viewAs',
      documentId: String(who.viewed),
      action,
      ...auditedBy(context),
      actorId: who.viewer,
      behalfOfId: who.viewed,
      at: context.now,
      fromState: null,
      toState: null,
      detail: who.detail,
    },
    null,
  )
  await tx.run(entry.statement)
}

const begin = defineRoute({
  method: 'POST',
  path: '/api/v1/admin/view-as',
  right: VIEW_AS,
  stepUp: true,
  summary: 'A session that sees the product as another person sees it, to read only',
  mode: 'write',
  answersOnce: true,
  body: Type.Object(
    { account: Type.String({ minLength: 1, maxLength: 100 }), reason: Type.String({ minLength: 1, maxLength: 500 }) },
    { additionalProperties: false },
  ),
  data: Type.Object({ token: Type.String(), csrfToken: Type.String(), userName: Type.String() }),
  async handler(tx, context, { body }) {
    const { principal, now, language } = context
    const { scope, userId, sessionId } = principal
    const reason = body.reason.trim()
    const found = await tx.first(viewedByAccount(body.account.trim(), scope === 'all' ? null : scope))
    const viewed = required(found, accessErrors.noSuchPerson({}, { field: 'account' }))
    if (reason === '') throw new Refused(accessErrors.viewReason({}, { field: 'reason' }))
    if (viewed.id === userId) throw new Refused(accessErrors.viewNotOf({}, { field: 'account' }))
    const viewer = required(await tx.first(personById(userId)), accessErrors.noSuchPerson())
    const session = required(
      await createSession(
        tx,
        {
          userId: viewed.id,
          kind: 'view',
          idToken: null,
          absoluteMinutes: VIEW_MINUTES,
          address: context.address ?? '',
          device: context.device ?? '',
          view: {
            viewer: { userId, account: viewer.account, nameZh: viewer.name_zh, nameEn: viewer.name_en },
            parentId: sessionId,
          },
        },
        now,
      ),
      accessErrors.noSuchPerson({}, { field: 'account' }),
    )
    const sees = session.principal(language)
    if (!mayLookAs(principal, sees)) throw new Refused(accessErrors.viewNotOf({}, { field: 'account' }))
    await note(tx, context, 'begin', {
      viewer: userId,
      viewed: viewed.id,
      detail: { account: viewed.account, by: viewer.account, reason },
    })
    await tellPeople(tx, context, 'viewedAs', [{ userId: viewed.id, words: () => reason }])
    return { token: session.token, csrfToken: session.csrfToken, userName: sees.name }
  },
})

const end = defineRoute({
  method: 'POST',
  path: '/api/v1/admin/view-as/end',
  right: { signedIn: 'Who looks as another person may stop at any time' },
  summary: 'End looking as another person',
  mode: 'write',
  answersOnce: true,
  inView: true,
  body: Type.Object({}),
  data: Type.Object({}),
  async handler(tx, context) {
    const { principal } = context
    if (!principal.viewer) return {}
    await endSession(tx, principal.sessionId)
    const { userId, account } = principal.viewer
    await note(tx, context, 'end', {
      viewer: userId,
      viewed: principal.userId,
      detail: { account: principal.account, by: account },
    })
    return {}
  },
})

export const viewAsRoutes: readonly Route[] = [begin, end]
