/** Rows of a table whose code or name matches what a person typed. */
export interface TypeAhead {
  readonly table: string
  /** Alias of the rows in everything below. */
  readonly alias: string
  /** Selected columns; the code column is named by `codeAs`. */
  readonly columns: string
  readonly code: string
  readonly codeAs: string
  /** Column filled by `search_of`, with a trigram index. */
  readonly search: string
  readonly where: readonly string[]
  /** Organisation column, and the parameter with the caller's organisations where they may not see all. */
  readonly within: { readonly column: string; readonly ids: string } | null
  readonly limit: string
  /** The statement is prepared (`keptByText`): its text must not tempt the planner to plan it anew for each word. */
  readonly isKept?: boolean
  /** Adds a value and returns its placeholder. */
  readonly add: (value: unknown) => string
}

/**
 * Rows read of each hundredth of the table for each row that is wanted, before the trigram index is used: as many rows as are wanted of a
 * word of one row in two hundred are found that way, and rarer words have few rows in the index.
 */
const LOOKED_AT = 2
/** So many organisations share the looks at one of them; of more, each has two. */
const MOST_SHARED = 50

/** Finds words in bounded time, however many rows there are and however many contain the word (decision 039). */
export function typeAhead(given: TypeAhead, keyword: string): string {
  const { table, alias, columns, code, codeAs, search, where, within, limit, add, isKept = false } = given
  const inScope = within ? [`${within.column} = any (${within.ids})`] : []
  const rows = (order: string, ...more: readonly string[]): string => {
    const all = [...where, ...more]
    return `select ${columns} from ${table} ${alias}${all.length > 0 ? ` where ${all.join(' and ')}` : ''} order by ${order} limit ${limit}`
  }
  // The first rows of each organisation separately, because any number of other organisations' rows may lie between them.
  const inOrder = (...more: readonly string[]): string =>
    within
      ? `select w.* from unnest(${within.ids}) as o (id) cross join lateral (${rows(`${within.column}, ${code}`, ...more)}) w
         order by w."${codeAs}" limit ${limit}`
      : rows(code, ...more)
  const word = keyword.replaceAll('\u0000', '').trim()
  if (word === '') return inOrder(...(within ? [`${within.column} = o.id`] : []))
  // In a subselect the planner does not see the word, and the database computes what is made of it once and not for each row.
  const once = (expression: string): string => (isKept ? `(select ${expression})` : expression)
  // A range, because the plan of a prepared statement cannot use the index of codes for a pattern that is a parameter.
  const prefix = once(`${add(word.toUpperCase())}::text`)
  // Compares both columns together, so that the index of codes alone is not used: it would pass all rows of other organisations. The
  // organisation is not compared by itself: the index would begin with its first row instead of the first that matches.
  const begins = [
    within ? pairs(`(${within.column}, ${code})`, prefix) : range(code, prefix),
    `left(${code}, char_length(${prefix})) = ${prefix}`,
  ]
  const isBegun = `exists (select from begun b where b."${codeAs}" = ${code})`
  const like = once(`search_like(${add(word)}::text)`)
  const contains = `${search} like ${like}`
  const [name, column] = [table, code.split('.').at(-1)]
  const place = [...where, ...(within ? [`${within.column} = o.id`] : [])]
  // As many looks altogether, however many organisations share them.
  const isLooked = within ? ` where b.n % greatest(1, least(${MOST_SHARED}, cardinality(${within.ids}))) = 0` : ''
  return `with begun as materialized (${inOrder(...begins)}),
    bound as (select '' as code union all select b.code from pg_stats s
      cross join lateral unnest(s.histogram_bounds::text::text[]) with ordinality b (code, n)${isLooked}${isLooked ? ' and' : ' where'} s.schemaname = current_schema() and s.tablename = '${name}' and s.attname = '${column}'),
    part as (select b.code, lead(b.code) over (order by b.code) as next from bound b),
    walked as materialized (
      select w.* from ${within ? `unnest(${within.ids}) as o (id), ` : ''}part p cross join lateral (
        select x.* from (select ${columns}, ${code} as walked_code, ${search} as walked_search from ${table} ${alias}
          where ${[...place, `${code} >= p.code and ${code} < p.next`].join(' and ')}
          order by ${within ? `${within.column}, ` : ''}${code} limit ${LOOKED_AT} * ${limit}) x
        where x.walked_search like ${like}
          and not exists (select from begun b where b."${codeAs}" = x.walked_code)) w
      where (select count(*) from begun) < ${limit} limit ${limit}),
    hit as materialized (select h.* from (${rows(`${code} || ''`, ...inScope, contains, `not ${isBegun}`)}) h
      where (select count(*) from begun) < ${limit} and (select count(*) from walked) < ${limit})
    select * from begun union all select * from (
      select ${names(columns)} from walked where (select count(*) from walked) >= ${limit} union all select * from hit order by "${codeAs}") r
    limit ${limit}`
}

/** Rows whose code may begin with a text. */
function range(code: string, text: string): string {
  return `${code} >= ${text} and ${code} < ${text} || chr(1114111)`
}

/** Those of one organisation. */
function pairs(pair: string, text: string): string {
  return `${pair} >= (o.id, ${text}) and ${pair} < (o.id, ${text} || chr(1114111))`
}

/** Adds column aliases: `r.code as code, f(r.x) as "y"`. */
function names(columns: string): string {
  return [...columns.matchAll(/ as ("\w+"|\w+)(?=\s*(?:,|$))/g)].map((match) => match[1]).join(', ')
}
