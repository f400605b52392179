import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { Type } from 'typebox'
import { bindDocument, type LineReader, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import { documentBody } from '#kernel/engine/effects/document-body.ts'
import { money, nullable } from '#kernel/platform/http/wire-schemas.ts'
import { may } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { serveDocument } from '#kernel/services/area/served-document.ts'
import { priceNames, titledReviews } from '../shared/price-names.server.ts'
import { priceFacts } from '../shared/price-lines.facts.ts'
import { checkPrices, computedLines, isBelowFloor, largestCut, type PriceFacts } from '../shared/price-lines.rules.ts'
import { PRICE_ROLE } from '../shared/price-role.ts'
import { reviewFigures } from './review-figures.server.ts'
import { actPlans, checkAct, reviewActFact, type ReviewActFacts } from './review-acts.server.ts'
import { type PriceReview, priceReview } from './price-review.doc.ts'

/** The facts of the rules, the job title of whoever drafts, and what an act on an approved one finds. */
interface ReviewFacts extends PriceFacts {
  readonly creatorRole: string | null
  readonly acting: ReviewActFacts | null
}

const jobTitleOf = prepared<{ title: string | null }>(
  'price.job-title',
  'select job_title as title from app_user where id = $1',
)
const hold = prepared('price.hold', 'select price_hold_take($1)')
const released = prepared('price.release', 'delete from price_hold where document_id = $1')
const applied = prepared('price.apply', 'select price_apply($1)')

const releaseAll =
  () =>
  ({ id }: Subject<PriceReview>): Postings => ({ legs: [], writes: [released(id)] })

/** Cost, margin and floor are shown to people who hold the right to each, also to drafters. */
function shownTo({ principal }: LineReader, _: unknown, lines: readonly Readonly<Record<string, unknown>>[]) {
  const hidden = {
    ...(may(principal, PRICE_ROLE.cost) ? {} : { costBasis: null }),
    ...(may(principal, PRICE_ROLE.margin) ? {} : { margin: null }),
    ...(may(principal, PRICE_ROLE.floor) ? {} : { floorMargin: null }),
  }
  return Object.keys(hidden).length === 0 ? lines : lines.map((line) => ({ ...line, ...hidden }))
}

export const priceReviewDocument = bindDocument<PriceReview, ReviewFacts>({
  definition: priceReview,
  load: {
    facts: {
      ...priceFacts(priceReview),
      creatorRole: {
        actions: ['submit'],
        sight: { everybodys: 'The job title of the person who asks' },
        statement: ({ principal }) => jobTitleOf(principal.userId),
        read: ([row]: { title: string | null }[]) => row?.title ?? null,
      },
      acting: reviewActFact,
    },
    scopeOf: ({ place }) => place?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: { check: checkPrices, checkAct },
  derive: {
    computed: (content, { now, creatorRole }) => ({
      creatorRole,
      // Not computed for a draft.
      priceCutPercent: now ? amountText(largestCut(content, now)) : null,
    }),
    computedLines: (content, { now }) => (now ? computedLines(content, now) : []),
    variables: (content, computed, { now }) => ({
      belowFloor: isBelowFloor(content, now),
      retro: content.header.retro === 'yes',
      priceCutPercent: Number(computed['priceCutPercent'] ?? 0),
    }),
  },
  present: {
    names: priceNames.of(priceReview),
    titled: titledReviews,
    shownTo,
    secretRights: () => Object.values(PRICE_ROLE),
    taskFacts: ['tradeTermCode', 'currency', 'effectiveFrom'],
  },
  post: {
    plans: {
      submit: ({ id }) => ({ legs: [], writes: [hold(id)] }),
      approve: ({ id }) => ({ legs: [], writes: [applied(id)] }),
      ...releasePlans(releaseAll),
      ...actPlans,
    },
    effects: { financePush: documentBody },
  },
})

const figures = {
  soldUnits: Type.Integer(),
  marginBefore: nullable(money),
  marginAfter: nullable(money),
  stockUnits: Type.Integer(),
  protection: money,
  fallsOut: Type.Integer(),
}
const figuresSchema = Type.Object({
  days: Type.Integer(),
  lines: Type.Array(Type.Object({ lineNo: Type.Integer(), ...figures })),
  leftOut: Type.Integer(),
  total: Type.Object(figures),
})

export const served = serveDocument({
  document: priceReviewDocument,
  namesCodes: true,
  detail: {
    summary: 'One price review with its lines, its approval and the figures to decide on',
    names: priceNames.schema,
    facts: {
      schema: figuresSchema,
      read: async (tx, context, document) => ({ ...(await reviewFigures(tx, context, document)) }),
    },
  },
  check: { summary: 'Check a price review before it is submitted, with the prices and costs of now' },
})
