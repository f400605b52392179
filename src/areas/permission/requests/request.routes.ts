import Type from 'typebox'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { scopeIds } from '../people/people.server.ts'
import { askFor, decline, draftFrom } from './requests.server.ts'
import { requestCount, requestPage, type RequestRow, requestsOfUser } from './request.queries.ts'
import { rightName } from '../dry-run/dry-run.server.ts'
import { rightsWanted, targetName } from './settle-requests.server.ts'

const closed = { additionalProperties: false }
const named = Type.Object({ code: Type.String(), name: Type.String() })
const nullableText = Type.Union([Type.String(), Type.Null()])
const kind = Type.Union([Type.Literal('page'), Type.Literal('right'), Type.Literal('menu')])
const state = Type.Union(['open', 'drafted', 'granted', 'declined'].map((each) => Type.Literal(each)))
const id = Type.String({ pattern: '^\\d{1,18}$' })

const requestView = Type.Object({
  id: Type.String(),
  account: Type.String(),
  name: Type.String(),
  kind: Type.String(),
  target: Type.String(),
  targetName: Type.String(),
  rights: Type.Array(named),
  reason: Type.String(),
  state: Type.String(),
  askedAt: Type.String(),
  draftedBy: nullableText,
  answeredAt: nullableText,
  answeredBy: nullableText,
  answer: nullableText,
})

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

export async function requestRows(
  tx: Tx,
  language: Language,
  filters: readonly [state: string, keyword: string, scope: readonly number[] | null],
  limit: number,
  offset: number,
) {
  return (await tx.rows(requestPage(...filters, limit, offset))).map((row) => view(language, row))
}

export const requestFilters = {
  state: Type.Optional(state),
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
}

const count = defineRoute({
  method: 'POST',
  path: '/aps/permission/request/count',
  right: 'permission.access.view',
  summary: 'How many requests a list of them has',
  mode: 'read',
  body: Type.Object(requestFilters, closed),
  data: Type.Object({ recordTotal: Type.Integer(), capped: Type.Boolean() }),
  async handler(tx, { principal }, { body }) {
    const filters = [String(body.state ?? ''), (body.keyword ?? '').trim(), scopeIds(principal.scope)] as const
    return { recordTotal: (await tx.first(requestCount(...filters)))?.total ?? 0, capped: false }
  },
})

const page = defineRoute({
  method: 'POST',
  path: '/aps/permission/request/page',
  right: 'permission.access.view',
  summary: 'What people asked for, newest first',
  mode: 'read',
  body: Type.Object(
    {
      ...requestFilters,
      sort: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    },
    closed,
  ),
  data: Type.Object({ records: Type.Array(requestView), recordTotal: Type.Integer(), capped: Type.Boolean() }),
  async handler(tx, { principal, language }, { body }) {
    const filters = [String(body.state ?? ''), (body.keyword ?? '').trim(), scopeIds(principal.scope)] as const
    const limit = body.limit ?? 20
    const records = await requestRows(tx, language, filters, limit, ((body.page ?? 1) - 1) * limit)
    return { records, recordTotal: (await tx.first(requestCount(...filters)))?.total ?? 0, capped: false }
  },
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
      kind: Type.Union(['organisation', 'area', 'idc', 'country'].map((each) => Type.Literal(each))),
      code: Type.String({ maxLength: 100 }),
    },
    closed,
  ),
  data: Type.Object({ account: Type.String() }),
  async handler(tx, context, { body }) {
    const grant = { role: body.role, kind: body.kind as 'organisation', code: body.code }
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

export const requestRoutes: readonly Route[] = [ask, mine, page, count, draft, refuse]
