import { Refused } from '#kernel/base/errors/errors.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { priceErrors } from '../price.errors.ts'
import { dayOf } from './price-sql.ts'

/** A line whose last day is over before its document is approved: no day is left that its price could hold on. */
export interface LineOver {
  readonly line: number
  readonly product: string
  readonly to: string
}

const linesOver = prepared<LineOver>(
  'price.lines-over',
  `select r.line_no as line, r.sku_code as product, (${dayOf('r.valid_to')} - 1)::text as "to"
   from price_request r join organisation o on o.id = r.organisation_id
   where r.document_id = $1::bigint and not r.retro and r.valid_to <= day_begin(${dayOf('$2::timestamptz')}, o.timezone) order by 1`,
)

/** The lines of a document in approval whose days are over by now; a review that says that it begins in the past has none. */
export const linesOverFact = {
  actions: ['approve'],
  sight: 'stored',
  statement: ({ documentId, now }: { readonly documentId: string | null; readonly now: Date }) =>
    linesOver(documentId, now),
  read: (rows: LineOver[]) => rows,
} as const

/** Refuses the last approval of a document that has such lines: approved without them it would lose them silently. */
export function refuseLinesOver(over: readonly LineOver[]): void {
  if (over.length > 0)
    throw new Refused(
      over.map(({ line, product, to }) => priceErrors.lineOver({ product, to }, { field: 'skuCode', row: line - 1 })),
    )
}
