import { Type } from 'typebox'
import { may, type RequestContext } from '#kernel/access/principal.ts'
import { formInstanceId } from '#kernel/approval/form-instance.ts'
import { statementOf } from '#kernel/db/statement.ts'
import type { Tx } from '#kernel/db/tx.ts'
import { totalSchema } from '#kernel/document/document.routes.ts'
import { pageOf } from '#kernel/document/list-query.ts'
import type { AnyDocument } from '#kernel/document/server-document.ts'
import { countedTotal, knownTotal, type TotalAddress } from '#kernel/document/totals.ts'
import { exportColumn } from '#kernel/downloads/export-columns.ts'
import type { ListExport } from '#kernel/downloads/list-export.ts'
import { required } from '#kernel/errors/errors.ts'
import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/http/route.ts'
import { textAt } from '#kernel/i18n/texts.ts'
import type { SchemeFact } from '../scheme-parts.rules.ts'
import { SCHEME_STATES, SCHEME_TYPES } from '../scheme-types.ts'
import { childrenOf, moneyOf, monthsOf, postingsOf, versionsOf } from './scheme-life.queries.ts'
import { schemeCount, type SchemeListRequest, schemeRows, schemeSums } from './scheme-list.queries.ts'
import { named, readScheme } from './scheme.facts.ts'
import { schemeNames, schemeNamesSchema } from './scheme-names.ts'

const RIGHT = 'scheme.application.view'
const text = Type.String()
const nullableText = Type.Union([text, Type.Null()])
const money = Type.String({ description: 'decimal text with two decimals' })
const MONEY = ['approved', 'committed', 'accrued', 'executed', 'released'] as const
const moneySchema = Object.fromEntries(MONEY.map((name) => [name, money]))

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

const schemeSchema = {
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

function wireOf({ ownerAccount, ownerZh, ownerEn, ...row }: ListedRow, language: RequestContext['language']) {
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
    const records = rows.map((row) => wireOf(row, context.language))
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
  summary: 'What the matching schemes come to, one record a currency',
  mode: 'read',
  body: listBody,
  data: Type.Array(Type.Object({ currency: text, schemeCount: Type.Integer(), ...moneySchema })),
  async handler(tx, { principal }, { body }) {
    return (await tx.rows(schemeSums(principal, body))) as never
  },
})

/** A scheme that the reader sees, by its number. */
async function visible(tx: Tx, { principal }: Pick<RequestContext, 'principal'>, no: string): Promise<SchemeFact> {
  return required(readScheme(await tx.rows(named.scheme(no)), principal), httpErrors.notFound())
}

