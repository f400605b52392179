import { randomUUID } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { isDay } from '#kernel/base/clock/day.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { amount } from '#kernel/base/money/money.ts'
import { commandOf } from '#kernel/engine/document/action/command.ts'
import { runActionIn } from '#kernel/engine/document/action/run-action.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { SELECTION_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { money, nullable, oneOf, text } from '#kernel/platform/http/wire-schemas.ts'
import { classificationsOf } from '../classification/move-rows.queries.ts'
import { priceErrors } from '../price.errors.ts'
import { roundingSchema } from '../rounding/percent-price.routes.ts'
import { roundingRules } from '../rounding/rounding.server.ts'
import { priceReview } from '../review/price-review.doc.ts'
import { priceReviewDocument } from '../review/price-review.document.ts'
import { type Chosen, chosenBody, chosenIds, requireFewEnough } from '../shared/chosen.server.ts'
import { type RoundingOf, ruleOf } from '../shared/price-rounding.rules.ts'
import { BASES } from '../shared/price-terms.ts'
import { draftTitles } from '../locale/change-texts.ts'
import { heldAsShown } from '../shared/held-by.server.ts'
import { chosenPrices } from './chosen-prices.queries.ts'
import {
  type AskedChange,
  type ChangeDraft,
  CHANGE_WAYS,
  draftsOf,
  LEFT_OUT,
  PRODUCT_KINDS,
} from './price-change.rules.ts'

const RIGHT = 'price.review.submit'
/** Drafts that one change makes at most. */
const MOST_DRAFTS = 100
/** Lines of each that are shown before it is made. */
const EXAMPLES = 3

const day = Type.String({ maxLength: 10 })
const change = {
  way: oneOf(CHANGE_WAYS),
  value: Type.Optional(
    nullable(
      Type.String({
        pattern: String.raw`^-?\d{1,12}(\.\d{1,2})?$`,
        description: 'percent, amount or price; none for same',
      }),
    ),
  ),
  effectiveFrom: day,
  effectiveTo: Type.Optional(nullable(day)),
  classificationCode: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
}
const changeBody = Type.Object(change, { additionalProperties: false })

const invalid = (field: string, reason = 'invalid') =>
  new Refused(httpErrors.invalidField({ field, reason }, { field }))

function readChange({ way, value, effectiveFrom, effectiveTo, ...more }: Static<typeof changeBody>): AskedChange {
  for (const [field, given] of Object.entries({ effectiveFrom, effectiveTo: effectiveTo || effectiveFrom }))
    if (!isDay(given) || given.startsWith('0000')) throw invalid(field)
  if (way !== 'same' && !value) throw invalid('value', 'missing')
  if (way === 'price' && amount(value!).lte(0)) throw invalid('value')
  if (effectiveTo && effectiveTo < effectiveFrom)
    throw new Refused(priceErrors.datesReversed({}, { field: 'effectiveTo' }))
  return {
    way,
    value: way === 'same' ? null : value!,
    effectiveFrom,
    effectiveTo: effectiveTo || null,
    classificationCode: more.classificationCode || null,
  }
}

async function changeOf(tx: Tx, context: RequestContext, chosen: Chosen, asked: AskedChange) {
  const ids = await chosenIds(tx, context, chosen)
  requireFewEnough(ids)
  const rows = (await tx.rows(chosenPrices(context, ids, asked))).map((row) => heldAsShown(context.principal, row))
  if (rows.length < ids.length) throw new Refused(httpErrors.notFound())
  const rules = asked.way === 'percent' ? await roundingRules(tx) : []
  const past = rows.find(({ today }) => asked.effectiveFrom < today)
  if (past) throw new Refused(priceErrors.dayIsOver({ today: past.today }, { field: 'effectiveFrom' }))
  const made = draftsOf(rows, asked, rules)
  if (made.drafts.length > MOST_DRAFTS)
    throw new Refused(priceErrors.draftsTooMany({ count: made.drafts.length, most: MOST_DRAFTS }))
  return { ...made, rows, rules }
}

const draftSchema = Type.Object({
  areaName: text,
  classificationCode: nullable(text),
  customerCode: nullable(text),
  tradeTermCode: text,
  currency: text,
  kind: oneOf(PRODUCT_KINDS),
  effectiveFrom: text,
  effectiveTo: nullable(text),
  lines: Type.Integer(),
  rounding: nullable(roundingSchema),
  examples: Type.Array(Type.Object({ skuCode: text, before: money, exact: text, price: money }), {
    description: 'of a change in percent: the first prices, exact and rounded',
  }),
})

