import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { money, text } from '#kernel/platform/http/wire-schemas.ts'
import { sightOf } from '#kernel/platform/access/scoped.ts'
import { equals } from '#kernel/engine/document/list/selector.ts'
import { selectorRoute } from '#kernel/engine/document/list/selector-route.ts'
import { selectorRows } from '#kernel/engine/document/list/selector-rows.ts'
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

const schemes = selectorRows(
  { table: 'scheme', key: 'no', keyType: 'text' },
  {
    schemeNo: 'no',
    name: 'scheme.name',
    state: 'state',
    schemeType: 'scheme_type',
    idcCode: 'idc_code',
    areaId: 'scheme.area_id::text',
    currency: 'currency',
    ownerAccount: 'u.account',
    rebateType: 'rebate_type',
    settlementPeriod: 'settlement_period',
    startDate: 'scheme.start_date::text',
    endDate: 'scheme.end_date::text',
    endsOn: 'scheme.ends_on::text',
  },
  {
    join: 'join app_user u on u.id = scheme.owner_id',
    search: ['no', 'name'],
    order: 'scheme.id desc',
    counted: 'more',
  },
)

const picker = selectorRoute({
  path: '/aps/scheme/list',
  right: RIGHT,
  summary: 'Schemes by number or name, newest first, for the documents that go on with them',
  most: 200,
  usual: 40,
  filters: {
    states: Type.Optional(Type.Array(Type.Enum(Object.keys(SCHEME_STATES)), { maxItems: 6 })),
    schemeNo: Type.Optional(Type.String({ maxLength: 20 })),
  },
  rows: schemes,
  select: ({ context: { principal }, body: { states, schemeNo }, selection }) =>
    schemes.of(
      selection,
      ...sightOf(principal, 'scheme'),
      onlyOwnCustomers(principal),
      states ? sql<SqlBool>`scheme.state = any (${states}::text[])` : sql<SqlBool>`true`,
      // An empty number is none.
      equals('scheme.no', schemeNo || undefined),
    ),
})

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
    const fundings = all.map(({ funding }) => funding)
    const names = await schemeNames.read(tx, language, {
      ...beneficiaryKeys(fundings),
      skus: fundings.map(({ skuCode }) => skuCode),
      spus: fundings.map(({ spuCode }) => spuCode),
    })
    const products = { ...names.spus, ...names.skus }
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
        productName: productCode === null ? null : (products[productCode] ?? productCode),
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

/** Who the lines of a withhold are for. */
const BENEFICIARIES = `(select string_agg(distinct coalesce(s.name_{language}, c.name_{language}, h.name_{language}), ', ')
  from scheme p join scheme_withhold_line l on l.document_id = scheme_withhold.id and l.round = scheme_withhold.round
  join scheme_funding f on f.scheme_id = p.id and f.funding_no = l.funding_no
  join scheme_line g on g.scheme_id = p.id and g.line_no = f.line_no
  left join store s on s.code = g.store_code left join customer c on c.code = g.customer_code left join customer_channel h on h.code = g.channel_code
  where p.no = scheme_withhold.scheme_no)`

/** The sum of a withhold's approved and pending reversals. */
const REVERSED = `(select sum(x.amount)
  from scheme_reversal d join scheme_reversal_line x on x.document_id = d.id and x.round = d.round
  where d.state in ('underApproval', 'approved')
    and d.withhold_no = scheme_withhold.no)`

const withholds = selectorRows(
  { table: 'scheme_withhold', key: 'no', keyType: 'text' },
  {
    withholdNo: 'no',
    period: `scheme_withhold.year || '-' || lpad(scheme_withhold.month::text, 2, '0')`,
    kind: 'kind',
    currency: 'currency',
    amount: 'scheme_withhold.total_amount::text',
    open: `(scheme_withhold.total_amount - coalesce(${REVERSED}, 0))::numeric(20,2)::text`,
    beneficiaries: `coalesce(${BENEFICIARIES}, '')`,
  },
  { search: ['no'], order: 'scheme_withhold.id desc', counted: 'more' },
)

const withholdPicker = selectorRoute({
  path: '/aps/scheme/withholds',
  right: 'scheme.reversal.submit',
  summary:
    'Approved withholds of a scheme, newest first: their month, whom they are for, and what no reversal has taken back',
  most: 200,
  filters: { schemeNo: Type.String({ maxLength: 20 }) },
  rows: withholds,
  async select({ tx, context: { principal }, body: { schemeNo }, selection }) {
    if (!schemeSeen(await tx.rows(named.scheme(schemeNo)), principal)) throw new Refused(httpErrors.notFound())
    return withholds.of(
      selection,
      ...sightOf(principal, 'scheme_withhold'),
      sql<SqlBool>`scheme_withhold.state = 'approved'`,
      equals('scheme_withhold.scheme_no', schemeNo),
    )
  },
})

export const schemeSelectorRoutes: readonly Route[] = [picker, parts, withholdPicker]
