import type { TProperties, TSchema } from 'typebox'
import type { Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Reader } from '#kernel/platform/exports/list-export.ts'
import type { TotalAddress } from '#kernel/platform/http/totals.ts'
import type { KeyedPlace } from '../document/list/keyed-page.ts'
import type { FileTexts } from './list-file.ts'

// The queries that the server adds to the declaration of a list, for each shape of page.

/** A reader's request: the same for the page of a list, its total, its sums and its file. */
export interface ListQuery<Values, Within> extends Reader {
  /** Values of the filters, as the body has them. */
  readonly asked: Values
  /** Keys of columns; `-no` sorts downwards; empty: the order of the list itself. */
  readonly sort: readonly string[]
  /** The object that the path names: the area of a data centre. */
  readonly within: Within
}

export interface ListPlace {
  readonly limit: number
  readonly offset: number
}

interface ListSums<Values, Within> {
  readonly summary: string
  /** Fields of one record of sums, where they are not the usual ones. */
  readonly row?: TProperties
  readonly read: (
    tx: Tx,
    query: ListQuery<Values, Within>,
    address: TotalAddress,
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** The server half of a list, which every shape of page has. */
export interface ListServing<Values, Within> {
  readonly params?: TSchema
  readonly summaries: { readonly page: string; readonly count: string }
  /** Of the body and of a row, where they do not follow from filters and columns. */
  readonly filters?: TProperties
  readonly row?: TSchema
  /** Refuses what the list cannot answer. */
  readonly check?: (asked: Values) => void
  /** Finds what the path names, and refuses who may not see it. */
  readonly within?: (
    tx: Tx,
    reader: Reader,
    params: Readonly<Record<string, string>>,
    asked: Values,
  ) => Promise<Within> | Within
  /** Texts of the declaration by their first word, where they are not those of an area. */
  readonly texts?: FileTexts
}

/** How the file of a list is read: by one statement with a cursor. `Found` is a row of that statement. */
interface Streamed<Values, Within, Found> extends ListServing<Values, Within> {
  /** Column of the statement that is unique, by which a file of too many rows is cut into parts. */
  readonly key: string
  /** All rows in their order, for the file. */
  readonly rows: (query: ListQuery<Values, Within>) => Statement<Found>
  /** Makes what the columns of the file read of a row of that statement. */
  readonly rowOf?: (query: ListQuery<Values, Within>, row: Found) => object
  /** How many rows match; stops above the most that a list, or a file, counts, or above a lower bound. */
  readonly count: (query: ListQuery<Values, Within>, most?: number) => Statement<{ total: number }>
}

/** Pages with numbers; the total is kept until a row of that kind changes. */
export interface Numbered<Values, Within, Found> extends Streamed<Values, Within, Found> {
  /** Of what its total is kept, and which changes make it count anew. */
  readonly address: (query: ListQuery<Values, Within>) => TotalAddress
  readonly page: (tx: Tx, query: ListQuery<Values, Within>, place: ListPlace) => Promise<readonly unknown[]>
  readonly sums?: ListSums<Values, Within>
  /** Columns of order that a body may name, where they are not one. */
  readonly sort?: TSchema
  /** How many rows are sorted without an index, where they cost more than usual. */
  readonly mostSorted?: (query: ListQuery<Values, Within>) => number
}

interface KeyedRows {
  readonly records: readonly unknown[]
  readonly edges: { readonly hasNewer: boolean; readonly hasOlder: boolean }
}

/** Pages that begin after a row or at an end, the newest first; the total stops at a bound of its own and is not kept. */
export interface Keyed<Values, Within, Found> extends Streamed<Values, Within, Found> {
  /** The pattern of a row's key. */
  readonly from: string
  readonly keyedPage: (
    tx: Tx,
    query: ListQuery<Values, Within>,
    place: KeyedPlace & { readonly limit: number },
  ) => Promise<KeyedRows>
  /** Key of the row that is so many rows after the newest: pages with numbers begin after it. Null where there are not as many. */
  readonly keyAt: (tx: Tx, query: ListQuery<Values, Within>, rows: number) => Promise<string | null>
  /** Rows of a numbered page in an order by columns, which `isSortBounded`. */
  readonly sortedPage?: (tx: Tx, query: ListQuery<Values, Within>, place: ListPlace) => Promise<readonly unknown[]>
  /** How many match, no further than one above the bound. */
  readonly counted: (tx: Tx, query: ListQuery<Values, Within>, most: number) => Promise<number>
  readonly mostCounted: number
  /** The totals, empty where too many rows match to add them up; `address` tells what a kept total belongs to. */
  readonly sums?: ListSums<Values, Within> & Pick<Numbered<Values, Within, Found>, 'address'>
  /** The schema of the total in a page, which does not know it. */
  readonly pageTotal?: TSchema
  /** The count takes the filters alone. */
  readonly isCountClosed?: true
}

/** A list that is small enough to be read as a whole for its file; its total is counted anew each time. */
export interface Small<Values, Within> extends ListServing<Values, Within> {
  readonly read: (tx: Tx, query: ListQuery<Values, Within>, place: ListPlace) => Promise<readonly object[]>
  readonly total: (tx: Tx, query: ListQuery<Values, Within>) => Promise<number>
  /** Schema of the total in a page that leaves it to the call that counts; without it a page answers its total. */
  readonly pageTotal?: TSchema
  /** Fields that a page answers beside its rows. */
  readonly beside?: {
    readonly fields: TProperties
    readonly read: (tx: Tx, query: ListQuery<Values, Within>) => Promise<object>
  }
}

export type Served<Values, Within, Found> =
  | Numbered<Values, Within, Found>
  | Keyed<Values, Within, Found>
  | Small<Values, Within>
