import { httpErrors } from '#kernel/errors/kernel-errors.ts'
import { Refused } from '#kernel/errors/errors.ts'
import type { Language } from '#kernel/i18n/language.ts'

/** Organisations whose rows a sign-in may see: `all`, or the ids of the organisations and everything below them. */
export type Scope = 'all' | readonly number[]

/** Who is asking, resolved once from the session. */
export interface Principal {
  readonly userId: number
  readonly account: string
  readonly name: string
  readonly superAdmin: boolean
  readonly roles: readonly string[]
  readonly rights: ReadonlySet<string>
  readonly scope: Scope
  readonly sessionId: string
  /** Came in through a link that signed its maker in: good for one act. */
  readonly viaLink?: boolean
  /** Who really looks, where the product is shown as this person sees it: it is read, and nothing is done. */
  readonly viewer?: { readonly userId: number; readonly account: string; readonly name: string }
  /** Of the organisation that the person works for: `UTC+05:30`. */
  readonly timezone: string
}

export function may(principal: Pick<Principal, 'superAdmin' | 'rights'>, right: string): boolean {
  return principal.superAdmin || principal.rights.has(right)
}

/** Refuses with 403 and the name of the missing right. */
export function requireRight(principal: Principal, right: string): void {
  if (!may(principal, right)) throw new Refused(httpErrors.forbidden({ right }))
}

export function inScope(scope: Scope, scopeId: number): boolean {
  return scope === 'all' || scope.includes(scopeId)
}

/** Whether somebody with this scope may see all that somebody with the other could. */
export function coversScope(scope: Scope, other: Scope): boolean {
  return scope === 'all' || (other !== 'all' && other.every((id) => scope.includes(id)))
}

/** What a handler knows about its request besides the input. */
export interface RequestContext {
  readonly principal: Principal
  readonly language: Language
  readonly requestId: string
  readonly now: Date
  /** The Idempotency-Key header; document actions require it. */
  readonly idempotencyKey: string | null
  /** Where the call comes from, and with what. */
  readonly address?: string
  readonly device?: string
  /** The person signed in at the provider a short while ago. */
  readonly isFresh?: boolean
  /** Writes a line with the request's id into the server's log, as a warning. */
  readonly log: (fields: Readonly<Record<string, string>>, text: string) => void
}