/** The calls of a scheme's own page; `definitions` are the documents that name a scheme. */
export function schemeRoutes(definitions: readonly AnyDocument[]): readonly Route[] {
  const detail = defineRoute({
    method: 'POST',
    path: '/aps/scheme/detail',
    right: RIGHT,
    summary: 'The whole life of a scheme: its terms, its money by part and by month, its versions',
    mode: 'read',
    body: Type.Object({ schemeNo: Type.String({ maxLength: 20 }) }),
    data: Type.Object({
      scheme: Type.Object(schemeSchema),
      terms: Type.Record(text, Type.Union([text, Type.Number(), Type.Boolean(), Type.Null()])),
      parts: Type.Array(
        Type.Object({
          fundingNo: Type.Integer(),
          lineNo: Type.Integer(),
          customerCode: text,
          productCode: nullableText,
          basis: text,
          budgetCode: text,
          locked: money,
          ...moneySchema,
        }),
      ),
      months: Type.Array(Type.Object({ month: text, accrued: money, executed: money, released: money })),
      versions: Type.Array(
        Type.Object({
          version: Type.Integer(),
          documentType: text,
          documentNo: nullableText,
          documentId: text,
          at: text,
          content: Type.Record(text, Type.Unknown()),
        }),
      ),
      names: schemeNamesSchema,
    }),
    async handler(tx, context, { body }) {
      const scheme = await visible(tx, context, body.schemeNo)
      const { fundings, id, no } = scheme
      const [[row], money, months, versions, names] = await Promise.all([
        tx.rows(schemeRows({ scope: 'all' }, { schemeNo: no }, { limit: 1, offset: 0 })),
        tx.rows(moneyOf(id)),
        tx.rows(monthsOf(definitions, id, no)),
        tx.rows(versionsOf(id)),
        schemeNames(
          tx,
          context.language,
          [{ areaId: scheme.areaId, ownerAccount: scheme.ownerAccount }],
          fundings.map(({ customerCode, skuCode, spuCode }) => ({ customerCode, skuCode, spuCode })),
        ),
      ])
      const byNumber = new Map(money.map((each) => [each.fundingNo, each]))
      const { settlementPeriod, withholdRate, directExecution, endsOn, version } = scheme
      return {
        scheme: wireOf(required(row, httpErrors.notFound()), context.language) as never,
        terms: { settlementPeriod, withholdRate, directExecution, endsOn, version },
        parts: fundings.map((funding) => ({
          lineNo: funding.lineNo,
          customerCode: funding.customerCode,
          productCode: funding.skuCode ?? funding.spuCode,
          basis: funding.basis,
          budgetCode: funding.budgetCode,
          ...required(byNumber.get(funding.fundingNo), httpErrors.notFound()),
        })) as never,
        months,
        versions: versions.map((each) => ({ ...each, at: each.at.toISOString() })),
        names,
      }
    },
  })

  const documents = defineRoute({
    method: 'POST',
    path: '/aps/scheme/documents',
    right: RIGHT,
    summary: 'The documents that go on with a scheme, newest first, of the types that the reader may see',
    mode: 'read',
    body: Type.Object({
      schemeNo: Type.String({ maxLength: 20 }),
      page: Type.Optional(Type.Integer()),
      limit: Type.Optional(Type.Integer()),
    }),
    data: Type.Object({
      records: Type.Array(
        Type.Object({
          documentType: text,
          id: text,
          no: text,
          state: text,
          amount: nullableText,
          postingDate: nullableText,
          createdAt: text,
          drafter: Type.Object({ account: text, name: text }),
          formInstanceId: nullableText,
        }),
      ),
      recordTotal: Type.Integer(),
    }),
    async handler(tx, context, { body }) {
      const { no } = await visible(tx, context, body.schemeNo)
      const seen = definitions.filter(({ viewRight }) => may(context.principal, viewRight))
      if (seen.length === 0) return { records: [], recordTotal: 0 }
      const paging = pageOf(body)
      const rows = await tx.rows(childrenOf(seen, { schemeNo: no, userId: context.principal.userId, ...paging }))
      return {
        records: rows.map((row) => ({
          documentType: row.type,
          id: row.id,
          no: row.no,
          state: row.state,
          amount: row.amount,
          postingDate: row.postingDate,
          createdAt: row.createdAt.toISOString(),
          drafter: {
            account: row.drafterAccount,
            name: context.language === 'zh' ? row.drafterZh : row.drafterEn,
          },
          formInstanceId: row.round > 0 ? formInstanceId({ documentId: row.id, round: row.round }) : null,
        })),
        recordTotal: rows[0]?.total ?? 0,
      }
    },
  })

  const postings = defineRoute({
    method: 'POST',
    path: '/aps/scheme/postings',
    right: RIGHT,
    summary: 'What moved the money of a scheme from stage to stage, newest first',
    mode: 'read',
    body: Type.Object({
      schemeNo: Type.String({ maxLength: 20 }),
      page: Type.Optional(Type.Integer()),
      limit: Type.Optional(Type.Integer()),
    }),
    data: Type.Object({
      records: Type.Array(
        Type.Object({
          at: text,
          documentType: text,
          documentNo: nullableText,
          formInstanceId: text,
          action: text,
          fundingNo: Type.Integer(),
          fromStage: text,
          toStage: text,
          amount: money,
          actor: text,
        }),
      ),
      recordTotal: Type.Integer(),
    }),
    async handler(tx, context, { body }) {
      const { id } = await visible(tx, context, body.schemeNo)
      const { limit, offset } = pageOf(body)
      const rows = await tx.rows(postingsOf(id, limit, offset))
      return {
        records: rows.map(({ documentId, round, actorZh, actorEn, at, ...row }) => ({
          ...row,
          at: at.toISOString(),
          formInstanceId: formInstanceId({ documentId, round }),
          actor: context.language === 'zh' ? actorZh : actorEn,
        })),
        recordTotal: rows[0]?.total ?? 0,
      }
    },
  })

  return [list, count, sum, detail, documents, postings]
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
