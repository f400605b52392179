import { type Static, Type } from 'typebox'
import { refusalText } from '#kernel/base/i18n/texts.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { SELECTION_BOUND } from '#kernel/platform/http/body/body-bound.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { money, nullable, text } from '#kernel/platform/http/wire-schemas.ts'
import { MOST_CHOSEN } from '../shared/chosen.ts'
import { classificationsOf, type RowToMove } from './move-rows.queries.ts'
import { chosenRows, move, type Move, refusalsOf } from './move-rows.server.ts'

const RIGHT = 'price.review.change'
const code = Type.String({ minLength: 1, maxLength: 64 })

const asked = {
  ids: Type.Array(Type.String({ pattern: String.raw`^\d{1,18}$` }), {
    minItems: 1,
    maxItems: MOST_CHOSEN,
    uniqueItems: true,
    description: 'ids of queryByPage',
  }),
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
async function edited(tx: Tx, context: RequestContext, to: Move) {
  const rows = await chosenRows(tx, context, to)
  const refusals = to.classificationCode === '' ? [] : refusalsOf(rows, to)
  const choices = await tx.rows(classificationsOf[context.language](rows[0]!.areaId))
  return {
    choices,
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
    choices: Type.Array(Type.Object({ code: text, name: text })),
    rows: Type.Array(part),
    refusals: Type.Array(reason),
  }),
  handler: (tx, context, { body }) =>
    edited(tx, context, {
      ids: body.ids,
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
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: String.raw`\S` }),
    },
    { additionalProperties: false },
  ),
  data: Type.Object({
    no: Type.String({ description: 'number of the move in the history of both keys' }),
    ids: Type.Array(text, { description: 'the prices of the other classification, in the order of the request' }),
  }),
  async handler(tx, context, { body }) {
    const { ids, classificationCode } = body
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
