import { sql } from 'kysely'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { qb, statementOf } from '#kernel/platform/db/statement.ts'
import {
  cardOf,
  homeCount,
  type HomeReader,
  homeRow,
  type HomeSource,
  MOST_COUNTED,
} from '#kernel/services/home/home-source.ts'
import { onlyOwnCustomers } from '../beneficiary/own-customers.server.ts'

const RIGHT = 'scheme.application.view'
const LIST = '/scheme/list'
const SOON_DAYS = 30
const SHOWN = 5
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
    const totals = await Promise.all(
      OPEN.map(async (state) => {
        const looked = own(reader)
          .select('scheme.id')
          .where('scheme.state', '=', state)
          .limit(MOST_COUNTED + 1)
        const query = qb.selectFrom(looked.as('s')).select(sql<number>`count(*)::int`.as('total'))
        return { state, total: (await tx.first(statementOf(query)))?.total ?? 0 }
      }),
    )
    return cardOf({
      title: text('running'),
      link: { text: text('all'), url: LIST, mobileUrl: LIST },
      figures: totals.flatMap(({ state, total }) => {
        const label = textAt(reader.language, `scheme.states.${state}`)
        return total === 0 ? [] : [homeCount(total, { key: state, label, url: `${LIST}?state=${state}` })]
      }),
    })
  },
}

export const schemeCards: readonly HomeSource[] = [deadlines, running]
