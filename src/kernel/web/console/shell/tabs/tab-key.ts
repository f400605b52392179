import type { Location } from 'react-router'

export const HOME_PATH = '/index'

/** Spec section 2: unique by path, where a document's id counts as part of the path and no other query does. */
const DOCUMENT_IDS = ['formInstanceId', 'applyNo', 'id'] as const

export function tabKeyOf(location: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(location.search)
  const document = DOCUMENT_IDS.map((name) => query.get(name)).find((id) => id !== null && id !== '')
  return document ? `${location.pathname}#${document}` : location.pathname
}

/** Id prefix of a document without a number: two new ones are two tabs. */
const NEW = 'new-'

export function newDocumentId(): string {
  return NEW + Date.now().toString(36)
}

export function isNewDocument(tabKey: string): boolean {
  return tabKey.includes(`#${NEW}`)
}

const KEPT_INPUT = 'input:'

/** Storage key of a tab's input; deleted with the tab. */
export function keptInputKey(tabKey: string): string {
  return KEPT_INPUT + tabKey
}
