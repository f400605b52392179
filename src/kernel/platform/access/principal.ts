import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

/** Details that a writing call adds to its audit entry; without them the entry has the input. */
export interface CallNote {
  /** The type of its subject, as documents and records have types. */
  readonly type?: string
  /** The person or thing it is about, as people search for it. */
  readonly subject?: string
  /** Old and new value of each changed field. */
  readonly changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
  /** Set where the call itself signs the person in. */
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

/** Allowed codes by column (`customer_code`): of a table with this column the person sees only rows with these codes. */
export type Limits = Readonly<Record<string, readonly string[]>>

/** The caller, resolved once from the session. */
export interface Principal {
  readonly userId: number
  readonly account: string
  readonly name: string
  readonly superAdmin: boolean
  readonly roles: readonly string[]
  /** Rights held anywhere; `scopeOf` says for which organisations. */
  readonly rights: ReadonlySet<string>
  readonly grants: readonly Grant[]
  /** Where the right of the call is held (`narrowed`); where a call needs none, the organisations of all roles together. */
  readonly scope: Scope
  /** Absent: none. */
  readonly limits?: Limits
  readonly sessionId: string
  /** The session came from a link that signs its maker in; it is good for one act. */
  readonly viaLink?: boolean
  /** The person who views the product as this one; such a session only reads. */
  readonly viewer?: { readonly userId: number; readonly account: string; readonly name: string }
  /** UTC offset of the person's organisation: `UTC+05:30`. */
  readonly timezone: string
}

/** The part of a principal that right checks need. */
export type Holder = Pick<Principal, 'superAdmin' | 'rights' | 'grants'>

/** Whether a right is held anywhere: enough for a menu entry, never for a row of an organisation. */
export function may(principal: Pick<Principal, 'superAdmin' | 'rights'>, right: string): boolean {
  return principal.superAdmin || principal.rights.has(right)
}

/** The organisations for which a person holds a right; none where no role of theirs carries it. */
export function scopeOf(principal: Holder, right: string): Scope {
  if (principal.superAdmin) return 'all'
  return unitedScope(principal.grants.filter(({ rights }) => rights.includes(right)).map(({ scope }) => scope))
}

export function unitedScope(scopes: readonly Scope[]): Scope {
  const [first = [], ...others] = scopes
  if (others.length === 0 || scopes.includes('all')) return scopes.includes('all') ? 'all' : first
  return [...new Set((scopes as readonly (readonly number[])[]).flat())].toSorted((a, b) => a - b)
}

/** The intersection of two scopes. */
export function commonScope(one: Scope, other: Scope): Scope {
  if (one === 'all') return other
  return other === 'all' ? one : one.filter((id) => other.includes(id))
}

/** A principal with these rights for one scope, for tests and machines. */
export function holding(rights: readonly string[], scope: Scope): Pick<Principal, 'rights' | 'grants' | 'scope'> {
  return { rights: new Set(rights), grants: [{ role: '', rights, scope }], scope }
}

/** The principal narrowed to one right: they see the rows of the organisations for which they hold it. */
export function narrowed<P extends Holder>(principal: P, right: string): P & { readonly scope: Scope } {
  return { ...principal, scope: scopeOf(principal, right) }
}

/** Whether a right is held for a row's organisation; for a row without one (null), held anywhere is enough. */
export function mayAt(principal: Holder, right: string, scopeId: number | null): boolean {
  return may(principal, right) && (scopeId === null || inScope(scopeOf(principal, right), scopeId))
}

/** The principal with only the rights that they hold for one row's organisation: what they may see and do of this row. */
export function atPlace<P extends Holder>(principal: P, scopeId: number | null): P {
  if (principal.superAdmin || scopeId === null) return principal
  const known = atPlaces.get(principal) ?? new Map<number, Holder>()
  atPlaces.set(principal, known)
  const found = known.get(scopeId) ?? heldAt(principal, scopeId)
  known.set(scopeId, found)
  return found as P
}

/** Cached, because a file of 100,000 rows asks for each row, and the rows belong to few organisations. */
const atPlaces = new WeakMap<Holder, Map<number, Holder>>()

function heldAt(principal: Holder, scopeId: number): Holder {
  const here = principal.grants.filter(({ scope }) => inScope(scope, scopeId))
  if (here.length === principal.grants.length) return principal
  return { ...principal, grants: here, rights: new Set(here.flatMap(({ rights }) => rights)) }
}

/** Rights that a person holds elsewhere but not for one row's organisation; the row's page hides their actions. */
export function heldElsewhere(principal: Holder, scopeId: number | null): readonly string[] {
  const here = atPlace(principal, scopeId)
  return here === principal ? [] : [...principal.rights].filter((right) => !may(here, right)).toSorted()
}

/** Whether a right is held for every organisation that a list shows. */
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

/** Whether one scope includes the other. */
export function coversScope(scope: Scope, other: Scope): boolean {
  return scope === 'all' || (other !== 'all' && other.every((id) => scope.includes(id)))
}

/** Whether one set of limits allows everything that the other allows. */
export function coversLimits(limits: Limits | undefined, others: Limits): boolean {
  return Object.entries(limits ?? {}).every(
    ([column, codes]) => others[column]?.every((code) => codes.includes(code)) ?? false,
  )
}

/** The facts that a handler has about its request besides the input. */
export interface RequestContext {
  readonly principal: Principal
  readonly language: Language
  readonly requestId: string
  readonly now: Date
  /** The Idempotency-Key header; document actions require it. */
  readonly idempotencyKey: string | null
  /** Network address and user agent of the call. */
  readonly address?: string | undefined
  readonly device?: string
  /** Whether the person signed in at the provider a short while ago. */
  readonly isFresh?: boolean
  /** Adds details to the audit entry of a writing call; they are ignored where the act writes an entry of its own. */
  readonly note?: (note: CallNote) => void
  /** Writes a warning with the request's id into the server's log. */
  readonly log: (fields: Readonly<Record<string, string>>, text: string) => void
}
