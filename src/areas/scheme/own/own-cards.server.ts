import { sql } from 'kysely'
import { dayAfter } from '#kernel/base/clock/day.ts'
import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { cardOf, type HomeReader, homeRow, type HomeSource } from '#kernel/services/home/home-source.ts'
import { OWN_CLAIMS, OWN_SCHEMES } from '../scheme.lists.ts'
import { ownClaimRows } from './own-claims.queries.ts'
import { ownClaims } from './own-claims.list.ts'
import { ownLines } from './own-schemes.queries.ts'
import { ownSchemes, RUNS } from './own-schemes.list.ts'

const SHOWN = 5
const SOON_DAYS = 30

const words =
  ({ language }: HomeReader) =>
  (key: string, params: Readonly<Record<string, string>> = {}) =>
    interpolate(textAt(language, `scheme.home.${key}`), params)

/** Schemes that run for the customer that a person works for, the earliest deadline first. */
const running: HomeSource = {
  key: 'ownSchemes',
  group: 'runsOut',
  order: 15,
  right: ownSchemes.right,
  async read(tx, reader) {
    const text = words(reader)
    const today = dayIn(reader.principal.timezone, reader.now)
    const rows = await tx.rows(
      statementOf(
        ownLines(reader.principal, RUNS)
          .select([
            'scheme.no',
            'scheme.name',
            sql<string>`scheme.start_date::text`.as('from'),
            sql<string>`scheme.end_date::text`.as('to'),
            sql<string>`scheme.claim_deadline::text`.as('deadline'),
          ])
          // A scheme may have several lines for one customer.
          .groupBy('scheme.id')
          .orderBy('scheme.claim_deadline')
          .orderBy('scheme.id')
          .limit(SHOWN),
      ),
    )
    return cardOf({
      title: text('ownSchemes'),
      link: { text: text('allOwnSchemes'), url: withQuery(OWN_SCHEMES, RUNS), mobileUrl: withQuery(OWN_SCHEMES, RUNS) },
      rows: rows.map(({ no, name, from, to, deadline }) =>
        homeRow({
          key: no,
          title: name,
          detail: text('days', { no, from, to }),
          at: deadline,
          atIs: 'until',
          tone: deadline <= dayAfter(today, SOON_DAYS) ? 'warn' : 'plain',
          url: withQuery(OWN_SCHEMES, { schemeNo: no }),
        }),
      ),
    })
  },
}

/** The newest claims of the customer that a person works for. */
const claims: HomeSource = {
  key: 'ownClaims',
  group: 'moved',
  order: 35,
  right: ownClaims.right,
  async read(tx, reader) {
    const text = words(reader)
    const { principal, language } = reader
    const rows = await tx.rows(statementOf(ownClaimRows(principal, language, {}, []).limit(SHOWN)))
    return cardOf({
      title: text('ownClaims'),
      link: { text: text('allOwnClaims'), url: OWN_CLAIMS, mobileUrl: OWN_CLAIMS },
      rows: rows.map(({ no, schemeName, schemeNo, claimPeriod, state, currency, asked, agreed, claimDate }) =>
        homeRow({
          key: no,
          title: schemeName ?? schemeNo ?? no,
          detail: text('claim', {
            no,
            period: claimPeriod ?? '',
            state: textAt(language, `scheme.documentStates.${state}`),
          }),
          amount: agreed ?? asked,
          currency,
          at: claimDate,
          // A decided claim no longer waits.
          atIs: state === 'underApproval' ? 'since' : 'done',
          url: withQuery(OWN_CLAIMS, { no }),
        }),
      ),
    })
  },
}

export const ownCards: readonly HomeSource[] = [running, claims]
