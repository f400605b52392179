import { sql } from 'kysely'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { amount, formatAmount } from '#kernel/base/money/money.ts'
import { addedInBase } from '#kernel/base/money/reporting.ts'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { qb, statementOf } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { keptFigure } from '#kernel/platform/http/figures.ts'
import { cardOf, homeFigure, type HomeReader, homeRow, type HomeSource } from '#kernel/services/home/home-source.ts'
import { FUNDS_LISTS, OWED_KINDS } from '../lists/funds.list.ts'
import { FUNDS_KIND } from '../lists/funds-list.routes.ts'
import { largestSums } from './largest-sums.server.ts'

const SOON_DAYS = 30
const SHOWN = 5
/** So many batches are looked at for those that expire first: of one day there may be very many. */
const LOOKED_AT = 500
const MONTHS = 6
const DAY_MS = 86_400_000

const words =
  ({ language }: HomeReader) =>
  (key: string, params: Readonly<Record<string, string | number>> = {}) =>
    interpolate(textAt(language, `funds.home.${key}`), params)

const page = (list: string, query = '') => ({
  url: `/funds/pc/${list}${query}`,
  mobileUrl: `/funds/mobile/${list}${query}`,
})

/** Sums that change with every movement of funds, and with the day. */
function kept<T>(tx: Tx, { principal, now }: HomeReader, name: string, compute: () => Promise<T>) {
  const filters = ['home', name, dayIn(principal.timezone, now), limitMark(principal)]
  return keptFigure(tx, { kind: FUNDS_KIND, filters, scope: principal.scope }, compute)
}

/** What is overdue: sums by currency, and the longest overdue items. */
const overdue: HomeSource = {
  key: 'overdue',
  group: 'runsOut',
  order: 10,
  right: FUNDS_LISTS.receivable.right,
  async read(tx, reader) {
    const text = words(reader)
    const today = dayIn(reader.principal.timezone, reader.now)
    const items = () =>
      scoped(reader.principal, 'receivable_item')
        .where('receivable_item.open', '>', '0')
        .where('receivable_item.kind', 'in', OWED_KINDS)
        .where(sql<boolean>`receivable_item.due_on < ${today}::date`)
    const [sums, rows] = await Promise.all([
      kept(tx, reader, 'overdue', () =>
        tx.rows(
          statementOf(
            items()
              .select(['receivable_item.currency', sql<string>`sum(receivable_item.open)::text`.as('value')])
              .groupBy('receivable_item.currency')
              .orderBy('receivable_item.currency'),
          ),
        ),
      ),
      tx.rows(
        statementOf(
          items()
            .leftJoin('customer as k', 'k.code', 'receivable_item.customer_code')
            .select([
              'receivable_item.no',
              'receivable_item.currency',
              'receivable_item.open',
              'receivable_item.customer_code as customerCode',
              sql<string>`receivable_item.due_on::text`.as('day'),
              sql<string | null>`${sql.ref(`k.name_${reader.language}`)}`.as('name'),
            ])
            .orderBy('receivable_item.due_on')
            .orderBy('receivable_item.id')
            .limit(SHOWN),
        ),
      ),
    ])
    const { shown, total, more, note } = await largestSums(tx, reader, sums.value, ['value'])
    const inCurrency = (currency: string, value: string, label: string, query: string) =>
      homeFigure({ key: currency, label, value, currency, tone: 'bad', ...page('receivable', query) })
    return cardOf({
      title: text('overdue'),
      link: { text: text('receivables'), ...page('receivable', '?settled=overdue') },
      figures: [
        ...(total
          ? [
              inCurrency(
                total.base,
                total.sums['value'] ?? '0.00',
                text('inAll', { label: text('overdue') }),
                '?settled=overdue',
              ),
            ]
          : []),
        ...shown.map(({ currency, value }) =>
          inCurrency(currency, value, text('overdue'), `?settled=overdue&currency=${currency}`),
        ),
      ],
      more: more === 0 ? null : { text: text('more', { count: more }), ...page('receivable', '?settled=overdue') },
      note,
      rows: rows.map(({ no, currency, open, customerCode, day, name }) => {
        const days = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS)
        return homeRow({
          key: `${customerCode} ${no}`,
          title: name ?? customerCode,
          detail: text('days', { no, days }),
          amount: open,
          currency,
          at: day,
          atIs: 'due',
          tone: 'bad',
          ...page('receivable', `?${new URLSearchParams({ settled: 'overdue', customerCode, currency, no })}`),
        })
      }),
    })
  },
}

