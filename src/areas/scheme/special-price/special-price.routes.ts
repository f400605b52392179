import { Type } from 'typebox'
import { money } from '#kernel/platform/http/wire-schemas.ts'
import { sightOf } from '#kernel/platform/access/scoped.ts'
import { equals } from '#kernel/engine/document/list/selector.ts'
import { selectorRoute } from '#kernel/engine/document/list/selector-route.ts'
import { selectorRows } from '#kernel/engine/document/list/selector-rows.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { rightsOf } from '../shared/scheme-document.ts'

const count = Type.Integer()

/** The rest of the special prices of a form: units that may still be bought, and what its budget still holds for them. */
const left = selectorRows(
  { table: 'special_price', key: 'line_no', keyType: 'int' },
  {
    lineNo: { of: 'line_no', as: count },
    skuCode: 'sku_code',
    state: 'state',
    currency: 'currency',
    specialPrice: { of: 'special_price.price::text', as: money },
    quantityCap: { of: 'quantity_cap', as: count },
    reserved: { of: 'reserved', as: count },
    used: { of: 'used', as: count },
    left: {
      of: "case special_price.state when 'effective' then special_price.quantity_cap - special_price.reserved - special_price.used else 0 end",
      as: count,
    },
    committed: { of: 'coalesce(o.document_cmt, 0)::numeric(20,2)::text', as: money },
    validTo: 'special_price.valid_to::text',
  },
  {
    join: `left join budget_encumbrance o on o.document_id = special_price.document_id and o.round = special_price.round
      and o.line_no = special_price.line_no`,
    search: [],
  },
)

export const specialPriceRoutes: readonly Route[] = [
  selectorRoute({
    path: '/aps/scheme/specialPriceApprovalForm/left',
    right: rightsOf('specialPriceApprovalForm').view,
    summary: 'Special prices of a form with what is left of each: units and money',
    most: 10_000,
    filters: { no: Type.String({ maxLength: 20 }) },
    rows: left,
    select: ({ context, body, selection }) =>
      left.of(selection, ...sightOf(context.principal, 'special_price'), equals('special_price.document_no', body.no)),
  }),
]
