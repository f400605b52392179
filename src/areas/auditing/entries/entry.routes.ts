import { Type } from 'typebox'
import { requireCompanyWide } from '#kernel/platform/access/company-wide.ts'
import { totalSchema } from '#kernel/platform/http/paging.ts'
import { type ListRequest, pageOf } from '#kernel/platform/http/paging.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { AUDIT_KINDS } from '../auditing-wire.ts'
import { entriesOf, entryView } from './entry.queries.ts'
import { type EntryFilters, countFound, FILTER_NAMES, findPage, type EntryCursor } from './entry-search.server.ts'

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
/** Without numbered pages: a page begins after an entry, or at an end. */
const place = {
  page: Type.Optional(Type.Literal(1)),
  limit: Type.Optional(Type.Integer()),
  from: Type.Optional(Type.String({ pattern: String.raw`^\d{1,18}$` })),
  way: Type.Optional(Type.Union([Type.Literal('older'), Type.Literal('newer'), Type.Literal('oldest')])),
}
const body = Type.Object({ ...place, ...filterSchemas }, { additionalProperties: false })
type Given = ListRequest & Partial<EntryCursor> & EntryFilters
/** Counting stops here: the filters are meant to narrow. */
const MOST_COUNTED = 10_000
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

/** A nonexistent day is the caller's mistake. */
/** From UTC to the farthest zone. */
const MOST_HOURS = 14

export function requireMoments(asked: EntryFilters): void {
  for (const field of ['atFrom', 'atTo']) {
    const value = asked[field]
    // JavaScript turns 30 February into 2 March, and accepts a year 0 and impossible zones; the database refuses them.
    if (typeof value !== 'string' || value === '') continue
    const [, hours = '0'] = /:\d\d[\d:.]*[+-](\d\d)/.exec(value) ?? []
    if (
      !isDay(value.slice(0, 10)) ||
      value.startsWith('0000') ||
      Number(hours) > MOST_HOURS ||
      Number.isNaN(Date.parse(value))
    )
      throw new Refused(httpErrors.invalidField({ field, reason: 'invalid' }, { field }))
  }
}

export const entryRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: `${PATH}/queryPage`,
    right: VIEW,
    summary: 'Entries of the audit, newest first; `from` is the entry after which the page begins',
    mode: 'read',
    body,
    data: Type.Object({
      records: Type.Array(entry),
      recordTotal: Type.Union([Type.Integer(), Type.Null()]),
      capped: Type.Boolean(),
      edges: Type.Object({ hasNewer: Type.Boolean(), hasOlder: Type.Boolean() }),
    }),
    async handler(tx, { language, principal }, { body: given }) {
      requireCompanyWide(principal)
      const { from = null, way = 'older', ...asked } = given as Given
      requireMoments(asked)
      const { limit } = pageOf(asked)
      const { ids, ...edges } = await findPage(tx, asked, limit, { from: way === 'oldest' ? null : from, way })
      const rows = ids.length === 0 ? [] : await tx.rows(entriesOf(ids))
      const records = rows.map((row) => entryView(row, language, principal))
      return { records, recordTotal: null, capped: false, edges } as never
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
      requireCompanyWide(principal)
      const asked = given as EntryFilters
      requireMoments(asked)
      const total = await countFound(tx, asked, MOST_COUNTED + 1)
      return {
        recordTotal: Math.min(total, MOST_COUNTED),
        capped: total > MOST_COUNTED,
        asOf: now.toISOString(),
      } as never
    },
  }),
]
