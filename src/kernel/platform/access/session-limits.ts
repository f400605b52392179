import { Refused } from '#kernel/base/errors/errors.ts'
import { accessErrors } from './access.errors.ts'
import type { RequestContext } from './principal.ts'

/** How long sessions last, in minutes. */
export interface SessionLimits {
  /** Idle time-out of a session that was signed in at the provider. */
  readonly idleMinutes: number
  /** Idle time-out of a session from a link or for viewing as another person. */
  readonly linkIdleMinutes: number
  /** Maximum age from the sign-in, regardless of use. */
  readonly absoluteMinutes: number
  /** How long a sign-in counts as fresh for actions that need a fresh one. */
  readonly stepUpMinutes: number
}

const DEFAULTS: SessionLimits = { idleMinutes: 240, linkIdleMinutes: 60, absoluteMinutes: 43_200, stepUpMinutes: 10 }

let source: () => Partial<SessionLimits> = () => ({})

/** Sets the source of the limits configured in the product; it is called at every request, so it answers from memory. */
export function setSessionLimits(next: () => Partial<SessionLimits>): void {
  source = next
}

export function sessionLimits(): SessionLimits {
  return { ...DEFAULTS, ...source() }
}

/** Whether a sign-in at this moment is fresh enough. */
export function isFresh(authAt: Date | null, now: Date): boolean {
  return authAt !== null && now.getTime() - authAt.getTime() < sessionLimits().stepUpMinutes * 60_000
}

/** Refuses a person whose sign-in is too old; work without a person has no sign-in and passes. */
export function requireFresh({ isFresh: hasSignedIn }: Pick<RequestContext, 'isFresh'>): void {
  if (hasSignedIn === false) throw new Refused(accessErrors.stepUp())
}
