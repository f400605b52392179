import { isPublic, type Route } from '../route.ts'

/** Largest body of a call in bytes and values: the cost of parsing depends more on values than on bytes. */
export interface BodyBound {
  readonly bytes: number
  /** Values of lists and objects, counted at every depth. */
  readonly values: number
}

const KILOBYTE = 1024

/** Fewest bytes per value in the bodies of pages, including its key and punctuation. */
const BYTES_A_VALUE = 16

const bound = (kilobytes: number): BodyBound => ({
  bytes: kilobytes * KILOBYTE,
  values: (kilobytes * KILOBYTE) / BYTES_A_VALUE,
})

/** Calls without a session take the least. The longest of them is the error report of a page. */
export const PUBLIC_BOUND = bound(16)
/** A call that declares no bound: the filters of a list, a record, an opinion. */
const CALL_BOUND = bound(128)
/** Ten thousand selected rows of a list, or a hundred decisions at once with their opinions. */
export const SELECTION_BOUND = bound(512)
/**
 * The draft of a setting that is published as a whole (menu, approval route, role assignments), or two hundred corrected rows of an import.
 */
export const SETTING_BOUND = bound(1024)
/** The largest bound of any call: a document of ten thousand lines. */
export const LARGEST_BOUND = bound(8 * KILOBYTE)

/** The bound that a route declares, else the default for calls with or without a session. */
export function boundOf(route: Pick<Route, 'right' | 'bound'>): BodyBound {
  return route.bound ?? (isPublic(route.right) ? PUBLIC_BOUND : CALL_BOUND)
}