/** The filter of batches whose last day is one of these, and that are not used up. */
const ends = (first: string, last: string) =>
  new URLSearchParams({ state: 'open', expiresOnFrom: first, expiresOnTo: dayAfter(last) })

/** Rebates that expire soon: what is available of a source and ends on the same day is one row. */
const expiring: HomeSource = {
  key: 'expiringRebates',
  group: 'runsOut',
  order: 30,
  right: FUNDS_LISTS.rebate.right,
  async read(tx, reader) {
    const text = words(reader)
    const today = dayIn(reader.principal.timezone, reader.now)
    const until = dayAfter(today, SOON_DAYS)
    const soonest = scoped(reader.principal, 'rebate_batch')
      .select(['id', 'source_no', 'customer_code', 'currency', 'expires_on'])
      .where('available', '>', '0')
      .where(sql<boolean>`expires_on between ${today}::date and ${until}::date`)
      .orderBy('rebate_batch.expires_on')
      .orderBy('rebate_batch.id')
      .limit(LOOKED_AT)
    const keys = ['b.source_no', 'b.customer_code', 'b.currency', 'b.expires_on'] as const
    const rows = await tx.rows(
      statementOf(
        qb
          .selectFrom(soonest.as('b'))
          .leftJoin('customer as k', 'k.code', 'b.customer_code')
          .select([
            'b.source_no as sourceNo',
            'b.customer_code as customerCode',
            'b.currency',
            sql<string>`(select sum(o.available)::text from rebate_batch o where o.customer_code = b.customer_code
              and o.source_no = b.source_no and o.currency = b.currency and o.expires_on = b.expires_on)`.as(
              'available',
            ),
            sql<string>`b.expires_on::text`.as('day'),
            sql<string | null>`${sql.ref(`k.name_${reader.language}`)}`.as('name'),
          ])
          .groupBy(keys)
          .groupBy(sql.ref(`k.name_${reader.language}`))
          .orderBy('b.expires_on')
          .orderBy(sql`min(b.id)`)
          .limit(SHOWN),
      ),
    )
    return cardOf({
      title: text('expiring'),
      link: { text: text('rebates', { days: SOON_DAYS }), ...page('rebate', `?${ends(today, until)}`) },
      rows: rows.map(({ sourceNo, customerCode, currency, available, day, name }) =>
        homeRow({
          key: [sourceNo, customerCode, currency, day].join(' '),
          title: name ?? customerCode,
          detail: sourceNo,
          amount: available,
          currency,
          at: day,
          atIs: 'until',
          tone: day <= dayAfter(today, 7) ? 'bad' : 'warn',
          ...page('rebate', `?${new URLSearchParams({ sourceNo, customerCode, currency })}&${ends(day, day)}`),
        }),
      ),
    })
  },
}

const AMOUNTS = ['receivable', 'rebate', 'recharge'] as const
const LISTS = { receivable: 'receivable', rebate: 'rebate', recharge: 'account' } as const
/** The filter of the list behind a figure: receivables add up open items only. */
const OF_OPEN = { receivable: '&settled=open', rebate: '', recharge: '' } as const

/** An amount of the card, with what was invoiced in a month. */
interface Sum {
  readonly currency: string
  readonly value: string
  readonly ofMonth: (month: string) => string
}

