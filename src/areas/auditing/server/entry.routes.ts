import { Type } from 'typebox'
import { requireWhole } from '#kernel/access/whole.ts'
import { totalSchema } from '#kernel/document/document.routes.ts'
import { type ListRequest, pageOf } from '#kernel/document/list-query.ts'
import { Refused } from '#kernel/errors/errors.ts'
import { isDay } from '#kernel/clock/day.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/http/route.ts'
import { AUDIT_KINDS } from '../auditing-wire.ts'
import { type Asked, entryCount, entryPage, entryView, FILTER_NAMES, MOST_COUNTED } from './entry.queries.ts'

const VIEW = 'auditing.entries.view'
export const PATH = '/aps/audit/entries'

const text = Type.String({ maxLength: 200 })
const orNull = Type.Union([Type.String(), Type.Null()])
const moment = Type.String({
  maxLength: 40,
  pattern: String.raw`^(\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?)?$`,
})
export const filterSchemas = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, Type.Optional(name === 'atFrom' || name === 'atTo' ? moment : text)]),
)
const place = {
  page: Type.Optional(Type.Integer()),
  limit: Type.Optional(Type.Integer()),
  sort: Type.Optional(Type.Array(text, { maxItems: 3 })),
}
const body = Type.Object({ ...place, ...filterSchemas }, { additionalProperties: false })
const entry = Type.Object({
  id: Type.String(),
  at: Type.String(),
  kind: Type.Union(AUDIT_KINDS.map((kind) => Type.Literal(kind))),
  actor: orNull,
  behalf: orNull,
  type: orNull,
  subject: orNull,
  action: Type.String(),
  before: orNull,
  after: orNull,
  more: orNull,
  address: orNull,
  requestId: Type.String(),
})

/** A day that does not exist is the caller's mistake. */
export function requireMoments(asked: Asked): void {
  for (const field of ['atFrom', 'atTo']) {
    const value = asked[field]
    // The clock of a program turns 30 February into 2 March; a database refuses it.
    if (typeof value !== 'string' || value === '') continue
    if (!isDay(value.slice(0, 10)) || Number.isNaN(Date.parse(value)))
      throw new Refused(httpErrors.invalidField({ field, reason: 'invalid' }, { field }))
  }
}

export const entryRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: `${PATH}/queryPage`,
    right: VIEW,
    summary: 'Entries of the audit, newest first; only the first 10,000 of what matches',
    mode: 'read',
    body,
    data: Type.Object({
      records: Type.Array(entry),
      recordTotal: Type.Union([Type.Integer(), Type.Null()]),
      capped: Type.Boolean(),
    }),
    async handler(tx, { language, principal }, { body: given }) {
      requireWhole(principal)
      const asked = given as Asked
      requireMoments(asked)
      const { limit, offset } = pageOf(given as ListRequest)
      if (offset + limit > MOST_COUNTED)
        throw new Refused(httpErrors.invalidField({ field: 'page', reason: `<= ${MOST_COUNTED}` }, { field: 'page' }))
      const rows = await tx.rows(entryPage(asked, limit, offset))
      return {
        records: rows.map((row) => entryView(row, language, principal)),
        recordTotal: null,
        capped: false,
      } as never
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${PATH}/count`,
    right: VIEW,
    summary: 'Entries of the audit: how many match, up to 10,000',
    mode: 'read',
    body,
    data: totalSchema,
    async handler(tx, { now, principal }, { body: given }) {
      requireWhole(principal)
      const asked = given as Asked
      requireMoments(asked)
      const total = (await tx.first(entryCount(asked, MOST_COUNTED + 1)))?.total ?? 0
      return {
        recordTotal: Math.min(total, MOST_COUNTED),
        capped: total > MOST_COUNTED,
        asOf: now.toISOString(),
      } as never
    },
  }),
]
