import type { StateColour } from '#kernel/engine/definition/definition.ts'
import type { EffectState } from '#kernel/engine/definition/effect.ts'

export const pushColours: Readonly<Record<EffectState, StateColour>> = {
  pendingPushed: 'blue',
  pushing: 'blue',
  succeededPushed: 'green',
  failedPushed: 'red',
  nonPush: 'grey',
}
