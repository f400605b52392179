import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

/** What a call that writes says of itself, for its entry: without it the entry has what was asked. */
export interface CallNote {
  /** What it is about, as documents and records have their type. */
  readonly type?: string
  /** Whom or what it is about, as people search for it. */
  readonly subject?: string
  /** Of each field what it was and what it is. */
  readonly changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
  /** Where the call itself is what signs somebody in. */
  readonly actorId?: number
}

/** Organisations whose rows a sign-in may see: `all`, or the ids of the organisations and everything below them. */
export type Scope = 'all' | readonly number[]

/** A role with what it allows, and the organisations it is held for: its rights count nowhere else. */
export interface Grant {
  readonly role: string
  readonly rights: readonly string[]
  readonly scope: Scope
}

/** Codes by the column that they stand in (`customer_code`): of a table with this column a person sees only these rows. */
export type Limits = Readonly<Record<string, readonly string[]>>

/** Who is asking, resolved once from the session. */
export interface Principal {
  readonly userId: number
  readonly account: string
  readonly name: string
  readonly superAdmin: boolean
  readonly roles: readonly string[]
  /** Held somewhere; where, `scopeOf` says. */
  readonly rights: ReadonlySet<string>
  readonly grants: readonly Grant[]
  /** Where the right of the call is held (`narrowed`); where a call needs none, the organisations of all roles together. */
  readonly scope: Scope
  /** Absent: none. */
  readonly limits?: Limits
  readonly sessionId: string
  /** Came in through a link that signed its maker in: good for one act. */
  readonly viaLink?: boolean
  /** Who really looks, where the product is shown as this person sees it: it is read, and nothing is done. */
  readonly viewer?: { readonly userId: number; readonly account: string; readonly name: string }
  /** Of the organisation that the person works for: `UTC+05:30`. */
  readonly timezone: string
}

/** What is asked of somebody where only his rights matter. */
export type Holder = Pick<Principal, 'superAdmin' | 'rights' | 'grants'>

/** Whether a right is held anywhere: enough for a menu, never for a row of an organisation. */
export function may(principal: Pick<Principal, 'superAdmin' | 'rights'>, right: string): boolean {
  return principal.superAdmin || principal.rights.has(right)
}

/** The organisations for which somebody holds a right; none where no role of his carries it. */
export function scopeOf(principal: Holder, right: string): Scope {
  if (principal.superAdmin) return 'all'
  return unitedScope(principal.grants.filter(({ rights }) => rights.includes(right)).map(({ scope }) => scope))
}

export function unitedScope(scopes: readonly Scope[]): Scope {
  const [first = [], ...others] = scopes
  if (others.length === 0 || scopes.includes('all')) return scopes.includes('all') ? 'all' : first
  return [...new Set((scopes as readonly (readonly number[])[]).flat())].toSorted((a, b) => a - b)
}

/** What is within both. */
export function commonScope(one: Scope, other: Scope): Scope {
  if (one === 'all') return other
  return other === 'all' ? one : one.filter((id) => other.includes(id))
}

/** What somebody is who holds these rights for one scope: tests and machines. */
export function holding(rights: readonly string[], scope: Scope): Pick<Principal, 'rights' | 'grants' | 'scope'> {
  return { rights: new Set(rights), grants: [{ role: '', rights, scope }], scope }
}

/** The same person as one right makes him: he sees the rows of the organisations for which he holds it. */
export function narrowed<P extends Holder>(principal: P, right: string): P & { readonly scope: Scope } {
  return { ...principal, scope: scopeOf(principal, right) }
}

/** Whether a right is held for a row's organisation; for a row of nobody's (null) anywhere will do. */
export function mayAt(principal: Holder, right: string, scopeId: number | null): boolean {
  return may(principal, right) && (scopeId === null || inScope(scopeOf(principal, right), scopeId))
}

/** The same person with only the rights that he holds for one row's organisation: what he may see and do of this row. */
export function atPlace<P extends Holder>(principal: P, scopeId: number | null): P {
  if (principal.superAdmin || scopeId === null) return principal
  const known = atPlaces.get(principal) ?? new Map<number, Holder>()
  atPlaces.set(principal, known)
  const found = known.get(scopeId) ?? heldAt(principal, scopeId)
  known.set(scopeId, found)
  return found as P
}

/** A file of 100,000 rows asks for each of its rows, and they are of few places. */
const atPlaces = new WeakMap<Holder, Map<number, Holder>>()

function heldAt(principal: Holder, scopeId: number): Holder {
  const here = principal.grants.filter(({ scope }) => inScope(scope, scopeId))
  if (here.length === principal.grants.length) return principal
  return { ...principal, grants: here, rights: new Set(here.flatMap(({ rights }) => rights)) }
}

/** Rights that somebody holds, though not for one row's organisation: what a page of it does not offer him. */
export function heldElsewhere(principal: Holder, scopeId: number | null): readonly string[] {
  const here = atPlace(principal, scopeId)
  return here === principal ? [] : [...principal.rights].filter((right) => !may(here, right)).toSorted()
}

/** Whether a right is held for all that a list shows. */
export function mayThroughout(principal: Holder & Pick<Principal, 'scope'>, right: string): boolean {
  return may(principal, right) && coversScope(scopeOf(principal, right), principal.scope)
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

/** Whether somebody with these limits may see all that somebody with the others could. */
export function coversLimits(limits: Limits | undefined, others: Limits): boolean {
  return Object.entries(limits ?? {}).every(
    ([column, codes]) => others[column]?.every((code) => codes.includes(code)) ?? false,
  )
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
  readonly address?: string | undefined
  readonly device?: string
  /** The person signed in at the provider a short while ago. */
  readonly isFresh?: boolean
  /** Says to the audit what a call that writes did; where an entry of its own says it, nothing is lost. */
  readonly note?: (note: CallNote) => void
  /** Writes a line with the request's id into the server's log, as a warning. */
  readonly log: (fields: Readonly<Record<string, string>>, text: string) => void
}
