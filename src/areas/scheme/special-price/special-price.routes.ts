import { Type } from 'typebox'
import { specialPricesLeft } from '#areas/price/price.facade.ts'
import { selectorRoute } from '#kernel/engine/document/list/selector-route.ts'
import type { Route } from '#kernel/platform/http/route.ts'
import { money } from '#kernel/platform/http/wire-schemas.ts'
import { rightsOf } from '../shared/scheme-document.ts'

/** The rest of the special prices of a form, and what its budget still holds for them. */
const left = specialPricesLeft(
  { committed: { of: 'coalesce(o.document_cmt, 0)::numeric(20,2)::text', as: money } },
  `left join budget_encumbrance o on o.document_id = special_price.document_id and o.round = special_price.round
    and o.line_no = special_price.line_no`,
)

export const specialPriceRoutes: readonly Route[] = [
  selectorRoute({
    path: '/aps/scheme/specialPriceApprovalForm/left',
    right: rightsOf('specialPriceApprovalForm').view,
    summary: 'Special prices of a form with what is left of each: units and money',
    most: 10_000,
    filters: { no: Type.String({ maxLength: 20 }) },
    rows: left.rows,
    select: ({ context, body, selection }) => left.ofForm(selection, context.principal, body.no),
  }),
]
