/** So many rows are looked at in all; with more, the organisations are merged, which looks at fewer and takes longer to plan. */
const MOST_ROWS = 4_000
/** The database plans each organisation by itself, which takes some 0.05 ms; with more of them the ordinary statement is sent. */
const MOST_MERGED = 40

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
 * list alone there may be any number of rows of others before the reader’s first. Null: there are too many organisations.
 */
export function firstByOrganisation(given: ByOrganisation): string | null {
  const { scope, ids, most, column, rows, order, orderOfAll } = given
  if (scope.length * most <= MOST_ROWS)
    return `select w.* from (select distinct id from unnest(${ids()}::int[]) id) o
    cross join lateral (${rows} and ${column} = o.id order by ${column}, ${order} limit ${most}) w order by ${orderOfAll} limit ${most}`
  const places = scope.flatMap((id, index) => (scope.indexOf(id) === index ? [index + 1] : []))
  return places.length > MOST_MERGED ? null : merged(given, places)
}

/**
 * A branch for each organisation, so that the database merges them and reads no further into any than the page goes. Each branch says its
 * order and a limit: without them PostgreSQL does not know that a branch is in order already, and sorts all rows of all of them.
 */
function merged({ ids, most, column, rows, order, orderOfAll }: ByOrganisation, places: readonly number[]): string {
  const all = ids()
  const branches = places.map(
    (place) => `(${rows} and ${column} = (${all}::int[])[${place}] order by ${order} limit ${most})`,
  )
  return `select w.* from (${branches.join(' union all ')}) w order by ${orderOfAll} limit ${most}`
}
