import { defineAxis, firstOf } from '#kernel/engine/definition/axes/axis.ts'
import { reserveLook } from './reserve-look.ts'
import { RESERVE_EVENTS, RESERVE_STATES, RESERVE_TABLE } from './reserve-states.ts'

/** Whether what a document asks for is held, as a confirming system says where there is one. */
export const reserveAxis = defineAxis({
  ...reserveLook,
  events: RESERVE_EVENTS,
  table: RESERVE_TABLE,
  kept: { of: 'reserve' },
  // A reserve is of the whole document, so there is one state.
  ofLines: firstOf(RESERVE_STATES),
})
