import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { bindDocument, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { serveDocument } from '#kernel/services/area/served-document.ts'
import { type LineOver, linesOverFact, refuseLinesOver } from '../shared/lines-over.server.ts'
import { jobTitleFact } from '../shared/job-title.facts.ts'
import { priceNames, titledIn } from '../shared/price-names.server.ts'
import { hold, released, writtenToList } from '../shared/price.plans.ts'
import { localCutPercent } from '../shared/price-parameters.server.ts'
import { priceFacts } from '../shared/price-lines.facts.ts'
import { computedLines } from '../shared/price-lines.rules.ts'
import { PRICE_ROLE } from '../shared/price-role.ts'
import { KNOWS_THE_FLOOR, pricesShownTo } from '../shared/price-secrets.ts'
import { type PriceApplication, priceApplication } from './price-application.doc.ts'
import {
  type ApplicationFacts,
  askedOf,
  authorityOf,
  checkApplication,
  computedQuotes,
  type ConvertedQuote,
  ownCut,
} from './price-application.rules.ts'
import { raiseReview } from './raise-review.server.ts'
import { applicationReviews, applicationReviewsSchema } from './reviews-of.facts.ts'

const none = prepared('price.nothing', 'select')

/** Quotes ($2 in $3, seen on $4) in the currency of the application ($1). */
const quotesConverted = prepared<ConvertedQuote>(
  'price.quotes-converted',
  `select (q.n - 1)::int as row, case when q.currency = $1 then 'same' when u.rate is null then 'noRate' else 'booking' end as conversion,
     case when q.currency = $1 then q.quoted else round(q.quoted * u.rate, y.minor_digits) end::text as converted,
     q.quoted || ' ' || q.currency || ' × ' || trim_scale(u.rate) as "rateOrigin"
   from unnest($2::numeric[], $3::text[], $4::date[]) with ordinality as q (quoted, currency, day, n)
   left join currency y on y.code = $1
   left join lateral booking_rate(q.currency, $1, q.day) u on q.currency <> $1
   where q.quoted is not null and q.currency is not null and q.day is not null and $1::text is not null order by q.n`,
)

const releaseAll =
  () =>
  ({ id }: Subject<PriceApplication>): Postings => ({ legs: [], writes: [released(id)] })

export const priceApplicationDocument = bindDocument<
  PriceApplication,
  ApplicationFacts & { readonly creatorRole: string | null; readonly linesOver: readonly LineOver[] }
>({
  definition: priceApplication,
  load: {
    facts: {
      ...priceFacts(priceApplication),
      creatorRole: jobTitleFact,
      linesOver: linesOverFact,
      quoteRates: {
        actions: ['submit'],
        sight: { everybodys: 'Booking rates are those of the company' },
        statement({ content }) {
          const quotes = content?.tables.quotes ?? []
          return quotesConverted(
            content?.header.currency ?? null,
            quotes.map(({ quoted }) => quoted),
            quotes.map(({ quoteCurrency }) => quoteCurrency),
            quotes.map(({ seenOn }) => seenOn),
          )
        },
        read: (rows: ConvertedQuote[]) => rows,
      },
      localCut: {
        actions: ['submit'],
        sight: { everybodys: 'What is set in the product holds for all' },
        statement: () => none(),
        read: () => localCutPercent(),
      },
    },
    scopeOf: ({ place }) => place?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: { check: checkApplication },
  derive: {
    computed: (content, facts) => ({
      creatorRole: facts.creatorRole,
      // Not computed for a draft.
      priceCutPercent: facts.now ? amountText(ownCut(content, facts.now)) : null,
      authority: facts.now ? authorityOf(content, facts) : null,
    }),
    computedLines: (content, { now }) =>
      now
        ? computedLines(askedOf(content), now).map(({ previousPrice, changePercent, margin, floorMargin }) => ({
            previousPrice,
            changePercent,
            margin,
            floorMargin,
          }))
        : [],
    computedTables: (content, { quoteRates }) => ({ quotes: quoteRates ? computedQuotes(content, quoteRates) : [] }),
    variables: (_content, computed) => ({ priceCutPercent: Number(computed['priceCutPercent'] ?? 0) }),
  },
  present: {
    names: priceNames.of(priceApplication),
    titled: titledIn('price_application'),
    shownTo: (reader, _header, lines, table) => (table === undefined ? pricesShownTo(reader, lines) : lines),
    secretOutcomes: { authority: KNOWS_THE_FLOOR },
    secretRights: () => [PRICE_ROLE.margin, PRICE_ROLE.floor],
    taskFacts: ['tradeTermCode', 'currency', 'effectiveFrom', 'authority'],
  },
  post: {
    plans: {
      submit: ({ id }) => ({ legs: [], writes: [hold(id)] }),
      // Beyond the local authority nothing is written: the review that it becomes asks for the same.
      approve({ id, header }, { linesOver }) {
        if (header.authority !== 'within') return { legs: [], writes: [released(id)] }
        refuseLinesOver(linesOver)
        return { legs: [], writes: writtenToList(id) }
      },
      ...releasePlans(releaseAll),
    },
    within: { approve: raiseReview },
  },
})

export const served = serveDocument({
  document: priceApplicationDocument,
  namesCodes: true,
  detail: {
    summary: 'One price application with its lines, quotes and approval, and the reviews that it became',
    names: priceNames.schema,
    facts: { schema: applicationReviewsSchema, read: async (...of) => ({ ...(await applicationReviews(...of)) }) },
  },
  check: { summary: 'Check a price application before it is submitted, with the prices and costs of now' },
})
