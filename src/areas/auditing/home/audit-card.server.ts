import { dayAfter } from '#kernel/base/clock/day.ts'
import { beginOf, dayIn } from '#kernel/base/clock/zone-day.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { isCompanyWide } from '#kernel/platform/access/company-wide.ts'
import { cardOf, homeCount, homeRow, type HomeSource, MOST_COUNTED } from '#kernel/services/home/home-source.ts'
import { auditEntries } from '../entries/audit.list.ts'
import { actionsCalled } from '../entries/entry-names.server.ts'
import { entriesOf, entryView, knownActions } from '../entries/entry.queries.ts'
import { countFound, findPage } from '../entries/entry-search.server.ts'

const PAGE = '/system/audit'
const DAYS = 7
const SHOWN = 5

type Filters = Readonly<Record<string, string>>

/** What weighs most comes first; each figure leads to the list with the filters that it is counted by. */
const FIGURES: readonly (readonly [key: string, filters: Filters, tone: 'plain' | 'warn'])[] = [
  ['published', { action: 'publish', kind: 'change' }, 'plain'],
  ['access', { type: 'userAccess', kind: 'change' }, 'plain'],
  ['reassigned', { action: 'reassign', kind: 'change' }, 'plain'],
  ['viewAs', { type: 'viewAs' }, 'plain'],
  ['refused', { kind: 'refusal' }, 'warn'],
]

/** What auditors look at first: who published what, whose rights changed, who was refused. */
const lately: HomeSource = {
  key: 'audit',
  group: 'moved',
  order: 5,
  right: auditEntries.right,
  async read(tx, { principal, language, now }) {
    if (!isCompanyWide(principal)) return null
    const text = (key: string) => interpolate(textAt(language, `auditing.home.${key}`), { days: DAYS })
    const from = beginOf(principal.timezone, dayAfter(dayIn(principal.timezone, now), 1 - DAYS)).toISOString()
    const known = await tx.rows(knownActions())
    const within = (filters: Filters) => ({
      ...filters,
      ...(filters['action'] === undefined ? {} : { action: actionsCalled(filters['action'], known) }),
    })
    const [, published] = FIGURES[0]!
    const [counts, { ids }] = await Promise.all([
      Promise.all(FIGURES.map(([, filters]) => countFound(tx, within({ ...filters, atFrom: from }), MOST_COUNTED + 1))),
      findPage(tx, within(published), SHOWN, { way: 'older', from: null }),
    ])
    const rows = ids.length === 0 ? [] : await tx.rows(entriesOf(ids))
    return cardOf({
      title: text('title'),
      none: text('none'),
      link: { text: text('all'), url: PAGE, mobileUrl: PAGE },
      figures: FIGURES.flatMap(([key, filters, tone], at) => {
        const total = counts[at] ?? 0
        const url = `${PAGE}?${new URLSearchParams({ ...filters, atFrom: from })}`
        return total === 0 ? [] : [homeCount(total, { key, label: text(key), tone, url })]
      }),
      rows: rows
        .map((row) => entryView(row, language, principal))
        .map(({ id, action, type, subject, actor, at }) =>
          homeRow({
            key: id,
            title: [type, subject].filter(Boolean).join(' · '),
            detail: [action, actor].filter(Boolean).join(' · '),
            at,
            atIs: 'done',
            url: `${PAGE}?${new URLSearchParams({ ...published, entry: id })}`,
          }),
        ),
    })
  },
}

export const auditCards: readonly HomeSource[] = [lately]
