import { defineAxis, firstOf } from '#kernel/engine/definition/axes/axis.ts'
import { RESERVE_EVENTS, RESERVE_STATES, RESERVE_TABLE } from './reserve-states.ts'

/** Whether what a document asks for is held, as a confirming system says where there is one. */
export const reserveAxis = defineAxis({
  states: {
    occupying: 'blue',
    occupied: 'green',
    failToOccupy: 'red',
    releasing: 'blue',
    released: 'grey',
    failToRelease: 'red',
    none: 'grey',
  },
  events: RESERVE_EVENTS,
  table: RESERVE_TABLE,
  kept: { of: 'reserve' },
  // The whole document is held at once.
  ofLines: firstOf(RESERVE_STATES),
  words: 'kernel.reserveStates',
  // The specification has no word for it.
  unasked: ['none'],
  // Once it is approved the money is spent as it says: that it was held before is of the past.
  pastWhenApproved: ['occupied'],
})
