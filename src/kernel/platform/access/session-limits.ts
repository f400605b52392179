import { Refused } from '#kernel/base/errors/errors.ts'
import { accessErrors } from './access.errors.ts'
import type { RequestContext } from './principal.ts'

/** How long sessions last. Minutes. */
export interface SessionLimits {
  /** Without use, signed in at the provider. */
  readonly idleMinutes: number
  /** Without use, made by a link or for looking as another person. */
  readonly linkIdleMinutes: number
  /** From its beginning, however much it is used. */
  readonly absoluteMinutes: number
  /** How long a sign-in counts as fresh, for what asks for one. */
  readonly stepUpMinutes: number
}

const DEFAULTS: SessionLimits = { idleMinutes: 240, linkIdleMinutes: 60, absoluteMinutes: 43_200, stepUpMinutes: 10 }

let source: () => Partial<SessionLimits> = () => ({})

/** Where the limits are configured in the product; asked at every request, so it answers from memory. */
export function setSessionLimits(next: () => Partial<SessionLimits>): void {
  source = next
}

export function sessionLimits(): SessionLimits {
  return { ...DEFAULTS, ...source() }
}

/** Whether a sign-in at this moment is fresh enough for what asks for one. */
export function isFresh(authAt: Date | null, now: Date): boolean {
  return authAt !== null && now.getTime() - authAt.getTime() < sessionLimits().stepUpMinutes * 60_000
}

/** Refuses who signed in too long ago; what no person asked for has no sign-in to be fresh. */
export function requireFresh({ isFresh: hasSignedIn }: Pick<RequestContext, 'isFresh'>): void {
  if (hasSignedIn === false) throw new Refused(accessErrors.stepUp())
}
