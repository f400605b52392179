import { sql, type SqlBool } from 'kysely'
import type { FindSource } from '#kernel/services/find/find-source.ts'
import { foundThing } from '#kernel/services/find/found-thing.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { qb, statementOf } from '#kernel/platform/db/statement.ts'
import { onlyOwnCustomers } from '../beneficiary/own-customers.server.ts'
import { SCHEME_STATES, type SchemeState } from '../shared/scheme-types.ts'
import { schemeAddress } from './scheme-wire.ts'

/** Schemes that are read, latest first, before the index of words is used: a common word is among them. */
const LOOKED_AT = 2_000

function matching(reader: Principal, word: string, most: number) {
  const own = () => scoped(reader, 'scheme').where(onlyOwnCustomers(reader)).select('scheme.id')
  return qb
    .with('walked', (db) =>
      db
        .selectFrom(
          own()
            .where(
              sql<SqlBool>`scheme.id in (select w.id from (select id, search from scheme order by id desc limit ${LOOKED_AT}) w
                where w.search like search_like(${word}))`,
            )
            .orderBy('scheme.id', 'desc')
            .limit(most)
            .as('w'),
        )
        .selectAll(),
    )
    .with('hit', (db) =>
      db
        .selectFrom(
          own()
            .where(sql<SqlBool>`scheme.search like search_like(${word})`)
            .where(sql<SqlBool>`(select count(*) from walked) < ${most}`)
            // Not the order of an index, which would be followed until enough rows have a rare word.
            .orderBy(sql`scheme.id + 0`, 'desc')
            .limit(most)
            .as('h'),
        )
        .selectAll(),
    )
    .selectFrom('scheme as s')
    .where(sql<SqlBool>`s.id in (select id from walked union select id from hit)`)
    .select(['s.no', 's.name', 's.state', 's.idc_code', 's.start_date', 's.end_date'])
    .orderBy('s.id', 'desc')
    .limit(most)
}

/** Schemes by a word of their name, or by their number. */
export const schemeFinder: FindSource = {
  kind: 'schemes',
  title: 'scheme.menu.schemes',
  icon: 'calendar',
  right: 'scheme.application.view',
  async find(tx, { principal, language }, { word, most }) {
    const rows = await tx.rows(statementOf(matching(principal, word, most)))
    return rows.map(({ no, name, state, idc_code, start_date, end_date }) =>
      foundThing({
        key: no,
        title: name,
        hint: `${no} · ${idc_code} · ${start_date} – ${end_date}`,
        state: { label: textAt(language, `scheme.states.${state}`), colour: SCHEME_STATES[state as SchemeState] },
        url: schemeAddress(no),
        mobileUrl: schemeAddress(no).replace('/scheme/detail', '/scheme/mobile/detail'),
      }),
    )
  },
}
