/** The spec's words for pushes (section 4), as the database and the wire write them. */
export const PUSH_STATES = ['nonPush', 'pendingPushed', 'pushing', 'pushed', 'succeededPushed', 'failedPushed'] as const
export type PushState = (typeof PUSH_STATES)[number]

/** What can happen to a push (domain.md 7.4). */
export const PUSH_EVENTS = [
  /** A worker takes it. */
  'claim',
  /** It left, and nothing certain came back. */
  'unanswered',
  'accepted',
  'refused',
  /** Asked for by its id, the other system does not know it. */
  'missing',
  /** It is tried again, by itself or because somebody asked for it. */
  'retry',
  /** A newer version is told in its place, or nobody wants it told any more. */
  'supersede',
] as const
export type PushEvent = (typeof PUSH_EVENTS)[number]

/**
 * What each event makes of each state; every pair that is not here is refused. A claim of what is under way takes over an
 * attempt that was lost with its process.
 */
export const PUSH_TABLE: Readonly<Record<PushState, Partial<Readonly<Record<PushEvent, PushState>>>>> = {
  nonPush: {},
  pendingPushed: { claim: 'pushing', supersede: 'nonPush' },
  pushing: {
    claim: 'pushing',
    unanswered: 'pushed',
    accepted: 'succeededPushed',
    refused: 'failedPushed',
    missing: 'failedPushed',
  },
  pushed: { claim: 'pushing', accepted: 'succeededPushed', refused: 'failedPushed', missing: 'failedPushed' },
  succeededPushed: {},
  failedPushed: { retry: 'pendingPushed', supersede: 'nonPush' },
}

/** The states in which something can happen. */
export function pushStatesBefore(event: PushEvent): readonly PushState[] {
  return PUSH_STATES.filter((state) => PUSH_TABLE[state][event] !== undefined)
}
