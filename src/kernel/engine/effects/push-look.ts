import type { AxisLook } from '#kernel/engine/definition/axes/axis.ts'
import type { PushState } from '#kernel/platform/outgoing/push-states.ts'

/** How the states of pushes are shown. */
export const pushLook: AxisLook<PushState> = {
  states: {
    pendingPushed: 'blue',
    pushing: 'blue',
    pushed: 'blue',
    succeededPushed: 'green',
    failedPushed: 'red',
    nonPush: 'grey',
  },
  words: 'pushStates',
  // A push of a document is answered at once, so it is never in this state for long.
  unasked: ['pushed'],
}