const check = defineRoute({
  method: 'POST',
  path: '/aps/gs/price/change/check',
  right: RIGHT,
  summary:
    'What a change of chosen prices comes to: one draft of a price review for each party, trade term, currency and area, and which prices are left out; without a change, how many are chosen',
  mode: 'read',
  bound: SELECTION_BOUND,
  body: Type.Object({ ...chosenBody, change: Type.Optional(changeBody) }, { additionalProperties: false }),
  data: Type.Object({
    chosen: Type.Integer(),
    eligible: Type.Integer(),
    leftOut: Type.Array(Type.Object({ reason: oneOf(LEFT_OUT), no: nullable(text), count: Type.Integer() })),
    drafts: Type.Array(draftSchema),
    choices: Type.Array(Type.Object({ code: text, name: text }), {
      description: 'the classifications of the area, where all chosen prices are of one',
    }),
  }),
  async handler(tx, context, { body }) {
    if (!body.change) {
      const { length } = await chosenIds(tx, context, body)
      return { chosen: length, eligible: length, leftOut: [], drafts: [], choices: [] }
    }
    const { rows, rules, drafts, eligible, leftOut } = await changeOf(tx, context, body, readChange(body.change))
    const areas = [...new Set(rows.map(({ areaId }) => areaId))]
    return {
      chosen: rows.length,
      eligible,
      leftOut: leftOut.map((each) => ({ ...each })),
      drafts: drafts.map((each) => draftView(each, rules)),
      choices: areas.length === 1 ? await tx.rows(classificationsOf[context.language](areas[0]!)) : [],
    }
  },
})

function draftView({ areaName, kind, header, lines }: ChangeDraft, rules: readonly RoundingOf[]) {
  const examples = lines.flatMap(({ skuCode, before, exact, price }) =>
    exact === null ? [] : [{ skuCode, before, exact, price }],
  )
  return {
    areaName,
    kind,
    ...header,
    lines: lines.length,
    rounding: examples.length === 0 ? null : ruleOf(rules, header.areaId, header.currency),
    examples: examples.slice(0, EXAMPLES),
  }
}

/** A draft as its form would save it. More lines than one types by hand count as those of a file do. */
function rawOf(
  { lines, header }: ChangeDraft,
  { language }: RequestContext,
  { reason, basis }: { readonly reason: string; readonly basis: string | null },
) {
  return {
    ...header,
    title: interpolate(draftTitles[language], {
      party: header.classificationCode ?? header.customerCode ?? '',
      term: header.tradeTermCode,
      currency: header.currency,
      day: header.effectiveFrom,
    }),
    basis,
    retro: 'no',
    reason,
    source: lines.length > priceReview.lineLimits.typed ? 'file' : 'typed',
    lines: lines.map(({ skuCode, percent, price, ladder, from, to }) => ({
      skuCode,
      percent,
      price,
      ladder,
      lineFrom: from === header.effectiveFrom ? null : from,
      lineTo: to === header.effectiveTo ? null : to,
    })),
  }
}

const draft = defineRoute({
  method: 'POST',
  path: '/aps/gs/price/change/draft',
  right: RIGHT,
  summary: 'Makes drafts of price reviews that change chosen prices: all of them, or none',
  mode: 'write',
  bound: SELECTION_BOUND,
  audit: { by: 'the action runner' },
  body: Type.Object(
    {
      ...chosenBody,
      change: changeBody,
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: String.raw`\S` }),
      basis: Type.Optional(nullable(oneOf(BASES))),
      eligible: Type.Integer({ minimum: 1, description: 'as the check said' }),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({
    drafts: Type.Array(Type.Object({ id: text, no: text, title: text, lines: Type.Integer() })),
  }),
  async handler(tx, context, { body }) {
    const { drafts, eligible } = await changeOf(tx, context, body, readChange(body.change))
    // Whoever was faster changed what the person had agreed to.
    if (eligible !== body.eligible)
      throw new Refused(priceErrors.chosenChanged({ before: body.eligible, now: eligible }))
    const made = []
    for (const each of drafts) {
      const raw = rawOf(each, context, { reason: body.reason.trim(), basis: body.basis ?? null })
      const own = { ...context, idempotencyKey: randomUUID() }
      const { id, no } = await runActionIn(tx, priceReviewDocument, own, commandOf({ action: 'save', raw }))
      made.push({ id, no, title: raw.title, lines: each.lines.length })
    }
    return { drafts: made }
  },
})

export const priceChangeRoutes: readonly Route[] = [check, draft]
