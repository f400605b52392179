import { prepared } from '#kernel/platform/db/statement.ts'

// What price documents write into the list, by functions of the database over the lines of all of them (view `price_request`).

/** Holds the keys and times of its lines while it is in approval. */
export const hold = prepared('price.hold', 'select price_hold_take($1)')
export const released = prepared('price.release', 'delete from price_hold where document_id = $1')
/** Writes its lines into the list, ends what they replace, and releases what it held. */
export const applied = prepared('price.apply', 'select price_apply($1)')
