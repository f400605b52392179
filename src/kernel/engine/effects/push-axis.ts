import { PUSH_EVENTS, PUSH_TABLE } from '#kernel/platform/outgoing/push-states.ts'
import { defineAxis, firstOf } from '#kernel/engine/definition/axes/axis.ts'
import { pushLook } from './push-look.ts'

/** Whether another system was told of a document. Of several pushes, the one that most needs attention says it. */
export const pushAxis = defineAxis({
  ...pushLook,
  events: PUSH_EVENTS,
  table: PUSH_TABLE,
  kept: { of: 'effects' },
  ofLines: firstOf(['failedPushed', 'pushing', 'pushed', 'pendingPushed', 'nonPush', 'succeededPushed']),
})
