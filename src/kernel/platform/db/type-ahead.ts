/** Rows of a table by what somebody types of their code or name. */
export interface TypeAhead {
  readonly table: string
  /** What the rows are called in everything below. */
  readonly alias: string
  /** What is read of each; one of them is called as `codeAs` says. */
  readonly columns: string
  readonly code: string
  readonly codeAs: string
  /** Column of `search_of`, with an index of trigrams. */
  readonly search: string
  readonly where: readonly string[]
  /** Column of the organisation and the parameter with the caller's, where they are not all. */
  readonly within: { readonly column: string; readonly ids: string } | null
  readonly limit: string
  /** Adds a value and answers its parameter. */
  readonly add: (value: unknown) => string
}

/** So many rows are looked at of each hundredth of the table before the index of trigrams is asked: a word of one row in two hundred is found by that, and the index has few rows of any other. */
const LOOKED_AT = 100

/** Words are found in bounded time, however many rows there are and however many of them have the word (decision 039). */
export function typeAhead(given: TypeAhead, keyword: string): string {
  const { table, alias, columns, code, codeAs, search, where, within, limit, add } = given
  const inScope = within ? [`${within.column} = any (${within.ids})`] : []
  const rows = (order: string, ...more: readonly string[]): string => {
    const all = [...where, ...more]
    return `select ${columns} from ${table} ${alias}${all.length > 0 ? ` where ${all.join(' and ')}` : ''} order by ${order} limit ${limit}`
  }
  // Of each organisation its own first ones: between them may stand any number of rows of others.
  const inOrder = (...more: readonly string[]): string =>
    within
      ? `select w.* from unnest(${within.ids}) as o (id) cross join lateral (${rows(`${within.column}, ${code}`, `${within.column} = o.id`, ...more)}) w
         order by w."${codeAs}" limit ${limit}`
      : rows(code, ...more)
  const word = keyword.replaceAll('\u0000', '').trim()
  if (word === '') return inOrder()
  const prefix = word.toUpperCase()
  // Said of both columns together, and nothing that the index of the codes alone could answer: it would pass all rows of others.
  const begins = within
    ? [
        pairs(`(${within.column}, ${code})`, add(prefix)),
        `left(${code}, ${Array.from(prefix).length}) = ${add(prefix)}`,
      ]
    : [`${code} like ${add(`${prefix.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)}`]
  const isBegun = `exists (select from begun b where b."${codeAs}" = ${code})`
  const contains = `${search} like search_like(${add(word)})`
  const [name, column] = [table, code.split('.').at(-1)]
  const place = [...where, ...(within ? [`${within.column} = o.id`] : [])]
  return `with begun as materialized (${inOrder(...begins)}),
    bound as (select '' as code union all select unnest(s.histogram_bounds::text::text[]) from pg_stats s
      where s.schemaname = current_schema() and s.tablename = '${name}' and s.attname = '${column}'),
    part as (select b.code, lead(b.code) over (order by b.code) as next from bound b),
    walked as materialized (
      select w.* from ${within ? `unnest(${within.ids}) as o (id), ` : ''}part p cross join lateral (
        select x.* from (select ${columns}, ${code} as walked_code, ${search} as walked_search from ${table} ${alias}
          where ${[...place, `${code} >= p.code and ${code} < p.next`].join(' and ')}
          order by ${within ? `${within.column}, ` : ''}${code} limit ${LOOKED_AT}) x
        where x.walked_search like search_like(${add(word)})
          and not exists (select from begun b where b."${codeAs}" = x.walked_code)) w
      where (select count(*) from begun) < ${limit} limit ${limit}),
    hit as materialized (select h.* from (${rows(`${code} || ''`, ...inScope, contains, `not ${isBegun}`)}) h
      where (select count(*) from begun) < ${limit} and (select count(*) from walked) < ${limit})
    select * from begun union all select * from (
      select ${names(columns)} from walked where (select count(*) from walked) >= ${limit} union all select * from hit order by "${codeAs}") r
    limit ${limit}`
}

/** Rows of one organisation whose code may begin with a text. */
function pairs(pair: string, text: string): string {
  return `${pair} >= (o.id, ${text}::text) and ${pair} < (o.id, ${text}::text || chr(1114111))`
}

/** What the columns are called: `r.code as code, f(r.x) as "y"`. */
function names(columns: string): string {
  return [...columns.matchAll(/ as ("\w+"|\w+)(?=\s*(?:,|$))/g)].map((match) => match[1]).join(', ')
}
