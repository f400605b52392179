import { prepared } from '#kernel/platform/db/statement.ts'

// What price documents write into the list, by functions of the database over the lines of all of them (view `price_request`).

/** Holds the keys and times of its lines while it is in approval. */
export const hold = prepared('price.hold', 'select price_hold_take($1)')
export const released = prepared('price.release', 'delete from price_hold where document_id = $1')
/** Writes its lines into the list, ends what they replace, and releases what it held. */
const applied = prepared('price.apply', 'select price_apply($1)')

/**
 * After a document wrote its prices: where one of them has another tax than the price before, that tax is noted, so that lists compare both without taxes. `previous_price` of
 * a row is that of the price in whose time it begins.
 */
export const taxesNoted = prepared(
  'price.taxes-noted',
  `insert into price_previous_tax (source_id, line_no, key_id, tax_mode, tax_rate)
   select distinct on (r.line_no, r.key_id) r.source_id, r.line_no, r.key_id, o.tax_mode, o.tax_rate
   from price_row r
   join price_row o on o.key_id = r.key_id and o.known_until = r.known_from and o.known_from < r.known_from and o.price = r.previous_price
     and o.valid_from <= r.valid_from and coalesce(o.valid_to > r.valid_from, true)
   where r.source_id = $1 and r.known_until is null and r.known_from = product_now() and o.source_id is distinct from r.source_id
     and (o.tax_mode <> r.tax_mode or (o.tax_mode = 'inclusive' and o.tax_rate <> r.tax_rate))
   order by r.line_no, r.key_id, r.valid_from`,
)

/** Writes the prices of an approved document to the list. */
export const writtenToList = (id: string) => [applied(id), taxesNoted(id)]
