import type { Found } from './find-wire.ts'

/** An entry without what it leaves out: no state, and the same address on a phone. */
export function foundThing(
  thing: Pick<Found, 'key' | 'title' | 'url'> & Partial<Pick<Found, 'hint' | 'state' | 'mobileUrl'>>,
): Found {
  return { hint: '', state: null, mobileUrl: thing.url, ...thing }
}
