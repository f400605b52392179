import { isPublic, type Route } from './route.ts'

/** How much a call may be sent, and in how many pieces: to take a body apart costs by its values, not by its bytes. */
export interface BodyBound {
  readonly bytes: number
  /** Values of lists and objects, counted at every depth. */
  readonly values: number
}

const KILOBYTE = 1024

/** Of what people send, a value takes more than this with its key and the signs around it. */
const BYTES_A_VALUE = 16

const bound = (kilobytes: number): BodyBound => ({
  bytes: kilobytes * KILOBYTE,
  values: (kilobytes * KILOBYTE) / BYTES_A_VALUE,
})

/** Nobody has to sign in to send it: the smallest. An error report of a page is the longest of these. */
export const NOBODY_BOUND = bound(16)
/** Filters of a list, a record, an opinion: what a call takes that says nothing else. */
const CALL_BOUND = bound(128)
/** Ten thousand ticked rows of a list, or a hundred decisions at once with their opinions. */
export const SELECTION_BOUND = bound(512)
/** A draft of a setting that is published as a whole: a menu, a route, who holds what. And two hundred mended rows of an import. */
export const SETTING_BOUND = bound(1024)
/** The most that any call takes: a document of ten thousand lines. */
export const LARGEST_BOUND = bound(8 * KILOBYTE)

/** What a route takes: as it says itself, else by whether one must sign in for it. */
export function boundOf(route: Pick<Route, 'right' | 'bound'>): BodyBound {
  return route.bound ?? (isPublic(route.right) ? NOBODY_BOUND : CALL_BOUND)
}
