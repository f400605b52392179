import { keptArray, prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { lastTo } from '../shared/price-sql.ts'
import { type FoundPrice, type PriceAnswer, type PriceAsk, resolvePrice } from './price-at.rules.ts'

/** What is read of each source. */
const READ = {
  special: {
    id: 'p.id::text',
    no: 'p.document_no',
    price: 'p.price::text',
    left: 'p.quantity_cap - p.reserved - p.used',
  },
  own: ofRow(),
  classified: ofRow(),
  cost: { unitCost: 't.unit_cost::text', floorMargin: 't.floor_margin::text' },
} as const

function ofRow() {
  return {
    id: 'r.row_id::text',
    version: 'r.version',
    price: 'r.price::text',
    ladder: 'r.ladder',
    taxMode: 'r.tax_mode',
    taxRate: 'r.tax_rate::text',
    no: 'r.source_no',
    from: 'r.valid_from',
    to: 'r.valid_to',
  } as const
}

type Source = keyof typeof READ
type Of<Name extends Source> = NonNullable<FoundPrice[Name]>

/** A line as the statement answers it: a column for each value, because the database takes longer to make an object of a row than to find it. */
export interface PriceColumns {
  readonly line: number
  readonly [column: `${Source}.${string}`]: unknown
}

const columns = (source: Source) =>
  Object.entries(READ[source])
    .map(([name, value]) => `${value} as "${source}.${name}"`)
    .join(', ')

/** The last row of a key, as a source. */
const rowOf = (source: 'own' | 'classified', party: string) => `left join lateral (select ${columns(source)}
     from price_key q cross join ${lastTo('price_row', 'r', 'q.id', 'w.at')}
     where (r.valid_to is null or r.valid_to > w.at) and q.sku_code = l.sku and q.area_id = $1 and q.party = ${party} and q.trade_term_code = $3
       and q.currency = $4) ${source} on true`

/**
 * What stands for each product ($5), for a customer ($2) or a classification ($8), a trade term and a currency, at an instant: a special price with units left, the row of the
 * customer, that of their classification, and what the product costs. Each is found by an index, once for each line, in the order of the index.
 */
const found = prepared<PriceColumns>(
  'price.at',
  `select (l.n - 1)::int as line, special.*, own.*, classified.*, cost.*
   from (select * from unnest(${keptArray(5, 'text')}) with ordinality as l (sku, n) order by sku offset 0) l
   join area a on a.id = $1 join organisation o on o.id = a.organisation_id
   cross join lateral (select coalesce($6::timestamptz, day_begin($7::date, o.timezone)) as at,
     coalesce($7::date, (($6::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date) as day) w
   left join customer u on u.code = $2
   left join lateral (select ${columns('special')}
     from special_price p where p.customer_code = $2 and p.trade_term_code = $3 and p.currency = $4 and p.sku_code = l.sku and p.state = 'effective'
       and daterange(p.valid_from, p.valid_to, '[]') @> w.day) special on true
   ${rowOf('own', 'price_party($2, null)')}
   ${rowOf('classified', 'price_party(null, coalesce($8::text, u.classification_code))')}
   left join lateral (select ${columns('cost')}
     from price_cost_key q cross join ${lastTo('price_cost', 't', 'q.id', 'w.at')}
     where (t.valid_to is null or t.valid_to > w.at) and q.sku_code = l.sku and q.area_id = $1 and q.currency = $4) cost on true`,
)

/** Reads a source of a line; null where its first value, which is never empty, is missing. */
function readerOf<Name extends Source>(source: Name): (row: PriceColumns) => Of<Name> | null {
  const names = Object.keys(READ[source]).map((name) => [name, `${source}.${name}`] as const)
  const first = names[0]![1]
  return (row) => {
    if (row[first] === null) return null
    const read: Record<string, unknown> = {}
    for (const [name, column] of names) read[name] = row[column]
    return read as Of<Name>
  }
}

const [special, own, classified, cost] = [
  readerOf('special'),
  readerOf('own'),
  readerOf('classified'),
  readerOf('cost'),
]

/** The statement of `pricesOf`, for facts of documents. */
export function pricesStatement({
  areaId,
  customerCode,
  classificationCode,
  tradeTermCode,
  currency,
  at,
  lines,
}: PriceAsk): Statement<PriceColumns> {
  const skus = lines.map(({ skuCode }) => skuCode)
  return found(
    areaId,
    customerCode,
    tradeTermCode,
    currency,
    skus,
    at instanceof Date ? at : null,
    at instanceof Date ? null : at,
    classificationCode ?? null,
  )
}

/** What that statement found, in the order of the lines. */
export function readPrices(rows: readonly PriceColumns[], { lines }: Pick<PriceAsk, 'lines'>): readonly PriceAnswer[] {
  return rows
    .toSorted((one, other) => one.line - other.line)
    .map((row) =>
      resolvePrice(lines[row.line]!, {
        special: special(row),
        own: own(row),
        classified: classified(row),
        cost: cost(row),
      }),
    )
}

/**
 * The prices of products for a customer at an instant, with where each comes from. Amounts are decimal texts in the asked currency; a product without a
 * price has none, because neither another currency nor another trade term stands in for it (domain.md 5).
 */
export async function priceAt(tx: Tx, ask: PriceAsk): Promise<readonly PriceAnswer[]> {
  return readPrices(await tx.rows(pricesStatement(ask)), ask)
}
