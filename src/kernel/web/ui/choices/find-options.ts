/** Spec section 9: most entries before a search. */
const BEFORE_SEARCH = 40

interface Findable {
  readonly value: string
  readonly label: string
  readonly detail?: string | undefined
  /** Further texts for the search, in any language. */
  readonly search?: string
}

interface Found<T> {
  readonly shown: readonly T[]
  /** How many more there are. */
  readonly hidden: number
}

/** What a selector shows: before a search the first options, then all that match, `most` where each of them is drawn. */
export function findOptions<T extends Findable>(
  options: readonly T[],
  search: string,
  most = Number.POSITIVE_INFINITY,
): Found<T> {
  const text = search.trim().toLowerCase()
  const found = text === '' ? options : foundBy(options, text)
  const shown = found.slice(0, text === '' ? BEFORE_SEARCH : most)
  return { shown, hidden: found.length - shown.length }
}

/** In the browser, over codes and names, ignoring case; codes that begin with the input come before mere mentions. */
function foundBy<T extends Findable>(options: readonly T[], text: string): readonly T[] {
  const words = text.split(/\s+/)
  const found = options.filter(({ value, label, detail = '', search = '' }) => {
    const all = `${value} ${label} ${detail} ${search}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const isCode = ({ value }: T): boolean => value.toLowerCase().startsWith(text)
  return [...found.filter(isCode), ...found.filter((option) => !isCode(option))]
}
