import { sql } from 'kysely'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { qb, statementOf } from '#kernel/platform/db/statement.ts'
import { cardOf, homeFigure, type HomeReader, homeRow, type HomeSource } from '#kernel/services/home/home-source.ts'
import { onlyOwnCustomers } from '../beneficiary/own-customers.server.ts'

const RIGHT = 'scheme.application.view'
const LIST = '/scheme/list'
const SOON_DAYS = 30
const SHOWN = 5
const MOST_COUNTED = 10_000
const OPEN = ['effective', 'partialExecution'] as const

const own = ({ principal }: HomeReader) => scoped(principal, 'scheme').where(onlyOwnCustomers(principal))

const words =
  ({ language }: HomeReader) =>
  (key: string) =>
    textAt(language, `scheme.home.${key}`)

/** Schemes whose claims must be handed in soon. */
const deadlines: HomeSource = {
  key: 'claimDeadlines',
  group: 'runsOut',
  order: 20,
  right: RIGHT,
  async read(tx, reader) {
    const text = words(reader)
    const today = dayIn(reader.principal.timezone, reader.now)
    const rows = await tx.rows(
      statementOf(
        own(reader)
          .select(['scheme.no', 'scheme.name', sql<string>`scheme.claim_deadline::text`.as('day')])
          .where('scheme.state', 'in', OPEN)
          .where(sql<boolean>`scheme.claim_deadline between ${today}::date and ${dayAfter(today, SOON_DAYS)}::date`)
          .orderBy('scheme.claim_deadline')
          .orderBy('scheme.id')
          .limit(SHOWN),
      ),
    )
    return cardOf({
      title: text('deadlines'),
      link: { text: text('all'), url: LIST, mobileUrl: LIST },
      rows: rows.map(({ no, name, day }) =>
        homeRow({
          key: no,
          title: name,
          detail: no,
          at: day,
          atIs: 'until',
          tone: day <= dayAfter(today, 7) ? 'bad' : 'warn',
          url: `/scheme/detail?schemeNo=${no}`,
          mobileUrl: `/scheme/mobile/detail?schemeNo=${no}`,
        }),
      ),
    })
  },
}

/** How many schemes run. */
const running: HomeSource = {
  key: 'runningSchemes',
  group: 'figures',
  order: 30,
  right: RIGHT,
  async read(tx, reader) {
    const text = words(reader)
    const rows = await tx.rows(
      statementOf(
        qb
          .selectFrom(own(reader).select('scheme.state').where('scheme.state', 'in', OPEN).limit(MOST_COUNTED).as('s'))
          .select(['s.state', sql<number>`count(*)::int`.as('total')])
          .groupBy('s.state'),
      ),
    )
    return cardOf({
      title: text('running'),
      link: { text: text('all'), url: LIST, mobileUrl: LIST },
      figures: OPEN.flatMap((state) => {
        const total = rows.find((row) => row.state === state)?.total ?? 0
        const url = `${LIST}?state=${state}`
        return total === 0
          ? []
          : [
              homeFigure({
                key: state,
                label: textAt(reader.language, `scheme.states.${state}`),
                value: String(total),
                url,
              }),
            ]
      }),
    })
  },
}

export const schemeCards: readonly HomeSource[] = [deadlines, running]
