import type { StateColour } from '#kernel/engine/definition/definition.ts'
import type { ReserveState } from '#kernel/engine/reserve/reserve-states.ts'
import type { EffectState } from '#kernel/engine/definition/effect.ts'

export const reserveColours: Readonly<Record<ReserveState, StateColour>> = {
  occupying: 'blue',
  occupied: 'green',
  failToOccupy: 'red',
  releasing: 'blue',
  released: 'grey',
  failToRelease: 'red',
  none: 'grey',
}

export const pushColours: Readonly<Record<EffectState, StateColour>> = {
  pendingPushed: 'blue',
  pushing: 'blue',
  succeededPushed: 'green',
  failedPushed: 'red',
  nonPush: 'grey',
}
