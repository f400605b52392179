import { Type } from 'typebox'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { pageOf } from '#kernel/platform/http/paging.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { rightsOf } from '../shared/scheme-document.ts'
import { SCHEME_TYPES } from '../shared/scheme-types.ts'
import { RUN_SHOWN, WITHHOLD_KINDS } from './withhold-run.ts'
import { lookThrough, type RunAsked, schemeViews, sumsOf } from './withhold-run.queries.ts'

const { view: VIEW, submit: SUBMIT } = rightsOf('withhold')
const BASE = '/aps/scheme/withholdRun'
const optional = (max: number) => Type.Optional(Type.Union([Type.String({ maxLength: max }), Type.Null()]))

/** Filters of a month, shared by the list, its sums, its file and the documents. */
export const runFilters = {
  idcCode: Type.String({ minLength: 1, maxLength: 8 }),
  year: Type.Integer({ minimum: 2000, maximum: 2100 }),
  month: Type.Integer({ minimum: 1, maximum: 12 }),
  schemeNo: optional(20),
  customerCode: optional(64),
  schemeType: Type.Optional(Type.Union([Type.Enum([...SCHEME_TYPES]), Type.Null()])),
  show: Type.Optional(Type.Union([Type.Enum([...RUN_SHOWN]), Type.Null()])),
}

const listBody = Type.Object(
  {
    page: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer()),
    sort: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1 })),
    ...runFilters,
  },
  { additionalProperties: false },
)

const part = Type.Object({
  fundingNo: Type.Integer(),
  forBeneficiary: text,
  productCode: nullable(text),
  budgetCode: text,
  kind: Type.Enum([...WITHHOLD_KINDS]),
  basis: text,
  basisVolume: nullable(text),
  unitAmount: nullable(money),
  ratePercent: nullable(text),
  ladder: nullable(text),
  expected: nullable(money),
  accrued: money,
  withholdable: money,
  amount: money,
  isClosed: Type.Boolean({ description: 'no amount may be typed either' }),
  isWarning: Type.Boolean(),
  nothing: nullable(text),
})

const proposed = Type.Object({
  schemeNo: text,
  name: text,
  schemeType: text,
  currency: text,
  ownerAccount: text,
  withholdRate: text,
  endsOn: text,
  postingDate: text,
  accrued: money,
  withholdable: money,
  amount: money,
  warnings: Type.Array(text),
  parts: Type.Array(part),
})

const list = defineRoute({
  method: 'POST',
  path: `${BASE}/queryByPage`,
  right: VIEW,
  summary: 'What the running schemes of an area would withhold in a month, part by part, and why nothing where nothing',
  mode: 'read',
  body: listBody,
  data: Type.Object({ records: Type.Array(proposed), recordTotal: Type.Integer(), capped: Type.Boolean() }),
  async handler(tx, context, { body }) {
    const found = await lookThrough(tx, context, body as RunAsked)
    const { limit, offset } = pageOf(body)
    const records = await schemeViews(tx, context.language, found.slice(offset, offset + limit))
    return { records, recordTotal: found.length, capped: false }
  },
})

const sum = defineRoute({
  method: 'POST',
  path: `${BASE}/sum`,
  right: VIEW,
  summary: 'What the proposal of a month comes to, one record a currency',
  mode: 'read',
  body: listBody,
  data: Type.Array(
    Type.Object({ currency: text, schemeCount: Type.Integer(), partCount: Type.Integer(), amount: money }),
  ),
  handler: async (tx, context, { body }) => sumsOf(await lookThrough(tx, context, body as RunAsked)),
})

/** Most rows of one run; one more is read to detect an excess. */
const MOST_ROWS = 20_000

const rows = defineRoute({
  method: 'POST',
  path: `${BASE}/rows`,
  right: SUBMIT,
  summary: 'The whole proposal of a month as rows of the run that makes its documents; without a page',
  mode: 'read',
  body: Type.Object(runFilters, { additionalProperties: false }),
  data: Type.Object({
    records: Type.Array(
      Type.Object({
        schemeNo: text,
        fundingNo: Type.Integer(),
        kind: Type.Enum([...WITHHOLD_KINDS]),
        currency: text,
        amount: money,
      }),
    ),
    total: Type.Integer(),
  }),
  async handler(tx, context, { body }) {
    const found = await lookThrough(tx, context, body as RunAsked)
    const all = found.flatMap(({ proposal }) =>
      proposal.parts
        .filter((each) => each.amount.gt(0))
        .map(({ funding, kind, amount }) => ({
          schemeNo: proposal.scheme.no,
          fundingNo: funding.fundingNo,
          kind,
          currency: proposal.scheme.currency,
          amount: amountText(amount),
        })),
    )
    return { records: all.slice(0, MOST_ROWS + 1), total: all.length }
  },
})

export const withholdRunRoutes: readonly Route[] = [list, sum, rows]
