/** Most rows read in all; for more, the organisations are merged, which reads fewer rows and takes longer to plan. */
const MOST_ROWS = 4_000
/** The database plans each organisation separately, at about 0.05 ms; for more of them the ordinary statement is sent. */
const MOST_MERGED = 40

interface ByOrganisation {
  /** The reader's organisations. */
  readonly scope: readonly number[]
  /**
   * Adds the ids to the values of the statement and returns their placeholder. Not called where the result is null,
   * since an unused parameter is an error.
   */
  readonly ids: () => string
  /** The number of wanted rows. */
  readonly most: number
  /** `scope_id` column of the rows; an index covers it followed by the order. */
  readonly column: string
  /** `select … from … where …` */
  readonly rows: string
  /** The sort order within each organisation, and the same order for all rows together, whose alias is `w`. */
  readonly order: string
  readonly orderOfAll: string
}

/**
 * The first rows of a list for a reader of some organisations: the first of each, merged. Reading in the order of the
 * list alone could pass any number of other organisations' rows. Null: there are too many organisations.
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
 * One branch per organisation, which the database merges without reading further into any than the page needs. Each
 * branch has its own order and limit: otherwise PostgreSQL does not know that a branch is sorted and sorts all rows.
 */
function merged({ ids, most, column, rows, order, orderOfAll }: ByOrganisation, places: readonly number[]): string {
  const all = ids()
  const branches = places.map(
    (place) => `(${rows} and ${column} = (${all}::int[])[${place}] order by ${order} limit ${most})`,
  )
  return `select w.* from (${branches.join(' union all ')}) w order by ${orderOfAll} limit ${most}`
}
