/** Where a document is raised that takes over the end of a year what documents of some types hold. */
export interface CarryOverPage {
  /** Types of the documents that hold it, those that carried it before among them. */
  readonly documentTypes: readonly string[]
  /** Who may raise it. */
  readonly right: string
  /** The page of a new one; the area's data centre and the year follow in its query, as `idcCode` and `year`. */
  readonly page: string
}

const pages: CarryOverPage[] = []

/** Said once, by the area whose documents hold it, when its server is loaded: the cockpit of a year's end leads there. */
export function carriedOverAt(page: CarryOverPage): void {
  pages.push(page)
}

export function carryOverPages(): readonly CarryOverPage[] {
  return pages
}