/** The funds of all customers by currency, and what was invoiced in each month since half a year before `first`. */
async function sumsOf(tx: Tx, { principal }: HomeReader, first: string) {
  const accounts = await tx.rows(
    statementOf(
      scoped(principal, 'funds_account')
        .where('funds_account.customer_code', 'is not', null)
        .select([
          'funds_account.currency',
          // Open credits are negative, as they are in the list.
          sql<string>`sum(funds_account.rcv + funds_account.crd)::text`.as('receivable'),
          sql<string>`coalesce(sum(funds_account.avl) filter (where funds_account.kind = 'REBATE'), 0.00)::text`.as(
            'rebate',
          ),
          sql<string>`coalesce(sum(funds_account.avl) filter (where funds_account.kind = 'RECHARGE'), 0.00)::text`.as(
            'recharge',
          ),
        ])
        .groupBy('funds_account.currency')
        .orderBy('funds_account.currency'),
    ),
  )
  const issued = sql<string>`to_char(receivable_item.issued_on, 'YYYY-MM')`
  const months = await tx.rows(
    statementOf(
      scoped(principal, 'receivable_item')
        .where('receivable_item.kind', '=', 'invoice')
        .where(sql<boolean>`receivable_item.issued_on >= ${first}::date - interval '${sql.lit(MONTHS - 1)} months'`)
        .select([
          'receivable_item.currency',
          issued.as('month'),
          sql<string>`sum(receivable_item.original)::text`.as('value'),
        ])
        .groupBy(['receivable_item.currency', issued]),
    ),
  )
  return { accounts, months }
}

/** Funds and receivables by currency, with what was invoiced month by month. */
const money: HomeSource = {
  key: 'money',
  group: 'figures',
  order: 20,
  right: FUNDS_LISTS.account.right,
  async read(tx, reader) {
    const text = words(reader)
    const today = dayIn(reader.principal.timezone, reader.now)
    const first = `${today.slice(0, 7)}-01`
    const { value } = await kept(tx, reader, 'money', () => sumsOf(tx, reader, first))
    const labels = Array.from({ length: MONTHS }, (_, back) => {
      const at = new Date(`${first}T00:00:00Z`)
      at.setUTCMonth(at.getUTCMonth() - (MONTHS - 1 - back))
      return at.toISOString().slice(0, 7)
    })
    const { shown, total, more, note, rates } = await largestSums(tx, reader, value.accounts, AMOUNTS)
    const invoiced = (month: string, currency: string) =>
      value.months.find((each) => each.currency === currency && each.month === month)?.value ?? '0.00'
    const invoicedInAll = (month: string) =>
      rates
        ? (addedInBase(
            value.months.filter((each) => each.month === month),
            ['value'],
            rates,
          ).sums['value'] ?? '0.00')
        : '0.00'
    const figure = (key: (typeof AMOUNTS)[number], label: string, sum: Sum, query: string) => {
      if (amount(sum.value).eq(0)) return []
      const amounts = key === 'receivable' ? labels.map(sum.ofMonth) : []
      // The line is drawn of them, and no amount is made of it.
      const values = amounts.map(Number)
      const course = values.some((each) => each > 0)
        ? { values, text: `${text('invoiced')}. ${text('months', { values: amounts.map(formatAmount).join(', ') })}` }
        : null
      const { currency } = sum
      return [
        homeFigure({
          key: `${key} ${currency}`,
          label,
          value: sum.value,
          currency,
          course,
          ...page(LISTS[key], query),
        }),
      ]
    }
    // Where the total says what there is of each kind, what is owed is enough of the largest currencies.
    const each = total ? AMOUNTS.slice(0, 1) : AMOUNTS
    return cardOf({
      title: text('money'),
      link: { text: text('funds'), ...page('account') },
      figures: [
        ...(total
          ? AMOUNTS.flatMap((key) => {
              const sum = { currency: total.base, value: total.sums[key] ?? '0.00', ofMonth: invoicedInAll }
              return figure(key, text('inAll', { label: text(key) }), sum, '')
            })
          : []),
        ...shown.flatMap(({ currency, ...sums }) =>
          each.flatMap((key) => {
            const sum = { currency, value: sums[key], ofMonth: (month: string) => invoiced(month, currency) }
            return figure(key, text(key), sum, `?currency=${currency}${OF_OPEN[key]}`)
          }),
        ),
      ],
      more: more === 0 ? null : { text: text('more', { count: more }), ...page('account') },
      note,
    })
  },
}

export const fundsCards: readonly HomeSource[] = [overdue, expiring, money]
