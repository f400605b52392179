import Type from 'typebox'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { oneOf } from '#kernel/platform/http/wire-schemas.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { permissionPage as en } from '../locale/page.en.ts'
import { permissionPage as zh } from '../locale/page.zh.ts'
import { scopeIds } from '../people/people.server.ts'
import { askFor, decline, draftFrom } from './requests.server.ts'
import { requestCount, requestPage, type RequestRow, requestsOfUser } from './request.queries.ts'
import { requestList } from './request.list.ts'
import { requestView } from '../permission-wire.ts'
import { PLACE_KINDS } from '../place-kinds.ts'
import { rightName } from '../dry-run/dry-run.server.ts'
import { rightsWanted, targetName } from './settle-requests.server.ts'

const closed = { additionalProperties: false }
const kind = Type.Union([Type.Literal('page'), Type.Literal('right'), Type.Literal('menu')])
const state = Type.Union(['open', 'drafted', 'granted', 'declined'].map((each) => Type.Literal(each)))
const id = Type.String({ pattern: '^\\d{1,18}$' })

function view(language: Language, row: RequestRow) {
  return {
    id: row.id,
    account: row.account,
    name: language === 'zh' ? row.name_zh : row.name_en,
    kind: row.kind,
    target: row.target,
    targetName: targetName(language, row),
    rights: (rightsWanted(row.kind, row.target) ?? []).map((code) => rightName(language, code)),
    reason: row.reason,
    state: row.state,
    askedAt: row.created_at.toISOString(),
    draftedBy: row.drafted_account,
    answeredAt: row.answered_at?.toISOString() ?? null,
    answeredBy: language === 'zh' ? row.answered_zh : row.answered_en,
    answer: row.answer,
  }
}

const ask = defineRoute({
  method: 'POST',
  path: '/aps/permission/request/ask',
  right: { signedIn: 'Who lacks a right is who asks for it; it gives nothing by itself' },
  summary: 'Ask for a page or a right that one lacks; asked again while it waits, it is the same request',
  mode: 'write',
  perMinute: 30,
  body: Type.Object({ kind, target: Type.String({ maxLength: 200 }), reason: Type.String({ maxLength: 500 }) }, closed),
  data: Type.Object({ id: Type.String(), isNew: Type.Boolean() }),
  handler: (tx, context, { body }) => askFor(tx, context, body),
})

const mine = defineRoute({
  method: 'POST',
  path: '/aps/permission/request/mine',
  right: { signedIn: 'Everyone sees what he asked for himself' },
  summary: 'The newest requests of the caller, at most fifty',
  mode: 'read',
  personal: true,
  body: Type.Object({}, closed),
  data: Type.Array(requestView),
  async handler(tx, { principal, language }) {
    return (await tx.rows(requestsOfUser(principal.userId))).map((row) => view(language, row))
  },
})

interface RequestFilters {
  readonly state?: string
  readonly keyword?: string
}
type Query = ListQuery<RequestFilters, undefined>

const filtersOf = ({ asked, principal }: Query) =>
  [asked.state ?? '', (asked.keyword ?? '').trim(), scopeIds(principal.scope)] as const

const requests = serveList(requestList, {
  summaries: { page: 'What people asked for, newest first', count: 'How many requests a list of them has' },
  filters: { state: Type.Optional(state), keyword: Type.Optional(Type.String({ maxLength: 100 })) },
  row: requestView,
  texts: { permissionPage: { en, zh } },
  read: async (tx, query: Query, { limit, offset }) =>
    (await tx.rows(requestPage(...filtersOf(query), limit, offset))).map((row) => view(query.language, row)),
  total: async (tx, query) => (await tx.first(requestCount(...filtersOf(query))))?.total ?? 0,
})

const draft = defineRoute({
  method: 'POST',
  path: '/aps/permission/request/draft',
  right: 'permission.access.edit',
  summary: 'Put a role into the draft of whoever asked; somebody else publishes it',
  mode: 'write',
  body: Type.Object(
    {
      id,
      role: Type.String({ maxLength: 100 }),
      kind: oneOf(PLACE_KINDS),
      code: Type.String({ maxLength: 100 }),
    },
    closed,
  ),
  data: Type.Object({ account: Type.String() }),
  async handler(tx, context, { body }) {
    const grant = { role: body.role, kind: body.kind, code: body.code }
    return { account: await draftFrom(tx, context, body.id, grant) }
  },
})

const refuse = defineRoute({
  method: 'POST',
  path: '/aps/permission/request/decline',
  right: 'permission.access.edit',
  summary: 'Decline what somebody asked for; he is told why',
  mode: 'write',
  body: Type.Object({ id, answer: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) }, closed),
  data: Type.Object({ id: Type.String() }),
  async handler(tx, context, { body }) {
    await decline(tx, context, body.id, body.answer)
    return { id: body.id }
  },
})

export const requestRoutes: readonly Route[] = [ask, mine, ...requests.routes, draft, refuse]
export const requestExports = requests.exports
