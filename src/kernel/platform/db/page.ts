import { keptArray, type Statement } from './statement.ts'
import type { Tx } from './tx.ts'

/**
 * A page of a list in two statements. The first selects the rows for the filters and is planned for its values. The second reads the shown
 * columns by id: its text is the same for every page, so it has a name and the database caches its plan. As one statement, the many joins
 * of the second part were planned at each call, which took several times as long as running it.
 */
export interface QueryPage<Row> {
  /** Ids of the rows, in the order of the page. */
  readonly ids: Statement<{ readonly id: string }>
  readonly rows: (ids: readonly string[]) => Statement<Row>
}

/**
 * The source of the second statement, with the ids as its first value: `order by page.place` restores the order of the
 * page. Its plan is cached after five calls, for pages of any size.
 */
export const PAGE = `unnest(${keptArray(1, 'bigint')}) with ordinality as page (id, place)`

export async function readPage<Row>(tx: Tx, page: QueryPage<Row>): Promise<Row[]> {
  const ids = (await tx.rows(page.ids)).map(({ id }) => id)
  return ids.length === 0 ? [] : tx.rows(page.rows(ids))
}
