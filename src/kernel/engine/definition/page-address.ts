/** A page's address with more of a query: a page may have some of its own, as the one that shows a document has `type=view`. */
export function withQuery(page: string, query: Readonly<Record<string, string>>): string {
  return `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`
}
