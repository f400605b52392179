/** Splits SQL into words, quoted names, numbers, `::` and signs. A literal text becomes '' and comments are left out. */
function tokensOf(sql: string): string[] {
  const pattern = /'(?:[^']|'')*'|--[^\n]*|"(?:[^"]|"")*"|\$\d+|[\p{L}_][\p{L}\p{N}_$]*|\d+(?:\.\d+)?|::|[^\s]/gu
  return [...sql.matchAll(pattern)]
    .map(([token]) => (token.startsWith("'") ? "''" : token))
    .filter((token) => !token.startsWith('--'))
}

const nameOf = (token: string): string => (token.startsWith('"') ? token.slice(1, -1) : token.toLowerCase())
const isName = (token: string | undefined): token is string => token !== undefined && /^["\p{L}_]/u.test(token)

/** An expression in parentheses is one element. */
type Part = string | readonly Part[]

function nested(tokens: readonly string[]): readonly Part[] {
  const stack: Part[][] = [[]]
  for (const token of tokens) {
    if (token === '(' || token === '[') stack.push([])
    else if ((token === ')' || token === ']') && stack.length > 1) {
      const inner = stack.pop()!
      stack.at(-1)!.push(inner)
    } else stack.at(-1)!.push(token)
  }
  while (stack.length > 1) {
    const inner = stack.pop()!
    stack.at(-1)!.push(inner)
  }
  return stack[0]!
}

interface Output {
  /** The name of the column: its alias, else that which PostgreSQL gives it. */
  readonly name: string
  /** The type of the outermost cast, and the name of the column that is cast, if it is one. */
  readonly cast: { readonly to: string; readonly of: string | null } | null
}

const NO_ALIAS = new Set(['end', 'null', 'true', 'false'])

function outputOf(item: readonly Part[]): Output {
  let expression = item
  let alias: string | null = null
  const [before, last] = item.slice(-2)
  if (typeof before === 'string' && before.toLowerCase() === 'as' && typeof last === 'string') {
    alias = nameOf(last)
    expression = item.slice(0, -2)
  } else if (
    item.length > 1 &&
    typeof last === 'string' &&
    isName(last) &&
    before !== '.' &&
    before !== '::' &&
    !NO_ALIAS.has(last.toLowerCase()) &&
    !(typeof before === 'string' && /^[-+*/|<>=]$/.test(before))
  ) {
    alias = nameOf(last)
    expression = item.slice(0, -1)
  }
  const at = expression.lastIndexOf('::')
  const to = expression[at + 1]
  // After the cast only a type may stand: `text`, `numeric (20, 2)`, `text []`.
  const isOuter = at > 0 && typeof to === 'string' && expression.slice(at + 2).every((part) => typeof part !== 'string')
  const value = isOuter ? expression.slice(0, expression.indexOf('::')) : expression
  const own = value.at(-1)
  const isColumn = typeof own === 'string' && isName(own) && (value.length === 1 || value.at(-2) === '.')
  const column = isColumn ? nameOf(own) : null
  return { name: alias ?? column ?? '', cast: isOuter ? { to: nameOf(to), of: column } : null }
}

function split(parts: readonly Part[]): readonly (readonly Part[])[] {
  const items: Part[][] = [[]]
  for (const part of parts) {
    if (part === ',') items.push([])
    else items.at(-1)!.push(part)
  }
  return items
}

const ENDS_LIST = new Set([
  'from',
  'where',
  'group',
  'having',
  'window',
  'union',
  'except',
  'intersect',
  'order',
  'limit',
  'for',
])
const ENDS_ORDER = new Set(['limit', 'offset', 'fetch', 'for', 'union', 'on', 'returning', ';', 'select'])

function upTo(parts: readonly Part[], from: number, ends: ReadonlySet<string>): readonly Part[] {
  const found = parts.findIndex((part, at) => at >= from && typeof part === 'string' && ends.has(part.toLowerCase()))
  return parts.slice(from, found < 0 ? parts.length : found)
}

/** In a UNION the first query names the columns. */
const FURTHER = ['union', 'except', 'intersect', 'all']

const isWord = (part: Part | undefined, word: string): boolean =>
  typeof part === 'string' && part.toLowerCase() === word

/**
 * Names in ORDER BY or DISTINCT ON that PostgreSQL takes for an output column that is a cast: `select id::text … order by id` sorts texts.
 * A cast to text is wrong under any name; a cast to another type only where its name is also that of the column, which the author meant.
 */
export function castOrders(sql: string): string[] {
  return ofLevel(nested(tokensOf(sql)))
}

function ofLevel(parts: readonly Part[]): string[] {
  const found = parts.flatMap((part) => (typeof part === 'string' ? [] : ofLevel(part)))
  let outputs: readonly Output[] = []
  parts.forEach((part, at) => {
    if (isWord(part, 'select') && !FURTHER.some((word) => isWord(parts[at - 1], word))) {
      let from = at + 1
      let distinct: readonly Part[] = []
      if (isWord(parts[from], 'distinct')) from += 1
      if (isWord(parts[from], 'on') && typeof parts[from + 1] !== 'string') {
        distinct = (parts[from + 1] ?? []) as readonly Part[]
        from += 2
      }
      outputs = split(upTo(parts, from, ENDS_LIST)).map(outputOf)
      found.push(...split(distinct).flatMap((item) => wrong(item, outputs)))
    }
    if (isWord(part, 'order') && isWord(parts[at + 1], 'by'))
      found.push(...split(upTo(parts, at + 2, ENDS_ORDER)).flatMap((item) => wrong(item, outputs)))
  })
  return found
}

function wrong(item: readonly Part[], outputs: readonly Output[]): string[] {
  const [first, second] = item
  if (typeof first !== 'string') return []
  const isBare =
    second === undefined || (typeof second === 'string' && /^(asc|desc|nulls|using|collate)$/i.test(second))
  if (!isBare) return []
  if (/^\d+$/.test(first)) {
    const numbered = outputs[Number(first) - 1]
    return numbered?.cast?.to === 'text' ? [numbered.name] : []
  }
  const output = outputs.find(({ name }) => name === nameOf(first))
  if (!output?.cast) return []
  return output.cast.to === 'text' || output.cast.of === output.name ? [output.name] : []
}
