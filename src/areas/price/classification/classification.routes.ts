import { type Static, Type } from 'typebox'
import { Refused } from '#kernel/base/errors/errors.ts'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { SELECTION_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { priceErrors } from '../price.errors.ts'
import { type Chosen, chosenBody, chosenIds, requireFewEnough } from '../shared/chosen.server.ts'
import { classificationsOf, type RowToMove } from './move-rows.queries.ts'
import { chosenRows, move, type Move, refusalsOf } from './move-rows.server.ts'

const RIGHT = 'price.review.change'
const code = Type.String({ minLength: 1, maxLength: 64 })

const asked = {
  ...chosenBody,
  effectiveFrom: Type.Optional(
    nullable(Type.String({ maxLength: 10, description: 'a day of the area; today without one' })),
  ),
}

const part = Type.Object(
  {
    id: text,
    skuCode: text,
    tradeTermCode: text,
    currency: text,
    price: money,
    classificationCode: nullable(text),
    effectiveFrom: text,
    effectiveTo: nullable(text),
  },
  { title: 'PriceToMove', description: 'the part of a price that goes, in days of the area, both included' },
)

const partOf = ({ from, to, ...row }: RowToMove): Static<typeof part> => ({
  ...row,
  effectiveFrom: from,
  effectiveTo: to,
})

const reason = Type.Object({ key: text, msg: text, field: text, row: nullable(Type.Integer()) })

/** Nothing is said against a move before a classification is named. */
async function idsToMove(tx: Tx, context: RequestContext, chosen: Chosen): Promise<readonly string[]> {
  const ids = await chosenIds(tx, context, chosen)
  requireFewEnough(ids)
  return ids
}

async function edited(tx: Tx, context: RequestContext, to: Move) {
  const rows = await chosenRows(tx, context, to)
  const refusals = to.classificationCode === '' ? [] : refusalsOf(rows, to)
  const [first] = rows
  return {
    chosen: rows.length,
    choices: first ? await tx.rows(classificationsOf[context.language](first.areaId)) : [],
    rows: rows.map(partOf),
    refusals: refusals.map((each) => ({
      key: each.key,
      msg: refusalText(context.language, each),
      field: each.field ?? '',
      row: each.row ?? null,
    })),
  }
}

const edit = defineRoute({
  method: 'POST',
  path: '/aps/gs/price/edit-classification',
  right: RIGHT,
  summary:
    'What another classification of their area would do with prices: the part of each that goes, and all that stands in the way; without one, which there are',
  mode: 'read',
  bound: SELECTION_BOUND,
  body: Type.Object({ ...asked, classificationCode: Type.Optional(nullable(code)) }, { additionalProperties: false }),
  data: Type.Object({
    chosen: Type.Integer(),
    choices: Type.Array(Type.Object({ code: text, name: text })),
    rows: Type.Array(part),
    refusals: Type.Array(reason),
  }),
  handler: async (tx, context, { body }) =>
    edited(tx, context, {
      ids: await idsToMove(tx, context, body),
      classificationCode: body.classificationCode ?? '',
      effectiveFrom: body.effectiveFrom || null,
    }),
})

const update = defineRoute({
  method: 'POST',
  path: '/aps/gs/price/update/classification',
  right: RIGHT,
  summary:
    'Moves prices to another classification of their area, from a day on: all of them, or none where one would meet a price that stands there',
  mode: 'write',
  bound: SELECTION_BOUND,
  body: Type.Object(
    {
      ...asked,
      classificationCode: code,
      chosen: Type.Optional(Type.Integer({ minimum: 1, description: 'as the look before said; needed with filters' })),
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: String.raw`\S` }),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({
    no: Type.String({ description: 'number of the move in the history of both keys' }),
    ids: Type.Array(text, { description: 'the prices of the other classification, in the order of the request' }),
  }),
  async handler(tx, context, { body }) {
    const { classificationCode, chosen } = body
    const ids = await idsToMove(tx, context, body)
    // What a filter matches may have changed since the person agreed to it.
    if (ids.length === 0 || (chosen ?? ids.length) !== ids.length || (!body.ids?.length && chosen === undefined))
      throw new Refused(priceErrors.chosenChanged({ before: chosen ?? 0, now: ids.length }))
    const moved = await move(tx, context, {
      ids,
      classificationCode,
      effectiveFrom: body.effectiveFrom || null,
      reason: body.reason.trim(),
    })
    context.note?.({ subject: moved.no })
    return moved
  },
})

export const classificationRoutes: readonly Route[] = [edit, update]
