import type { StateColour } from '#kernel/engine/definition/definition.ts'
import type { ReserveState } from '#kernel/engine/reserve/reserve-states.ts'

export const reserveColours: Readonly<Record<ReserveState, StateColour>> = {
  occupying: 'blue',
  occupied: 'green',
  failToOccupy: 'red',
  releasing: 'blue',
  released: 'grey',
  failToRelease: 'red',
  none: 'grey',
}
