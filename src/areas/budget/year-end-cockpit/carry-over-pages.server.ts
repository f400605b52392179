/** Where a document is raised that carries over other documents' encumbrances. */
export interface CarryOverPage {
  /** Types of the holding documents, including earlier carry-overs. */
  readonly documentTypes: readonly string[]
  /** Right to raise it. */
  readonly right: string
  /** The page of a new one; the area's data centre and the year follow in its query, as `idcCode` and `year`. */
  readonly page: string
}

const pages: CarryOverPage[] = []

/** Registered once, by the area of the holding documents, when its server is loaded: the year-end cockpit links there. */
export function carriedOverAt(page: CarryOverPage): void {
  pages.push(page)
}

export function carryOverPages(): readonly CarryOverPage[] {
  return pages
}
