import type { MenuChange } from '#kernel/platform/access/menu-changes.ts'

// What the administration of roles, access, menus and segregation rules sends and reads: one set of types for server and pages.

/** A place that a role is held at. Areas, data centres and countries are looked up when they are needed, never copied. */
export const PLACE_KINDS = ['organisation', 'area', 'idc', 'country'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

export interface AccessGrant {
  readonly role: string
  readonly kind: PlaceKind
  /** Code of the organisation, area, data centre or country. */
  readonly code: string
}

export interface RoleContent {
  readonly nameZh: string
  readonly nameEn: string
  readonly rights: readonly string[]
}

export interface AccessContent {
  readonly grants: readonly AccessGrant[]
  /** With any, the person sees only what is of these customers; likewise stores. */
  readonly customers: readonly string[]
  readonly stores: readonly string[]
}

/** What is done about somebody who holds both sides. */
export const SEGREGATION_RULE_EFFECTS = ['flag', 'refuse'] as const
export type SegregationRuleEffect = (typeof SEGREGATION_RULE_EFFECTS)[number]

/** Two sides that one person should not hold together; a side is codes of rights, where `*` stands for any letters. */
export interface SegregationRule {
  readonly code: string
  readonly nameZh: string
  readonly nameEn: string
  readonly first: readonly string[]
  readonly second: readonly string[]
  readonly effect: SegregationRuleEffect
}

export interface SegregationRulesContent {
  readonly segregationRules: readonly SegregationRule[]
}

export interface MenusContent {
  readonly changes: readonly MenuChange[]
}

export interface Named {
  readonly code: string
  readonly name: string
}

/** What one person gains or loses, at one place. */
export interface StandingChange {
  readonly kind: 'gains' | 'loses'
  readonly right: Named
  readonly place: Named
  /** Places within it for which nothing changes. */
  readonly except: readonly Named[]
}

export interface PersonChange {
  readonly account: string
  readonly name: string
  readonly changes: readonly StandingChange[]
  readonly pagesGained: readonly Named[]
  readonly pagesLost: readonly Named[]
}

export interface PlaceChange {
  readonly place: Named
  readonly gaining: number
  readonly losing: number
  readonly rightsGained: readonly Named[]
  readonly rightsLost: readonly Named[]
}

export interface ConflictView {
  readonly segregationRule: Named
  readonly effect: SegregationRuleEffect
  readonly account: string
  readonly name: string
  readonly place: Named | null
  readonly first: readonly Named[]
  readonly second: readonly Named[]
  /** The roles that bring the two together. */
  readonly roles: readonly Named[]
  readonly isNew: boolean
}

export interface PermissionDryRun {
  /** How many people gain or lose anything; `people` are the first of them. */
  readonly total: number
  readonly people: readonly PersonChange[]
  readonly places: readonly PlaceChange[]
  readonly conflicts: readonly ConflictView[]
}

export type RequestState = 'open' | 'drafted' | 'granted' | 'declined'

/** One condition of an answer to 'Why can I not?'; null where it could not be asked because an earlier one failed. */
export interface ConditionView {
  readonly key: string
  readonly isMet: boolean | null
  readonly title: string
  readonly reason: string
}

export interface WhyAnswer {
  readonly person: { readonly account: string; readonly name: string }
  readonly subject: string
  readonly isAllowed: boolean
  readonly conditions: readonly ConditionView[]
  /** Rights of which any one would do, and the roles that have each. */
  readonly rights: readonly { readonly code: string; readonly name: string; readonly roles: readonly Named[] }[]
  /** What can be done with a document in its state. */
  readonly actions: readonly { readonly name: string; readonly isAllowed: boolean; readonly reason: string }[]
}
