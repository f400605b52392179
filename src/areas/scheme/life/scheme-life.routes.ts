import { type Static, Type } from 'typebox'
import { money, text } from '#kernel/platform/http/wire-schemas.ts'
import { mayAt, type RequestContext } from '#kernel/platform/access/principal.ts'
import { formInstanceId } from '#kernel/engine/approval/form-instance.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AnyDocument } from '#kernel/engine/document/server-document.ts'
import { required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import type { SchemeFact } from '../shared/funding-lines.rules.ts'
import { childrenCount, childrenOf, moneyOf, postingsCount, postingsOf, versionsOf } from './scheme-life.queries.ts'
import { behindFigure, monthsOf } from './scheme-figures.queries.ts'
import { MONEY } from './scheme-wire.ts'
import { listedScheme, moneySchema, schemeSchema } from './scheme-list.routes.ts'
import { schemeRows } from './scheme-list.queries.ts'
import { named, schemeSeen } from '../shared/scheme.facts.ts'
import { schemeNames, beneficiaryKeys, beneficiaryText } from '../drafts-and-names/scheme-names.server.ts'

const RIGHT = 'scheme.application.view'
const nullableText = Type.Union([text, Type.Null()])

/** A page continues after the last row of the previous one; only the first contains the total. */
const asked = Type.Object({
  schemeNo: Type.String({ maxLength: 20 }),
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})
const paged = { next: nullableText, recordTotal: Type.Union([Type.Integer(), Type.Null()]) }
const PAGE = 20

/** One more row was read than is shown. */
function nextOf(rows: readonly { readonly id: string }[], limit: number): string | null {
  return rows.length > limit ? (rows[limit - 1]?.id ?? null) : null
}

/** A scheme that the reader sees, by number. */
async function visible(tx: Tx, { principal }: Pick<RequestContext, 'principal'>, no: string): Promise<SchemeFact> {
  return required(schemeSeen(await tx.rows(named.scheme(no)), principal), httpErrors.notFound())
}

export type SchemeDocuments = readonly AnyDocument[]

export async function readLife(tx: Tx, context: RequestContext, definitions: SchemeDocuments, schemeNo: string) {
  const scheme = await visible(tx, context, schemeNo)
  const { fundings, id, no } = scheme
  const [[row], money, months, versions, names] = await Promise.all([
    tx.rows(schemeRows({ scope: 'all' }, { schemeNo: no }, { limit: 1, offset: 0 })),
    tx.rows(moneyOf(id)),
    tx.rows(monthsOf(definitions, id, no)),
    tx.rows(versionsOf(id)),
    schemeNames.read(tx, context.language, {
      areas: [scheme.areaId],
      people: [scheme.ownerAccount],
      ...beneficiaryKeys(fundings),
      skus: fundings.map(({ skuCode }) => skuCode),
      spus: fundings.map(({ spuCode }) => spuCode),
    }),
  ])
  const byNumber = new Map(money.map((each) => [each.fundingNo, each]))
  const { settlementPeriod, withholdRate, directExecution, endsOn, version } = scheme
  return {
    scheme: listedScheme(required(row, httpErrors.notFound()), context.language),
    terms: { settlementPeriod, withholdRate, directExecution, endsOn, version },
    parts: fundings.map((funding) => ({
      lineNo: funding.lineNo,
      forBeneficiary: beneficiaryText(funding, names),
      productCode: funding.skuCode ?? funding.spuCode,
      basis: funding.basis,
      budgetCode: funding.budgetCode,
      ...required(byNumber.get(funding.fundingNo), httpErrors.notFound()),
    })),
    months,
    versions: versions.map((each) => ({ ...each, at: each.at.toISOString() })),
    names,
  }
}

function lifeRoute(definitions: SchemeDocuments): Route {
  return defineRoute({
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
          forBeneficiary: text,
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
          round: Type.Integer({ description: 'of the document: the one that was approved' }),
          at: text,
          content: Type.Record(text, Type.Unknown()),
        }),
      ),
      names: schemeNames.schema,
    }),
    handler: (tx, context, { body }) => readLife(tx, context, definitions, body.schemeNo),
  })
}

