import { Type } from 'typebox'
import { requireCompanyWide } from '#kernel/platform/access/company-wide.ts'
import { serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { isDay } from '#kernel/base/clock/day.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { AUDIT_KINDS } from '../auditing-wire.ts'
import { auditingPage as en } from '../locale/page.en.ts'
import { auditingPage as zh } from '../locale/page.zh.ts'
import { auditEntries } from './audit.list.ts'
import { allEntries, entriesOf, entryCount, entryView } from './entry.queries.ts'
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
/** Beyond it nobody counts: the filters narrow. */
const MOST_COUNTED = 10_000
/** More than a file may have is refused by the export itself. */
const MOST_IN_FILE = 1_000_001
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

type Query = ListQuery<EntryFilters, undefined>

export const auditEntriesList = serveList(auditEntries, {
  summaries: {
    page: 'Entries of the audit, newest first; `from` is the entry after which the page begins',
    count: 'Entries of the audit: how many match, up to 10,000',
  },
  filters: filterSchemas,
  row: entry,
  pageTotal: Type.Union([Type.Integer(), Type.Null()]),
  check: requireMoments,
  within: (_tx, { principal }) => requireCompanyWide(principal) as undefined,
  from: String.raw`^\d{1,18}$`,
  async keyedPage(tx, { language, principal, asked }: Query, { limit, ...place }) {
    const { ids, ...edges } = await findPage(tx, asked, limit, place)
    const rows = ids.length === 0 ? [] : await tx.rows(entriesOf(ids))
    return { records: rows.map((row) => entryView(row, language, principal)), edges }
  },
  keyAt: async (tx, { asked }: Query, rows) => {
    const { ids } = await findPage(tx, asked, rows, { way: 'older', from: null })
    return ids[rows - 1] ?? null
  },
  mostCounted: MOST_COUNTED,
  counted: (tx, { asked }, most) => countFound(tx, asked, most),
  key: 'id',
  texts: { auditingPage: { en, zh } },
  rows: ({ asked }) => allEntries(asked),
  count: ({ asked }) => entryCount(asked, MOST_IN_FILE),
  rowOf: ({ language, principal }, row) => ({ ...entryView(row, language, principal) }),
})
