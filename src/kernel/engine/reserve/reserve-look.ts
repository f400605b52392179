import type { AxisLook } from '#kernel/engine/definition/axes/axis.ts'
import type { ReserveState } from './reserve-states.ts'

/** How the states of reserves are shown. */
export const reserveLook: AxisLook<ReserveState> = {
  states: {
    occupying: 'blue',
    occupied: 'green',
    failToOccupy: 'red',
    releasing: 'blue',
    released: 'grey',
    failToRelease: 'red',
    none: 'grey',
  },
  words: 'reserveStates',
  // The specification has no word for this state, so no filter offers it.
  unasked: ['none'],
  // Once it is approved the money is spent as it says: that it was held before is of the past.
  pastWhenApproved: ['occupied'],
}
