import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import {
  matches,
  selectionOf,
  selectorBody,
  selectorData,
  selectorPage,
} from '#kernel/engine/document/list/selector.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { readEncumbrances } from '#areas/budget/budget.facade.ts'
import { freeIn, fundingLinesOf } from '../shared/funding-lines.rules.ts'
import { SCHEME_STATES } from '../shared/scheme-types.ts'
import { onlyOwnCustomers } from '../beneficiary/own-customers.server.ts'
import { named, schemeSeen } from '../shared/scheme.facts.ts'
import { schemeNames, beneficiaryKeys, beneficiaryText } from './scheme-names.server.ts'

const RIGHT = 'scheme.application.view'
const text = Type.String()
const money = Type.String({ description: 'decimal text with two decimals' })

const picker = defineRoute({
  method: 'POST',
  path: '/aps/scheme/list',
  right: RIGHT,
  summary: 'Schemes by number or name, newest first, for the documents that go on with them',
  mode: 'read',
  body: selectorBody(200, {
    states: Type.Optional(Type.Array(Type.Enum(Object.keys(SCHEME_STATES)), { maxItems: 6 })),
    schemeNo: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  data: selectorData({
    schemeNo: text,
    name: text,
    state: text,
    schemeType: text,
    idcCode: text,
    areaId: text,
    currency: text,
    ownerAccount: text,
    rebateType: text,
    settlementPeriod: text,
    startDate: text,
    endDate: text,
    endsOn: text,
  }),
  async handler(tx, context, { body }) {
    const selection = selectionOf(context, body, 40)
    const { states, schemeNo } = body
    const rows = await tx.rows(
      scoped(context.principal, 'scheme')
        .innerJoin('app_user as u', 'u.id', 'scheme.owner_id')
        .select([
          'scheme.no as schemeNo',
          'scheme.name',
          'scheme.state',
          'scheme.scheme_type as schemeType',
          'scheme.idc_code as idcCode',
          sql<string>`scheme.area_id::text`.as('areaId'),
          'scheme.currency',
          'u.account as ownerAccount',
          'scheme.rebate_type as rebateType',
          'scheme.settlement_period as settlementPeriod',
          sql<string>`scheme.start_date::text`.as('startDate'),
          sql<string>`scheme.end_date::text`.as('endDate'),
          sql<string>`scheme.ends_on::text`.as('endsOn'),
        ])
        .where(onlyOwnCustomers(context.principal))
        .where(matches(selection.keyword, 'scheme', ['no', 'name']))
        .where(states ? sql<SqlBool>`scheme.state = any (${states}::text[])` : sql<SqlBool>`true`)
        .where(schemeNo ? sql<SqlBool>`scheme.no = ${schemeNo}` : sql<SqlBool>`true`)
        .orderBy('scheme.id', 'desc')
        .limit(selection.limit + 1)
        .offset(selection.offset),
    )
    return selectorPage(rows, selection)
  },
})

const skuNames = prepared<{ code: string; zh: string; en: string }>(
  'scheme.product-names',
  `select code, name_zh as zh, name_en as en from sku where code = any ($1::text[])
   union all select code, name_zh, name_en from spu where code = any ($1::text[])`,
)

const parts = defineRoute({
  method: 'POST',
  path: '/aps/scheme/parts',
  right: RIGHT,
  summary: 'The lines of a scheme by the budgets that pay for them, with what is free of each stage now',
  mode: 'read',
  body: Type.Object({ schemeNo: Type.String({ maxLength: 20 }) }),
  data: Type.Array(
    Type.Object({
      fundingNo: Type.Integer(),
      lineNo: Type.Integer(),
      customerCode: Type.Union([text, Type.Null()]),
      channelCode: Type.Union([text, Type.Null()]),
      storeCode: Type.Union([text, Type.Null()]),
      customerName: Type.Union([text, Type.Null()]),
      forBeneficiary: text,
      productCode: Type.Union([text, Type.Null()]),
      productName: Type.Union([text, Type.Null()]),
      basis: text,
      budgetCode: text,
      currency: text,
      committed: money,
      accrued: money,
      executed: money,
      freeCommitted: money,
      freeAccrued: money,
      freeExecuted: money,
    }),
  ),
  async handler(tx, { principal, language }, { body }) {
    const [found, money] = await Promise.all([
      tx.rows(named.scheme(body.schemeNo)),
      tx.rows(named.encumbrances(body.schemeNo, null, null)),
    ])
    const scheme = schemeSeen(found, principal)
    if (!scheme) throw new Refused(httpErrors.notFound())
    const all = [...fundingLinesOf({ scheme, encumbrances: readEncumbrances(money) }).values()]
    const products = await tx.rows(skuNames(all.flatMap(({ funding }) => funding.skuCode ?? funding.spuCode ?? [])))
    const productName = new Map(products.map((row) => [row.code, row[language]]))
    const names = await schemeNames.read(tx, language, beneficiaryKeys(all.map(({ funding }) => funding)))
    return all.map((part) => {
      const { funding, encumbrance } = part
      const productCode = funding.skuCode ?? funding.spuCode
      const stage = (name: 'cmt' | 'acr' | 'exe') => (encumbrance ? amountText(encumbrance.stages[name].given) : '0.00')
      return {
        fundingNo: funding.fundingNo,
        lineNo: funding.lineNo,
        customerCode: funding.customerCode,
        channelCode: funding.channelCode,
        storeCode: funding.storeCode,
        customerName:
          funding.customerCode === null ? null : (names.customers[funding.customerCode] ?? funding.customerCode),
        forBeneficiary: beneficiaryText(funding, names),
        productCode,
        productName: productCode === null ? null : (productName.get(productCode) ?? productCode),
        basis: funding.basis,
        budgetCode: funding.budgetCode,
        currency: scheme.currency,
        committed: stage('cmt'),
        accrued: stage('acr'),
        executed: stage('exe'),
        freeCommitted: amountText(freeIn(part, 'cmt')),
        freeAccrued: amountText(freeIn(part, 'acr')),
        freeExecuted: amountText(freeIn(part, 'exe')),
      }
    })
  },
})

export const schemeSelectorRoutes: readonly Route[] = [picker, parts]
