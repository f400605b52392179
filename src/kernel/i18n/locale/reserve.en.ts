import type { ReserveState } from '#kernel/reserve/reserve-states.ts'

/** The spec's words for reserves that another system confirms (section 4). */
export const reserveStates = {
  occupying: 'Occupying',
  occupied: 'Occupied',
  failToOccupy: 'Fail To Occupy',
  releasing: 'Releasing',
  released: 'Released',
  failToRelease: 'Fail To Release',
  none: 'Not occupied',
} satisfies Record<ReserveState, string>
