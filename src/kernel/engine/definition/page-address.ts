/** Adds to a page address's query; the page that shows a document already has `type=view`. */
export function withQuery(page: string, query: Readonly<Record<string, string>>): string {
  return `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`
}
