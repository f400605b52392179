import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { Type } from 'typebox'
import { bindDocument, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import type { EffectBody } from '#kernel/engine/definition/effect.ts'
import { documentBody } from '#kernel/engine/effects/document-body.ts'
import { money, nullable } from '#kernel/platform/http/wire-schemas.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { serveDocument } from '#kernel/services/area/served-document.ts'
import { type LineOver, linesOverFact, refuseLinesOver } from '../shared/lines-over.server.ts'
import { jobTitleFact } from '../shared/job-title.facts.ts'
import { priceNames, titledIn } from '../shared/price-names.server.ts'
import { hold, released, writtenToList } from '../shared/price.plans.ts'
import { priceFacts } from '../shared/price-lines.facts.ts'
import {
  checkPrices,
  computedLines,
  isBelowFloor,
  largestCut,
  type PriceFacts,
  warnUnchanged,
} from '../shared/price-lines.rules.ts'
import { PRICE_ROLE } from '../shared/price-role.ts'
import { KNOWS_THE_FLOOR, pricesShownTo } from '../shared/price-secrets.ts'
import { reviewFigures } from './review-figures.server.ts'
import { actPlans, checkAct, idleActs, reviewActFact, type ReviewActFacts } from './review-acts.server.ts'
import { type PriceReview, priceReview } from './price-review.doc.ts'

/** The facts of the rules, the job title of whoever drafts, and what an act on an approved one finds. */
interface ReviewFacts extends PriceFacts {
  readonly creatorRole: string | null
  readonly acting: ReviewActFacts | null
  readonly linesOver: readonly LineOver[]
}

const OF_HEADQUARTERS: ReadonlySet<string> = new Set(['costBasis', 'costOrigin', 'margin', 'floorMargin'])

/** What a data centre is told: the prices, without what they cost and bring. */
const pricesBody: EffectBody = (subject) => {
  const { lines, ...body } = documentBody(subject) as { readonly lines: readonly Readonly<Record<string, unknown>>[] }
  const shown = (line: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(line).filter(([name]) => !OF_HEADQUARTERS.has(name)))
  return { ...body, lines: lines.map(shown) }
}

const releaseAll =
  () =>
  ({ id }: Subject<PriceReview>): Postings => ({ legs: [], writes: [released(id)] })

export const priceReviewDocument = bindDocument<PriceReview, ReviewFacts>({
  definition: priceReview,
  load: {
    facts: {
      ...priceFacts(priceReview),
      creatorRole: jobTitleFact,
      acting: reviewActFact,
      linesOver: linesOverFact,
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
    titled: titledIn('price_review'),
    shownTo: (reader, _header, lines) => pricesShownTo(reader, lines),
    secretOutcomes: { belowFloor: KNOWS_THE_FLOOR },
    secretRights: () => Object.values(PRICE_ROLE),
    idleActs,
    taskFacts: ['tradeTermCode', 'currency', 'effectiveFrom'],
  },
  post: {
    plans: {
      submit: ({ id }) => ({ legs: [], writes: [hold(id)] }),
      approve({ id }, { linesOver }) {
        refuseLinesOver(linesOver)
        return { legs: [], writes: writtenToList(id) }
      },
      ...releasePlans(releaseAll),
      ...actPlans,
    },
    effects: { financePush: documentBody, dataCentrePush: pricesBody },
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
  check: {
    summary: 'Check a price review before it is submitted, with the prices and costs of now',
    warn: warnUnchanged,
  },
})
