import { sql } from 'kysely'
import { Type } from 'typebox'
import { scoped } from '#kernel/platform/access/scoped.ts'
import {
  selectorBody,
  selectionOf,
  selectorAnswer,
  selectorData,
  totalBeside,
} from '#kernel/engine/document/list/selector.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { rightsOf } from '../shared/scheme-document.ts'

const text = Type.String()
const money = Type.String({ description: 'decimal text with two decimals' })

/** The rest of a form's special prices: units that may still be bought, and their budget amount. */
const left = defineRoute({
  method: 'POST',
  path: '/aps/scheme/specialPriceApprovalForm/left',
  right: rightsOf('specialPriceApprovalForm').view,
  summary: 'Special prices of a form with what is left of each: units and money',
  mode: 'read',
  body: selectorBody(10_000, { no: Type.String({ maxLength: 20 }) }),
  data: selectorData({
    lineNo: Type.Integer(),
    skuCode: text,
    state: text,
    currency: text,
    specialPrice: money,
    quantityCap: Type.Integer(),
    reserved: Type.Integer(),
    used: Type.Integer(),
    left: Type.Integer(),
    committed: money,
    validTo: text,
  }),
  async handler(tx, context, { body }) {
    const selection = selectionOf(context, body, 10_000)
    const rows = await tx.rows(
      scoped(context.principal, 'special_price')
        .leftJoin('budget_encumbrance as o', (on) =>
          on
            .onRef('o.document_id', '=', 'special_price.document_id')
            .onRef('o.round', '=', 'special_price.round')
            .onRef('o.line_no', '=', 'special_price.line_no'),
        )
        .select([
          'special_price.line_no as lineNo',
          'special_price.sku_code as skuCode',
          'special_price.state',
          'special_price.currency',
          sql<string>`special_price.price::text`.as('specialPrice'),
          'special_price.quantity_cap as quantityCap',
          'special_price.reserved',
          'special_price.used',
          sql<number>`case special_price.state when 'effective' then special_price.quantity_cap - special_price.reserved - special_price.used else 0 end`.as(
            'left',
          ),
          sql<string>`coalesce(o.document_cmt, 0)::numeric(20,2)::text`.as('committed'),
          sql<string>`special_price.valid_to::text`.as('validTo'),
          totalBeside,
        ])
        .where('special_price.document_no', '=', body.no)
        .orderBy('special_price.line_no')
        .limit(selection.limit)
        .offset(selection.offset),
    )
    return selectorAnswer(rows, selection)
  },
})

export const specialPriceRoutes: readonly Route[] = [left]
