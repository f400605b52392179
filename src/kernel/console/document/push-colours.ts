import type { StateColour } from '#kernel/document/definition.ts'
import type { EffectState } from '#kernel/effects/effect.ts'

export const pushColours: Readonly<Record<EffectState, StateColour>> = {
  pendingPushed: 'blue',
  pushing: 'blue',
  succeededPushed: 'green',
  failedPushed: 'red',
  nonPush: 'grey',
}
