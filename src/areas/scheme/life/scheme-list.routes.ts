import { requireDays } from '#kernel/engine/read-list/require-days.ts'
import { Type } from 'typebox'
import { money, text } from '#kernel/platform/http/wire-schemas.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { keptSums, serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { SCHEME_STATES, SCHEME_TYPES } from '../shared/scheme-types.ts'
import { schemeLife as en } from './life.en.ts'
import { schemeLife as zh } from './life.zh.ts'
import { MONEY } from './scheme-wire.ts'
import { schemes } from './scheme.list.ts'
import { schemeCount, type SchemeListRequest, schemeRows, schemeSums } from './scheme-list.queries.ts'

export const moneySchema = Object.fromEntries(MONEY.map((name) => [name, money]))

const optional = (max: number) => Type.Optional(Type.Union([Type.String({ maxLength: max }), Type.Null()]))
const filters = {
  schemeNo: optional(20),
  name: optional(100),
  schemeType: Type.Optional(Type.Union([Type.Enum([...SCHEME_TYPES]), Type.Null()])),
  state: Type.Optional(Type.Union([Type.Enum(Object.keys(SCHEME_STATES)), Type.Null()])),
  idcCode: optional(8),
  customerCode: optional(64),
  currency: optional(3),
  runningFrom: optional(32),
  runningTo: optional(32),
}
export const schemeSchema = {
  schemeNo: text,
  name: text,
  schemeType: text,
  state: text,
  idcCode: text,
  areaId: text,
  currency: text,
  rebateType: text,
  startDate: text,
  endDate: text,
  claimDeadline: text,
  owner: Type.Object({ account: text, name: text }),
  ...moneySchema,
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof schemeRows>['execute']>>[number]

/** A listed scheme in wire form. */
export function listedScheme(
  { ownerAccount, ownerZh, ownerEn, ...row }: ListedRow,
  language: RequestContext['language'],
) {
  return { ...row, owner: { account: ownerAccount, name: language === 'zh' ? ownerZh : ownerEn } }
}

type Query = ListQuery<SchemeListRequest, undefined>

const requestOf = ({ asked, sort }: Query): SchemeListRequest => ({ ...asked, sort })

export const schemeList = serveList(schemes, {
  check: (asked: SchemeListRequest) => requireDays(asked, ['runningFrom', 'runningTo']),
  summaries: {
    page: 'Schemes with what was approved, accrued, executed and released of each',
    count: 'How many schemes match',
  },
  filters,
  row: Type.Object(schemeSchema),
  address({ principal, asked }: Query) {
    const { schemeNo, name, schemeType, state, idcCode, customerCode, currency, runningFrom, runningTo } = asked
    const own = [schemeNo, name, schemeType, state, idcCode, customerCode, currency, runningFrom, runningTo]
    const by = own.map((each) => each || null)
    return { kind: 'scheme', filters: ['scheme', ...by], scope: [principal.scope, principal.limits ?? null] }
  },
  async page(tx, query, place) {
    const rows = await tx.rows(schemeRows(query.principal, requestOf(query), place))
    return rows.map((row) => listedScheme(row, query.language))
  },
  count: (query) => schemeCount(query.principal, query.asked),
  sums: {
    summary: 'What the matching schemes come to, one record a currency; dear totals may be up to a minute old',
    row: { currency: text, schemeCount: Type.Integer(), ...moneySchema },
    read: (tx, query, address) => keptSums(tx, address, statementOf(schemeSums(query.principal, query.asked))),
  },
  key: 'schemeNo',
  texts: { schemeLife: { en, zh } },
  rows: (query) => statementOf(schemeRows(query.principal, requestOf(query), null)),
  rowOf: ({ language }, row) => listedScheme(row as ListedRow, language),
})
