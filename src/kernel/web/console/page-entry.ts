/**
 * The fixed properties of a page: its address and its frame (spec section 2). The app has the one table of them; the
 * server uses it to choose the entry of a path, the browser to draw the frame.
 */
export interface PageEntry {
  readonly path: string
  /** `mobile`: no bar of any kind and no padding; the server answers it with the small phone entry. */
  readonly device: 'pc' | 'mobile'
  /** Without a `type` query: neither side bar nor tab banner, and 60 px above the content. */
  readonly bareWithoutType?: true
  /** The same on a phone: links followed in a window as narrow as a phone's lead there. */
  readonly phone?: string
  /** A second address of that page. */
  readonly sameComponentAs?: string
}

/** An address that redirects: to the first page of a group that the person may see, else to the group's own page. */
export interface GroupEntry {
  readonly path: string
  /** Code of the group in the menu. */
  readonly menu: string
  readonly ownPage: string
}

export interface PageTable {
  readonly pages: readonly PageEntry[]
  readonly groups: readonly GroupEntry[]
}
