import type { Refusal } from '#kernel/base/errors/errors.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { entriesOf } from '#kernel/engine/definition/code-list.ts'
import type { InputOf } from '#kernel/engine/definition/definition.ts'
import type { FactSpec, Postings, Subject } from '#kernel/engine/document/server-document.ts'
import { priceErrors } from '../price.errors.ts'
import { dayOf } from '../shared/price-sql.ts'
import { heldAsShown, priceHolder, type WithHolder } from '../shared/held-by.server.ts'
import { heldRefusal } from '../shared/held.rules.ts'
import type { PriceReview } from './price-review.doc.ts'

// What is done to the rows of an approved review: they end early, are revoked before they begin, or are extended.

const REVIEW_ACTS = ['endEarly', 'revoke', 'extend'] as const

type ReviewAct = (typeof REVIEW_ACTS)[number]
type ActInput = InputOf<PriceReview, ReviewAct>

/** What such an act finds, all of it as of now. */
export interface ReviewActFacts {
  readonly now: Date
  readonly actorId: number
  /** In the zone of the review's organisation. */
  readonly today: string
  /** Products of its lines. */
  readonly skuCodes: readonly string[]
  /** Rows that each act would be about. */
  readonly rows: Readonly<Record<ReviewAct, number>>
  /** What an extension would run into. */
  readonly inTheWay: { readonly skuCode: string; readonly no: string; readonly heldBy: string | null } | null
}

type FoundActFacts = Omit<ReviewActFacts, 'now' | 'actorId' | 'inTheWay'> & {
  readonly inTheWay: WithHolder<NonNullable<ReviewActFacts['inTheWay']>> | null
}

const factsOf = prepared<FoundActFacts>(
  'price.review-act-facts',
  `select (($4::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date::text as today,
     (select array_agg(l.sku_code) from price_review_line l where l.document_id = d.id and l.round = d.round) as "skuCodes",
     json_build_object(
       'endEarly', (select count(*) from price_acted(d.id, 'endEarly', $2, $3, $4)), 'revoke', (select count(*) from price_acted(d.id, 'revoke', $2, $3, $4)),
       'extend', (select count(*) from price_acted(d.id, 'extend', $2, $3, $4))) as rows,
     (select json_build_object('skuCode', w.sku_code, 'no', w.document_no, 'heldBy', case when w.is_held then (
         select ${priceHolder()} from price_hold h join price_key k on k.id = h.key_id
         where h.document_no = w.document_no and k.sku_code = w.sku_code limit 1) end)
      from price_in_the_way(d.id, $2, $3, $4) w limit 1) as "inTheWay"
   from price_review d join organisation o on o.id = d.scope_id where d.id = $1`,
)

/** The acts that would change no price of a review: nothing ends after today, nothing is still to begin, nothing has a last day. */
export const idleActs = prepared<{ act: ReviewAct }>(
  'price.idle-acts',
  `select a.act from price_review d join organisation o on o.id = d.scope_id
   cross join lateral (values ('endEarly', ${dayOf('$2::timestamptz')}), ('revoke', null), ('extend', date '9999-12-30')) a (act, day)
   where d.id = $1 and not exists (select from price_acted(d.id, a.act, null, a.day, $2))`,
)

const acted = prepared('price.act', 'select price_act($1, $2, $3, $4, $5, $6, $7)')

/** The products that an act names; null means all of the review. */
function productsIn({ skuCodes }: Pick<ActInput, 'skuCodes'>): readonly string[] | null {
  const named = entriesOf(skuCodes)
  return named.length > 0 ? named : null
}

const dayIn = (input: ActInput): string | null => ('day' in input ? input.day : null)

export const reviewActFact: FactSpec<PriceReview, ReviewActFacts | null, never> = {
  actions: REVIEW_ACTS,
  sight: 'stored',
  statement({ documentId, input, now }) {
    const given = input as ActInput | null
    return factsOf(documentId, given && productsIn(given), given && dayIn(given), now)
  },
  read: ([found]: FoundActFacts[], { now, principal }) =>
    found
      ? { ...found, inTheWay: found.inTheWay && heldAsShown(principal, found.inTheWay), now, actorId: principal.userId }
      : null,
}

interface Facts {
  readonly acting: ReviewActFacts | null
}

const NOTHING = {
  endEarly: priceErrors.nothingToEnd,
  revoke: priceErrors.nothingToRevoke,
  extend: priceErrors.nothingToExtend,
} as const

/** Refusals of an act: products of another document, a day that is over, nothing left to act on, and prices in the way. */
function check(act: ReviewAct, input: ActInput, facts: ReviewActFacts): readonly Refusal[] {
  const strangers = (productsIn(input) ?? []).filter((code) => !facts.skuCodes.includes(code))
  if (strangers.length > 0)
    return strangers.map((product) => priceErrors.notOfReview({ product }, { field: 'skuCodes' }))
  const day = dayIn(input)
  if (day !== null && day < facts.today) return [priceErrors.dayIsOver({ today: facts.today }, { field: 'day' })]
  if (facts.rows[act] === 0) return [NOTHING[act]({}, { field: day === null ? 'skuCodes' : 'day' })]
  if (act !== 'extend' || !facts.inTheWay) return []
  const { skuCode: product, no, heldBy } = facts.inTheWay
  const at = { field: 'day' }
  return [heldBy === null ? priceErrors.laterPrice({ product, no }, at) : heldRefusal(heldBy, at)]
}

/** The check of each act. */
export const checkAct = {
  endEarly: (input: ActInput, { acting }: Facts) => check('endEarly', input, acting!),
  revoke: (input: ActInput, { acting }: Facts) => check('revoke', input, acting!),
  extend: (input: ActInput, { acting }: Facts) => check('extend', input, acting!),
}

const planOf =
  (act: ReviewAct) =>
  ({ id, input }: Subject<PriceReview, ActInput>, { acting }: Facts): Postings => {
    const { now, actorId } = acting!
    return { legs: [], writes: [acted(id, act, productsIn(input), dayIn(input), now, actorId, input.reason)] }
  }

/** The plan of each act. */
export const actPlans = { endEarly: planOf('endEarly'), revoke: planOf('revoke'), extend: planOf('extend') }
