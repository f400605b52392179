/** Addresses on desktop and phone. */
interface Addresses {
  readonly pc: string
  readonly mobile: string
}

/**
 * One document type in the list of its area: where its files are and where its pages are. Everything else of it is found from here: the server
 * and the manifest read the folder, the browser imports from it when a page is opened. The addresses are part of every first load.
 */
export interface DocumentPlace {
  /** Of the definition. */
  readonly name: string
  readonly area: string
  /** Within the area; its files are found there by their endings. */
  readonly folder: string
  readonly list: string
  readonly write: Addresses
  /** Where it is decided on and read, where that is not the page that writes it. */
  readonly read?: Addresses
  /** The desktop page that writes it has neither side bar nor tabs when it is opened without `type`. */
  readonly bareWithoutType?: true
  /** The same of the desktop page on which it is read. */
  readonly bareReader?: true
  /** A second address of that page, without bars as well. */
  readonly secondAddress?: string
}

/** The addresses of a definition that follow from its place. */
export function pagesOf({ list, write, read }: DocumentPlace) {
  const shown = read ?? { pc: `${write.pc}?type=view`, mobile: `${write.mobile}?type=view` }
  return { ...shown, list, edit: `${write.pc}?type=edit`, mobileEdit: `${write.mobile}?type=edit` }
}
