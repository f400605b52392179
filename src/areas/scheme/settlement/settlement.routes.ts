import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { scoped } from '#kernel/platform/access/scoped.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { matches } from '#kernel/engine/document/list/selector.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { takenBack } from '../execution/scheme-claims.server.ts'
import { rightsOf } from '../shared/scheme-document.ts'

/** State of the payment request at finance; without a receiver it waits. */
const PAYMENT_STATES = { succeededPushed: 'settled', failedPushed: 'settledFailure' } as const

const paymentOf = prepared<{ state: string; amount: string; currency: string; reference: string | null }>(
  'scheme.payment-of',
  `select e.state, p.currency, e.reference, (select sum(coalesce(l.approved_amount, l.amount)
       + case when d.tax_mode = 'included' then 0 else 1 end * round(coalesce(l.gst_amount, 0) * coalesce(l.approved_amount, l.amount) / l.amount, 2)
       - round(coalesce(l.tds_amount, 0) * coalesce(l.approved_amount, l.amount) / l.amount, 2))
     from scheme_execute_line l where l.document_id = d.id and l.round = d.round)::numeric(20,2)::text as amount from scheme_payment p
   join document_effect e on e.document_id = p.document_id and e.round = p.round and e.effect = 'financePush'
   join scheme_execute d on d.id = p.document_id and d.round = p.round where d.no = $1`,
)

const PAGE = 100

/** A line is identified by its execution and number (`SE2026000001/3`) or by its period. */
function lineMatches(keyword: string) {
  const [execution = '', line = ''] = keyword.trim().split('/')
  const isOf = matches(execution, 'd', ['no'])
  if (/^[0-9]{1,9}$/.test(line)) return sql<SqlBool>`(${isOf} and scheme_settlement.line_no = ${line}::int)`
  return sql<SqlBool>`(${isOf} or ${matches(execution, 'scheme_settlement', ['period'])})`
}

const settlement = defineRoute({
  method: 'POST',
  path: '/aps/scheme/settlement/list',
  right: rightsOf('execute').view,
  summary:
    'What an approved execution, or all of a scheme, settled: line by line, the newest execution first, with what it was calculated from, frozen at its approval',
  mode: 'read',
  body: Type.Object({
    no: Type.Optional(Type.String({ maxLength: 20, description: 'of an execution' })),
    schemeNo: Type.Optional(Type.String({ maxLength: 20 })),
    customerCode: Type.Optional(Type.String({ maxLength: 64 })),
    keyword: Type.Optional(Type.String({ maxLength: 100, description: 'of a line or a period' })),
    after: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,18}/[0-9]{1,9}$', description: 'the next of the page before' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  data: Type.Object({
    next: nullable(Type.String({ description: 'where the next page goes on' })),
    records: Type.Array(
      Type.Object({
        no: text,
        lineNo: Type.Integer(),
        schemeNo: text,
        fundingNo: Type.Integer(),
        customerCode: text,
        customerName: text,
        period: text,
        firstDay: text,
        lastDay: text,
        basis: text,
        unitAmount: nullable(money),
        ratePercent: nullable(text),
        ladderKind: nullable(text),
        ladder: nullable(text),
        units: nullable(Type.Integer()),
        volumeAmount: nullable(money),
        settledBefore: nullable(money),
        calculatedAmount: nullable(money),
        amount: money,
        recovered: money,
        currency: text,
        devices: Type.Integer(),
      }),
    ),
    payment: Type.Union([
      Type.Object({
        state: Type.Enum(['pendingSettle', 'settled', 'settledFailure']),
        amount: money,
        currency: text,
        reference: nullable(text),
      }),
      Type.Null(),
    ]),
  }),
  async handler(tx, { principal, language }, { body }) {
    const { no, schemeNo, customerCode, keyword = '', after, limit = PAGE } = body
    const [afterDocument, afterLine] = after?.split('/') ?? []
    const rows = await tx.rows(
      scoped(principal, 'scheme_settlement')
        .innerJoin('scheme_execute as d', 'd.id', 'scheme_settlement.document_id')
        .innerJoin('customer as c', 'c.code', 'scheme_settlement.customer_code')
        .select([
          sql<string>`d.id::text`.as('documentId'),
          'd.no',
          'scheme_settlement.line_no as lineNo',
          sql<string>`d.scheme_no`.as('schemeNo'),
          'scheme_settlement.funding_no as fundingNo',
          'scheme_settlement.customer_code as customerCode',
          sql<string>`case ${language} when 'zh' then c.name_zh else c.name_en end`.as('customerName'),
          'scheme_settlement.period',
          sql<string>`scheme_settlement.first_day::text`.as('firstDay'),
          sql<string>`scheme_settlement.last_day::text`.as('lastDay'),
          'scheme_settlement.basis',
          sql<string | null>`scheme_settlement.unit_amount::text`.as('unitAmount'),
          sql<string | null>`scheme_settlement.rate_percent::text`.as('ratePercent'),
          'scheme_settlement.ladder_kind as ladderKind',
          'scheme_settlement.ladder',
          'scheme_settlement.units',
          sql<string | null>`scheme_settlement.volume_amount::text`.as('volumeAmount'),
          sql<string | null>`scheme_settlement.settled_before::text`.as('settledBefore'),
          sql<string | null>`scheme_settlement.calculated_amount::text`.as('calculatedAmount'),
          sql<string>`scheme_settlement.amount::text`.as('amount'),
          sql<string>`${sql.raw(takenBack('scheme_settlement'))}::numeric(20,2)::text`.as('recovered'),
          'scheme_settlement.currency',
          sql<number>`(select count(*) from device_claim k where k.document_id = d.id and k.line_no = scheme_settlement.line_no
            and k.state in ('paid', 'recovered'))::int`.as('devices'),
        ])
        .where(no === undefined ? sql<SqlBool>`true` : sql<SqlBool>`d.no = ${no}`)
        .where(schemeNo === undefined ? sql<SqlBool>`true` : sql<SqlBool>`d.scheme_no = ${schemeNo}`)
        .where(no === undefined && schemeNo === undefined ? sql<SqlBool>`false` : sql<SqlBool>`true`)
        .where(
          customerCode === undefined
            ? sql<SqlBool>`true`
            : sql<SqlBool>`scheme_settlement.customer_code = ${customerCode}`,
        )
        .where(lineMatches(keyword))
        .where(
          after === undefined
            ? sql<SqlBool>`true`
            : sql<SqlBool>`(d.id < ${afterDocument}::bigint or d.id = ${afterDocument}::bigint and scheme_settlement.line_no > ${afterLine}::int)`,
        )
        .orderBy('d.id', 'desc')
        .orderBy('scheme_settlement.line_no')
        .limit(limit + 1),
    )
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const payment = rows.length > 0 && no !== undefined ? await tx.first(paymentOf(no)) : null
    return {
      records: rows.slice(0, limit).map(({ documentId: _id, ...row }) => row),
      next: last ? `${last.documentId}/${last.lineNo}` : null,
      payment: payment
        ? {
            state: PAYMENT_STATES[payment.state as keyof typeof PAYMENT_STATES] ?? 'pendingSettle',
            amount: payment.amount,
            currency: payment.currency,
            reference: payment.reference,
          }
        : null,
    }
  },
})

export const settlementRoutes: readonly Route[] = [settlement]
