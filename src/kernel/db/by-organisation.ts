/** So many rows are looked at in all; with more, the ordinary statement looks through fewer. */
const MOST_ROWS = 4_000

interface ByOrganisation {
  /** The organisations of the reader. */
  readonly scope: readonly number[]
  /** Adds them to the values of the statement and says their place. Not called where the answer is null: a value that no text names is an error. */
  readonly ids: () => string
  /** How many rows are wanted. */
  readonly most: number
  /** `scope_id` of the rows, by which, and then by the order, there is an index. */
  readonly column: string
  /** `select … from … where …` */
  readonly rows: string
  /** In which each organisation's rows are read, and how the same is said of all of them, which are called `w`. */
  readonly order: string
  readonly orderOfAll: string
}

/**
 * The first rows of a list for a reader of some organisations: the first ones of each, and of those the first. In the order of the
 * list alone there may be any number of rows of others before the reader’s first. Null: there are too many organisations, or the page is too far in.
 */
export function firstByOrganisation(given: ByOrganisation): string | null {
  const { scope, ids, most, column, rows, order, orderOfAll } = given
  if (scope.length * most > MOST_ROWS) return null
  return `select w.* from (select distinct id from unnest(${ids()}::int[]) id) o
    cross join lateral (${rows} and ${column} = o.id order by ${column}, ${order} limit ${most}) w order by ${orderOfAll} limit ${most}`
}
