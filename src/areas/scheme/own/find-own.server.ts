import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { type FindSource, isOfCustomer } from '#kernel/services/find/find-source.ts'
import { foundThing } from '#kernel/services/find/found-thing.ts'
import { OWN_CLAIMS, OWN_SCHEMES } from '../scheme.lists.ts'
import { SCHEME_STATES, type SchemeState } from '../shared/scheme-types.ts'
import { ownClaimsOf } from './own-claims.queries.ts'
import { ownClaims } from './own-claims.list.ts'
import { ownLines } from './own-schemes.queries.ts'
import { ownSchemes } from './own-schemes.list.ts'

/** The number of a claim begins with two letters and a digit. */
const NUMBER = /^[a-z]{2}\d/i

/** The schemes for a person's own customers, by a word of their name or by their number. */
export const ownSchemeFinder: FindSource = {
  kind: 'ownSchemes',
  title: 'scheme.menu.ownSchemes',
  icon: 'calendar',
  right: ownSchemes.right,
  async find(tx, reader, { word, most }) {
    if (!isOfCustomer(reader)) return []
    const rows = await tx.rows(
      statementOf(
        ownLines(reader.principal, { name: word })
          .select(['scheme.id', 'scheme.no', 'scheme.name', 'scheme.state'])
          .distinct()
          .orderBy('scheme.id', 'desc')
          .limit(most),
      ),
    )
    return rows.map(({ no, name, state }) =>
      foundThing({
        key: no,
        title: name,
        hint: no,
        state: {
          label: textAt(reader.language, `scheme.states.${state}`),
          colour: SCHEME_STATES[state as SchemeState],
        },
        url: withQuery(OWN_SCHEMES, { schemeNo: no }),
      }),
    )
  },
}

/** The claims of a person's own customers, by the beginning of their number. */
export const ownClaimFinder: FindSource = {
  kind: 'ownClaims',
  title: 'scheme.menu.ownClaims',
  icon: 'file',
  right: ownClaims.right,
  async find(tx, reader, { word, most }) {
    if (!isOfCustomer(reader) || !NUMBER.test(word)) return []
    const rows = await tx.rows(
      statementOf(
        ownClaimsOf(reader.principal, { no: word.toUpperCase() })
          .select(['scheme_execute.no', 'scheme_execute.scheme_no as schemeNo'])
          .orderBy('scheme_execute.no', 'desc')
          .limit(most),
      ),
    )
    return rows.map(({ no, schemeNo }) =>
      foundThing({ key: no, title: no, hint: schemeNo ?? '', url: withQuery(OWN_CLAIMS, { no }) }),
    )
  },
}
