import { Type } from 'typebox'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { statementOf } from '#kernel/platform/db/statement.ts'
import { defineList, keptSums, type ListQuery } from '#kernel/engine/document/define-list.ts'
import { exportColumn } from '#kernel/platform/exports/export-columns.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import { SCHEME_STATES, SCHEME_TYPES } from '../shared/scheme-types.ts'
import { schemeCount, type SchemeListRequest, schemeRows, schemeSums } from './scheme-list.queries.ts'

const text = Type.String()
const money = Type.String({ description: 'decimal text with two decimals' })
const MONEY = ['approved', 'committed', 'accrued', 'executed', 'released'] as const
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

type Listed = ListedRow & { readonly language: RequestContext['language'] }
const FIELD = 'scheme.documents.schemeApplication.fields'
const OPTION = 'scheme.documents.schemeApplication.options'

const column = (
  key: string,
  kind: 'text' | 'code' | 'amount' | 'day',
  path: string,
  of: (row: Listed) => string | null,
) => exportColumn<Listed>(key, kind === 'day' ? 'code' : kind, (language) => textAt(language, path), of)

const requestOf = ({ asked, sort }: ListQuery<SchemeListRequest, undefined>): SchemeListRequest => ({ ...asked, sort })

export const schemeList = defineList<SchemeListRequest>({
  path: '/aps/scheme',
  calls: { page: 'queryByPage', count: 'count', export: 'export' },
  right: 'scheme.application.view',
  summaries: {
    page: 'Schemes with what was approved, accrued, executed and released of each',
    count: 'How many schemes match',
  },
  filters,
  row: Type.Object(schemeSchema),
  within: () => undefined,
  address({ principal, asked }) {
    const { schemeNo, name, schemeType, state, idcCode, customerCode, currency } = asked
    const by = [schemeNo, name, schemeType, state, idcCode, customerCode, currency].map((each) => each || null)
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
  file: {
    name: 'scheme',
    key: 'schemeNo',
    right: 'scheme.application.export',
    title: (language) => textAt(language, 'scheme.menu.schemes'),
    filterTitle: (language, filter) =>
      textAt(
        language,
        filter === 'customerCode'
          ? 'scheme.documents.schemeApplication.lineFields.customerCode'
          : `${FIELD}.${filter === 'schemeNo' ? 'no' : filter}`,
      ),
    columns: [
      column('schemeNo', 'code', `${FIELD}.no`, (row) => row.schemeNo),
      column('name', 'text', `${FIELD}.name`, (row) => row.name),
      column('schemeType', 'text', `${FIELD}.schemeType`, (row) =>
        textAt(row.language, `${OPTION}.schemeType.${row.schemeType}`),
      ),
      column('state', 'text', `${FIELD}.state`, (row) => textAt(row.language, `scheme.states.${row.state}`)),
      column('idcCode', 'code', `${FIELD}.idcCode`, (row) => row.idcCode),
      column('startDate', 'day', `${FIELD}.startDate`, (row) => row.startDate),
      column('endDate', 'day', `${FIELD}.endDate`, (row) => row.endDate),
      column('claimDeadline', 'day', `${FIELD}.claimDeadline`, (row) => row.claimDeadline),
      column('rebateType', 'text', `${FIELD}.rebateType`, (row) =>
        textAt(row.language, `${OPTION}.rebateType.${row.rebateType}`),
      ),
      column('currency', 'code', `${FIELD}.currency`, (row) => row.currency),
      ...MONEY.map((name) => ({
        ...column(name, 'amount', `scheme.money.${name}`, (row) => row[name]),
        beside: 'currency',
      })),
      column('owner', 'text', 'scheme.documents.schemeWithhold.fields.ownerAccount', (row) =>
        row.language === 'zh' ? row.ownerZh : row.ownerEn,
      ),
    ],
    rows: (query) => statementOf(schemeRows(query.principal, requestOf(query), null)),
    rowOf: ({ language }, row) => ({ ...row, language }),
  },
})
