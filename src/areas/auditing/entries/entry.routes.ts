import { Type } from 'typebox'
import { requireCompanyWide } from '#kernel/platform/access/company-wide.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { oneOf } from '#kernel/platform/http/wire-schemas.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { AUDIT_KINDS } from '../auditing-wire.ts'
import { auditingPage as en } from '../locale/page.en.ts'
import { auditingPage as zh } from '../locale/page.zh.ts'
import type { ServerDocument } from '#kernel/engine/document/server-document.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { auditEntries } from './audit.list.ts'
import { actionsCalled } from './entry-names.server.ts'
import { allEntries, entriesOf, entryCount, entryOf, entryView, knownActions, peopleNamed } from './entry.queries.ts'
import { entryDetail } from './entry-detail.server.ts'
import { countFound, type EntryFilters, FILTER_NAMES, findPage } from './entry-search.server.ts'

const text = Type.String({ maxLength: 200 })
const orNull = Type.Union([Type.String(), Type.Null()])
const moment = Type.String({
  maxLength: 40,
  pattern: String.raw`^(\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?)?$`,
})
const filterSchemas = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, Type.Optional(name === 'atFrom' || name === 'atTo' ? moment : text)]),
)
const ID = String.raw`^\d{1,18}$`
/** Beyond it nobody counts: the filters narrow. */
const MOST_COUNTED = 10_000
/** More than a file may have is refused by the export itself. */
const MOST_IN_FILE = 1_000_001
const entry = Type.Object({
  id: Type.String(),
  at: Type.String(),
  kind: oneOf(AUDIT_KINDS),
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

/** From UTC to the farthest zone. */
const MOST_HOURS = 14

/** A day that does not exist is the caller's mistake. */
function requireMoments(asked: EntryFilters): void {
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

/** The codes of the actions that the filter means; null without one. */
type Query = ListQuery<EntryFilters, readonly string[] | null>
const filtersOf = ({ asked, within }: Query): EntryFilters => (within === null ? asked : { ...asked, action: within })

const change = Type.Object({
  name: Type.String(),
  before: orNull,
  after: orNull,
  isAmount: Type.Boolean(),
  picture: Type.Union([Type.Object({ before: orNull, after: orNull, isShown: Type.Boolean() }), Type.Null()]),
})
const value = { name: Type.String(), value: Type.String() }

/** Further calls of the audit: one entry with all its fields, and the search for people that its filters use. */
export function entryRoutes(documents: readonly ServerDocument[]): Route[] {
  const definitions = new Map(documents.map(({ definition }) => [definition.name, definition]))
  return [
    defineRoute({
      method: 'POST',
      path: `${auditEntries.path}/detail`,
      right: auditEntries.right,
      summary: 'An entry of the audit with every field before and after, in words',
      mode: 'read',
      body: Type.Object({ id: Type.String({ pattern: ID }) }, { additionalProperties: false }),
      data: Type.Object({
        entry,
        changes: Type.Array(change),
        lines: Type.Array(
          Type.Object({
            row: Type.Integer(),
            act: oneOf(['changed', 'added', 'removed'] as const),
            /** Name of the further table of the document that the row is of. */
            table: orNull,
            changes: Type.Array(change),
          }),
        ),
        unchanged: Type.Array(Type.Object({ ...value, isAmount: Type.Boolean() })),
        /** Of the amounts among them. */
        currency: orNull,
        about: Type.Array(Type.Object(value)),
        url: orNull,
      }),
      async handler(tx, { language, principal }, { body }) {
        requireCompanyWide(principal)
        const row = required(await tx.first(entryOf(body.id)), httpErrors.notFound())
        return await entryDetail(tx, row, { language, principal }, definitions)
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${auditEntries.path}/people`,
      right: auditEntries.right,
      summary: 'People whose account or name contains the keyword, at most 40, for the filters of the audit',
      mode: 'read',
      body: Type.Object({ keyword: text }, { additionalProperties: false }),
      data: Type.Array(Type.Object({ account: Type.String(), name: Type.String() })),
      async handler(tx, { language, principal }, { body }) {
        requireCompanyWide(principal)
        const rows = await tx.rows(peopleNamed(body.keyword))
        return rows.map((row) => ({ account: row.account, name: row[language] }))
      },
    }),
  ]
}

export const auditEntriesList = serveList(auditEntries, {
  summaries: {
    page: 'Entries of the audit, newest first; `from` is the entry after which the page begins',
    count: 'Entries of the audit: how many match, up to 10,000',
  },
  filters: filterSchemas,
  row: entry,
  pageTotal: Type.Union([Type.Integer(), Type.Null()]),
  check: requireMoments,
  async within(tx, { principal }, _params, { action }) {
    requireCompanyWide(principal)
    if (typeof action !== 'string' || action.trim() === '') return null
    return actionsCalled(action.trim(), await tx.rows(knownActions()))
  },
  from: ID,
  async keyedPage(tx, query: Query, { limit, ...place }) {
    const { language, principal } = query
    const { ids, ...edges } = await findPage(tx, filtersOf(query), limit, place)
    const rows = ids.length === 0 ? [] : await tx.rows(entriesOf(ids))
    return { records: rows.map((row) => entryView(row, language, principal)), edges }
  },
  keyAt: async (tx, query: Query, rows) => {
    const { ids } = await findPage(tx, filtersOf(query), rows, { way: 'older', from: null })
    return ids[rows - 1] ?? null
  },
  mostCounted: MOST_COUNTED,
  counted: (tx, query, most) => countFound(tx, filtersOf(query), most),
  key: 'id',
  texts: { auditingPage: { en, zh } },
  rows: (query) => allEntries(filtersOf(query)),
  count: (query) => entryCount(filtersOf(query), MOST_IN_FILE),
  rowOf: ({ language, principal }, row) => ({ ...entryView(row, language, principal) }),
})
