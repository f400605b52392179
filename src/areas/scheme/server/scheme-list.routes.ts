import { Type } from 'typebox'
import type { RequestContext } from '#kernel/access/principal.ts'
import { statementOf } from '#kernel/db/statement.ts'
import { totalSchema } from '#kernel/http/paging.ts'
import { keptFigure } from '#kernel/http/figures.ts'
import { pageOf } from '#kernel/http/paging.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/http/totals.ts'
import { exportColumn } from '#kernel/exports/export-columns.ts'
import type { ListExport } from '#kernel/exports/list-export.ts'
import { defineRoute, type Route } from '#kernel/http/route.ts'
import { textAt } from '#kernel/i18n/texts.ts'
import { SCHEME_STATES, SCHEME_TYPES } from '../scheme-types.ts'
import { schemeCount, type SchemeListRequest, schemeRows, schemeSums } from './scheme-list.queries.ts'

const RIGHT = 'scheme.application.view'
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
const listBody = Type.Object(
  {
    page: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer()),
    sort: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1 })),
    ...filters,
  },
  { additionalProperties: false },
)

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

/** A listed scheme on the wire. */
export function listedScheme(
  { ownerAccount, ownerZh, ownerEn, ...row }: ListedRow,
  language: RequestContext['language'],
) {
  return { ...row, owner: { account: ownerAccount, name: language === 'zh' ? ownerZh : ownerEn } }
}

function addressOf({ principal }: Pick<RequestContext, 'principal'>, asked: SchemeListRequest): TotalAddress {
  const { schemeNo, name, schemeType, state, idcCode, customerCode, currency } = asked
  const by = [schemeNo, name, schemeType, state, idcCode, customerCode, currency].map((each) => each || null)
  return { kind: 'scheme', filters: ['scheme', ...by], scope: [principal.scope, principal.limits ?? null] }
}

const list = defineRoute({
  method: 'POST',
  path: '/aps/scheme/queryByPage',
  right: RIGHT,
  summary: 'Schemes with what was approved, accrued, executed and released of each',
  mode: 'read',
  body: listBody,
  data: Type.Object({
    records: Type.Array(Type.Object(schemeSchema)),
    recordTotal: Type.Union([Type.Integer(), Type.Null()]),
    capped: Type.Boolean(),
  }),
  async handler(tx, context, { body }) {
    const [rows, total] = await Promise.all([
      tx.rows(schemeRows(context.principal, body, pageOf(body))),
      knownTotal(tx, addressOf(context, body)),
    ])
    const records = rows.map((row) => listedScheme(row, context.language))
    return { records: records as never, recordTotal: total?.recordTotal ?? null, capped: total?.capped ?? false }
  },
})

const count = defineRoute({
  method: 'POST',
  path: '/aps/scheme/count',
  right: RIGHT,
  summary: 'How many schemes match',
  mode: 'read',
  body: listBody,
  data: totalSchema,
  handler: (tx, context, { body }) => countedTotal(tx, addressOf(context, body), schemeCount(context.principal, body)),
})

const sum = defineRoute({
  method: 'POST',
  path: '/aps/scheme/sum',
  right: RIGHT,
  summary: 'What the matching schemes come to, one record a currency; dear totals may be up to a minute old',
  mode: 'read',
  body: listBody,
  data: Type.Array(Type.Object({ currency: text, schemeCount: Type.Integer(), ...moneySchema })),
  async handler(tx, context, { body }) {
    const { filters: by, ...address } = addressOf(context, body)
    const sums = await keptFigure(tx, { ...address, filters: ['sums', by] }, () =>
      tx.rows(schemeSums(context.principal, body)),
    )
    return sums.value as never
  },
})

export const schemeListRoutes: readonly Route[] = [list, count, sum]

type Listed = ListedRow & { readonly language: RequestContext['language'] }
const FIELD = 'scheme.documents.schemeApplication.fields'
const OPTION = 'scheme.documents.schemeApplication.options'

const column = (
  key: string,
  kind: 'text' | 'code' | 'amount' | 'day',
  path: string,
  of: (row: Listed) => string | null,
) => exportColumn<Listed>(key, kind === 'day' ? 'code' : kind, (language) => textAt(language, path), of)

/** The list as a file. */
export const schemeExport: ListExport = {
  name: 'scheme',
  path: '/aps/scheme/export',
  key: 'schemeNo',
  filters,
  isClosed: true,
  viewRight: RIGHT,
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
  async query(_tx, { principal, language }, { filters: asked, sort }) {
    const request = { ...(asked as SchemeListRequest), ...(sort.length > 0 ? { sort } : {}) }
    return {
      rows: statementOf(schemeRows(principal, request, null)),
      count: schemeCount(principal, request),
      rowOf: (row) => ({ ...row, language }),
    }
  },
}
