/** How far another system has followed our reserve: the spec's words (section 4), and `none` where it holds nothing. */
export const RESERVE_STATES = [
  'occupying',
  'occupied',
  'failToOccupy',
  'releasing',
  'released',
  'failToRelease',
  'none',
] as const
/** The six words of the spec; `none` has no word there. */
export const RESERVE_WORDS = RESERVE_STATES.filter((state) => state !== 'none')
export type ReserveState = (typeof RESERVE_STATES)[number]

export const RESERVE_EVENTS = [
  /** The other system accepted it. */
  'accepted',
  /** It refused, and would refuse again. */
  'refused',
  /** No definite answer came before the deadline. */
  'expired',
  /** A person requested it again. */
  'retry',
  /** The document no longer needs it, and the other system holds it or may hold it. */
  'undo',
  /** The document no longer needs it, and the other system certainly never held it. */
  'drop',
] as const
export type ReserveEvent = (typeof RESERVE_EVENTS)[number]

/**
 * State transitions by event (domain.md section 3, reservation states); other pairs change nothing, so a repeated or
 * late answer is harmless. An answer after giving up still counts.
 */
export const RESERVE_TABLE: Readonly<Record<ReserveState, Partial<Readonly<Record<ReserveEvent, ReserveState>>>>> = {
  occupying: {
    accepted: 'occupied',
    refused: 'failToOccupy',
    expired: 'failToOccupy',
    undo: 'releasing',
    drop: 'none',
  },
  occupied: { undo: 'releasing' },
  failToOccupy: { accepted: 'occupied', retry: 'occupying', undo: 'releasing', drop: 'none' },
  releasing: { accepted: 'released', refused: 'failToRelease', expired: 'failToRelease', drop: 'none' },
  released: {},
  failToRelease: { accepted: 'released', retry: 'releasing' },
  none: {},
}

/** The request to the other system: hold, or release. */
export type ReserveEffect = 'occupy' | 'release'

const OF_RELEASE: ReadonlySet<ReserveState> = new Set(['releasing', 'released', 'failToRelease'])

export function effectOf(state: ReserveState): ReserveEffect {
  return OF_RELEASE.has(state) ? 'release' : 'occupy'
}

/** States of the same effect in which an event changes something. */
export function statesBefore(event: ReserveEvent, effect: ReserveEffect): readonly ReserveState[] {
  return RESERVE_STATES.filter((state) => effectOf(state) === effect && RESERVE_TABLE[state][event] !== undefined)
}

/** States that need attention: in progress, or failed. */
export const NOT_AT_REST = ['occupying', 'failToOccupy', 'releasing', 'failToRelease'] as const
export const FAILED = ['failToOccupy', 'failToRelease'] as const

export function isFailed(state: ReserveState): boolean {
  return (FAILED as readonly ReserveState[]).includes(state)
}
