import { requireDays } from '#kernel/engine/read-list/require-days.ts'
import { type TProperties, Type } from 'typebox'
import { sql } from 'kysely'
import { limitMark } from '#kernel/platform/access/limits.ts'
import { qb, statementOf } from '#kernel/platform/db/statement.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { TOTAL_LIMIT } from '#kernel/platform/http/totals.ts'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { rowSchema } from '#kernel/engine/read-list/list-schemas.ts'
import { keptSums, serveList } from '#kernel/engine/read-list/serve-list.ts'
import type { ListQuery } from '#kernel/engine/read-list/serving.ts'
import { rightsOf } from '../shared/scheme-document.ts'
import { dismissProposal, makeApplication } from './make-application.server.ts'
import { priceProtection as en } from './proposal.en.ts'
import { priceProtection as zh } from './proposal.zh.ts'
import { proposals } from './proposal.list.ts'
import {
  type ProposalFilters,
  proposalLines,
  proposalRows,
  proposalsOf,
  proposalSums,
  proposalView,
} from './proposal.queries.ts'
import { PROPOSAL_API, PROPOSALS } from './proposal-wire.ts'

type Query = ListQuery<ProposalFilters, undefined>

const rowsOf = ({ principal, language, asked, sort }: Query) => proposalRows(principal, language, asked, sort)

export const proposalList = serveList(proposals, {
  check: (asked: ProposalFilters) => requireDays(asked, ['referenceDayFrom', 'referenceDayTo']),
  summaries: {
    page: 'Proposals of price protection: what a price cut would cost for the stock of customers, and what became of it',
    count: 'How many proposals of price protection match',
  },
  row: Type.Object({
    ...(rowSchema(proposals) as { properties: TProperties }).properties,
    applicationId: nullable(text),
    effectiveAt: text,
    amount: nullable(money),
  }),
  address: ({ principal, asked }: Query) => ({
    kind: PROPOSALS,
    filters: [PROPOSALS, asked, limitMark(principal)],
    scope: principal.scope,
  }),
  page: async (tx, query, { limit, offset }) =>
    (await tx.rows(statementOf(rowsOf(query).limit(limit).offset(offset)))).map(proposalView),
  count: ({ principal, asked }) =>
    statementOf(
      qb
        .selectFrom(
          proposalsOf(principal, asked)
            .select('price_protection_proposal.id')
            .limit(TOTAL_LIMIT + 1)
            .as('found'),
        )
        .select(sql<number>`count(*)::int`.as('total')),
    ),
  sums: {
    summary: 'What these proposals come to, one record a currency',
    read: (tx, { principal, asked }, address) => keptSums(tx, address, statementOf(proposalSums(principal, asked))),
  },
  key: 'id',
  texts: { priceProtection: { en, zh } },
  rows: (query) => statementOf(rowsOf(query)),
  rowOf: (_query, row) => proposalView(row as Parameters<typeof proposalView>[0]),
})

const id = Type.String({ pattern: '^[1-9][0-9]{0,17}$' })
const one = Type.Object({ id }, { additionalProperties: false })
const { view, submit } = rightsOf('application')

const detail = defineRoute({
  method: 'POST',
  path: `${PROPOSAL_API}/detail`,
  right: view,
  summary: 'The units of a proposal of price protection by customer and product, the dearest first',
  mode: 'read',
  body: one,
  data: Type.Object({
    lineTotal: Type.Integer(),
    lines: Type.Array(
      Type.Object({
        customerCode: text,
        customerName: text,
        skuCode: text,
        skuName: text,
        oldPrice: money,
        newPrice: money,
        drop: money,
        units: Type.Integer(),
        corrected: Type.Integer({ description: 'units whose invoice was corrected for the price already' }),
        amount: money,
      }),
    ),
  }),
  async handler(tx, { principal, language }, { body }) {
    const found = await tx.rows(statementOf(proposalLines(principal, language, body.id)))
    return { lineTotal: found[0]?.lineTotal ?? 0, lines: found.map(({ lineTotal: _total, ...line }) => line) }
  },
})

const use = defineRoute({
  method: 'POST',
  path: `${PROPOSAL_API}/apply`,
  right: submit,
  summary: 'Make the draft of an application for price protection from a proposal',
  mode: 'write',
  body: one,
  data: Type.Object({ id: text, no: text }),
  async handler(tx, context, { body }) {
    const { id: draftId, no } = await makeApplication(tx, context, body.id)
    return { id: draftId, no }
  },
})

const dismiss = defineRoute({
  method: 'POST',
  path: `${PROPOSAL_API}/dismiss`,
  right: submit,
  summary: 'Dismiss a proposal of price protection, with the reason',
  mode: 'write',
  body: Type.Object(
    { id, reason: Type.String({ minLength: 1, maxLength: 500, pattern: String.raw`\S` }) },
    { additionalProperties: false },
  ),
  data: Type.Object({ id: text }),
  async handler(tx, context, { body }) {
    await dismissProposal(tx, context, body.id, body.reason.trim())
    return { id: body.id }
  },
})

export const proposalRoutes: readonly Route[] = [...proposalList.routes, detail, use, dismiss]