export async function readDocuments(
  tx: Tx,
  context: RequestContext,
  definitions: SchemeDocuments,
  body: Static<typeof asked>,
) {
  const { no, scopeId } = await visible(tx, context, body.schemeNo)
  const seen = definitions.filter(({ viewRight }) => mayAt(context.principal, viewRight, scopeId))
  if (seen.length === 0) return { records: [], next: null, recordTotal: 0 }
  const { before = null, limit = PAGE } = body
  const filter = { schemeNo: no, reader: context.principal, before }
  const [rows, count] = await Promise.all([
    tx.rows(childrenOf(seen, { ...filter, limit: limit + 1 })),
    before === null ? tx.first(childrenCount(seen, filter)) : null,
  ])
  return {
    records: rows.slice(0, limit).map((row) => ({
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
    next: nextOf(rows, limit),
    recordTotal: count?.total ?? null,
  }
}

function documentsRoute(definitions: SchemeDocuments): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/scheme/documents',
    right: RIGHT,
    summary: 'The documents that go on with a scheme, newest first, of the types that the reader may see',
    mode: 'read',
    body: asked,
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
      ...paged,
    }),
    handler: (tx, context, { body }) => readDocuments(tx, context, definitions, body),
  })
}

function postingsRoute(definitions: SchemeDocuments): Route {
  return defineRoute({
    method: 'POST',
    path: '/aps/scheme/postings',
    right: RIGHT,
    summary:
      'What moved the money of a scheme from stage to stage, newest first; all of it, or what a figure of its page adds up from',
    mode: 'read',
    body: Type.Object({
      ...asked.properties,
      figure: Type.Optional(Type.Union([...MONEY, 'locked' as const].map((name) => Type.Literal(name)))),
      fundingNo: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      month: Type.Optional(Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' })),
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
          effect: Type.Union([money, Type.Null()], { description: 'what it adds to the figure' }),
          actor: text,
        }),
      ),
      ...paged,
      sums: Type.Union([Type.Partial(Type.Object({ ...moneySchema, locked: money })), Type.Null()], {
        description: 'of all that were asked for, on the first page',
      }),
    }),
    async handler(tx, context, { body }) {
      const { id, no } = await visible(tx, context, body.schemeNo)
      const { schemeNo: _no, before = null, limit = PAGE, ...filter } = body
      const question = { definitions, schemeId: id, schemeNo: no, filter }
      const isOfFigure = Object.keys(filter).length > 0
      const behind = behindFigure(question, before, limit + 1)
      const [rows, count, sums] = await Promise.all([
        tx.rows(isOfFigure ? behind.rows : postingsOf(id, before, limit + 1)),
        before === null && !isOfFigure ? tx.first(postingsCount(id)) : null,
        before === null && isOfFigure ? tx.first(behind.sums) : null,
      ])
      return {
        records: rows.slice(0, limit).map(({ documentId, round, actorZh, actorEn, at, ...row }) => ({
          documentType: row.documentType,
          documentNo: row.documentNo,
          action: row.action,
          fundingNo: row.fundingNo,
          fromStage: row.fromStage,
          toStage: row.toStage,
          amount: row.amount,
          effect: row.effect,
          at: at.toISOString(),
          formInstanceId: formInstanceId({ documentId, round }),
          actor: context.language === 'zh' ? actorZh : actorEn,
        })),
        next: nextOf(rows, limit),
        recordTotal: (count ?? sums)?.total ?? null,
        sums: sums?.sums ?? null,
      }
    },
  })
}

/** The calls of a scheme's own page; `definitions` are the documents that refer to a scheme, themselves or by their lines. */
export function schemeLifeRoutes(definitions: SchemeDocuments): readonly Route[] {
  return [lifeRoute(definitions), documentsRoute(definitions), postingsRoute(definitions)]
}
