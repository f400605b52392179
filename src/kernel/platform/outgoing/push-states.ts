/** The spec's push states (section 4), as the database and the wire write them. */
export const PUSH_STATES = ['nonPush', 'pendingPushed', 'pushing', 'pushed', 'succeededPushed', 'failedPushed'] as const
export type PushState = (typeof PUSH_STATES)[number]

/** Events of a push (domain.md 7.4). */
export const PUSH_EVENTS = [
  /** A worker takes it. */
  'claim',
  /** It was sent, and no definite answer came back. */
  'unanswered',
  'accepted',
  'refused',
  /** Queried by its id, the other system does not know it. */
  'missing',
  /** It is tried again, automatically or by request. */
  'retry',
  /** A newer version replaces it, or it is no longer wanted. */
  'supersede',
] as const
export type PushEvent = (typeof PUSH_EVENTS)[number]

/** State transitions by event; other pairs are refused. A claim of a push in progress takes over an attempt lost with its process. */
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

/** The states in which an event is allowed. */
export function pushStatesBefore(event: PushEvent): readonly PushState[] {
  return PUSH_STATES.filter((state) => PUSH_TABLE[state][event] !== undefined)
}
