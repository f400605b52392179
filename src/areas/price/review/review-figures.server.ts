import { readStock, readVolumes, stockSnapshot, volumesOf } from '#areas/device/device.facade.ts'
import { type Amount, amount, amountText, zero } from '#kernel/base/money/money.ts'
import type { LoadedDocument } from '#kernel/engine/document/load-document.ts'
import { mayAt, type RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { isSameTax, netOf, type PriceTax } from '../shared/price-lines.rules.ts'
import { PRICE_ROLE } from '../shared/price-role.ts'
import { lastTo } from '../shared/price-sql.ts'
import type { LineFigures, ReviewFigures } from './review-figures.ts'

const DAY_MS = 86_400_000
/** Sales of the quarter before say what a change of price moves. */
const DAYS = 90
/** More lines than people read: counting the stock of each takes a look-up of its own. */
const MOST_LINES = 500

const buyersOf = prepared<{ code: string }>(
  'price.buyers',
  `select c.code from customer c where c.state = 'enabled' and (c.code = $1 or c.classification_code = $2) and c.scope_id in
     (select o.id from organisation o where o.id = $3 or o.parent_id = $3)`,
)

/** Prices of the list that are still to begin and go, because a line of the document replaces whatever begins after it. */
const outOf = prepared<{ line: number; rows: number }>(
  'price.falls-out',
  `select h.line_no as line, count(*)::int as rows from price_hold h join price_row r on r.key_id = h.key_id and r.known_until is null
     and r.valid_from >= h.valid_from and r.valid_from > product_now() where h.document_id = $1 and h.valid_to is null group by h.line_no`,
)

/** What each line costs, and the tax of the price that stands where it begins: people who may see margins need not see costs. */
const basisOf = prepared<{ cost: string | null; taxMode: PriceTax['taxMode'] | null; taxRate: string | null }>(
  'price.review-basis',
  `select l.cost_basis::text as cost, r.tax_mode as "taxMode", r.tax_rate::text as "taxRate"
   from price_review d join price_review_line l on l.document_id = d.id and l.round = d.round
   left join price_hold h on h.document_id = d.id and h.line_no = l.line_no
   left join ${lastTo('price_row', 'r', 'h.key_id', 'h.valid_from')} on r.valid_to is null or r.valid_to > h.valid_from
   where d.id = $1 order by l.line_no limit ${MOST_LINES}`,
)

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * What a review changes, to decide on: units sold in the last 90 days and what they earned and would earn, the stock of its customers now, and the most
 * that protecting it would cost. Earnings, of prices without their tax, only for people who may see margins in the organisation of the review.
 */
export async function reviewFigures(
  tx: Tx,
  context: RequestContext,
  { row, wire, lines }: LoadedDocument,
): Promise<ReviewFigures> {
  const { now, principal } = context
  const shown = lines.slice(0, MOST_LINES)
  const skuCodes = shown.flatMap((line) => text(line['skuCode']) ?? [])
  const [buyers, out, basis] = await Promise.all([
    tx.rows(buyersOf(wire['customerCode'] ?? null, wire['classificationCode'] ?? null, row.scope_id)),
    tx.rows(outOf(row.id)),
    tx.rows(basisOf(row.id)),
  ])
  const customerCodes = buyers.map(({ code }) => code)
  const from = new Date(now.getTime() - DAYS * DAY_MS)
  const [sold, stock] = await Promise.all([
    tx.rows(volumesOf(principal, { basis: 'sellIn', customerCodes, skuCodes, from, to: now })),
    tx.rows(stockSnapshot(principal, { customerCodes, skuCodes, at: now, coverageDays: null })),
  ])
  const soldBy = bySku(readVolumes(sold))
  const stockBy = bySku(readStock(stock))
  const earns = mayAt(principal, PRICE_ROLE.margin, row.scope_id)
  const asked: PriceTax = {
    taxMode: wire['taxMode'] === 'inclusive' ? 'inclusive' : 'exclusive',
    taxRate: text(wire['taxRate']),
  }
  const rows = shown.map((line, at): LineFigures => {
    const skuCode = text(line['skuCode']) ?? ''
    const [units, held] = [soldBy.get(skuCode) ?? 0, stockBy.get(skuCode) ?? 0]
    const [before, after] = [text(line['previousPrice']), text(line['price'])]
    const { cost = null, taxMode = null, taxRate = null } = basis[at] ?? {}
    const stood = taxMode === null ? asked : { taxMode, taxRate }
    const earned = (price: string | null, tax: PriceTax) =>
      earns && price !== null && cost !== null ? amountText(netOf(price, tax).minus(cost).times(units)) : null
    const drop = before !== null && after !== null ? dropOf([before, stood], [after, asked]) : zero
    return {
      lineNo: at + 1,
      soldUnits: units,
      marginBefore: earned(before, stood),
      marginAfter: earned(after, asked),
      stockUnits: held,
      protection: amountText(drop.gt(0) ? drop.times(held) : zero),
      fallsOut: out.find(({ line: no }) => no === at + 1)?.rows ?? 0,
    }
  })
  const sum = (of: (line: LineFigures) => string | null): string | null => {
    const values = rows.flatMap((line) => of(line) ?? [])
    return values.length === 0 ? null : amountText(values.reduce<Amount>((total, value) => total.plus(value), zero))
  }
  return {
    days: DAYS,
    lines: rows,
    leftOut: lines.length - shown.length,
    total: {
      soldUnits: rows.reduce((total, line) => total + line.soldUnits, 0),
      marginBefore: sum((line) => line.marginBefore),
      marginAfter: sum((line) => line.marginAfter),
      stockUnits: rows.reduce((total, line) => total + line.stockUnits, 0),
      protection: sum((line) => line.protection) ?? amountText(zero),
      fallsOut: rows.reduce((total, line) => total + line.fallsOut, 0),
    },
  }
}

type Taxed = readonly [price: string, tax: PriceTax]

/** What a price is lowered by: of prices with another tax, what they are lowered by without it. */
function dropOf([before, stood]: Taxed, [after, asked]: Taxed): Amount {
  return isSameTax(stood, asked)
    ? amount(before).minus(after)
    : netOf(before, stood).minus(netOf(after, asked)).round(2)
}

function bySku(found: readonly { readonly skuCode: string; readonly units: number }[]): ReadonlyMap<string, number> {
  const units = new Map<string, number>()
  for (const { skuCode, units: more } of found) units.set(skuCode, (units.get(skuCode) ?? 0) + more)
  return units
}
