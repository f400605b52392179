import type { MenuChange } from '#kernel/platform/access/menu-changes.ts'

// Wire types of the administration of roles, access, menus and segregation rules, shared by server and pages.

/** A place where a role is held. Areas, data centres and countries are resolved when needed, never copied. */
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
  /** If not empty, the person sees only data of these customers; likewise stores. */
  readonly customers: readonly string[]
  readonly stores: readonly string[]
}

/** The consequence when a person holds both sides. */
export const SEGREGATION_RULE_EFFECTS = ['flag', 'refuse'] as const
export type SegregationRuleEffect = (typeof SEGREGATION_RULE_EFFECTS)[number]

/** Two sides that one person should not hold together; a side lists codes of rights, where `*` stands for any letters. */
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

/** A gain or loss of one person, at one place. */
export interface StandingChange {
  readonly kind: 'gains' | 'loses'
  readonly right: Named
  readonly place: Named
  /** Places within it without changes. */
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
  /** The roles that cause the violation. */
  readonly roles: readonly Named[]
  readonly isNew: boolean
}

export interface PermissionDryRun {
  /** Number of affected people; `people` are the first of them. */
  readonly total: number
  readonly people: readonly PersonChange[]
  readonly places: readonly PlaceChange[]
  readonly conflicts: readonly ConflictView[]
}

export type RequestState = 'open' | 'drafted' | 'granted' | 'declined'

/** One condition of an answer to 'Why can I not?'; null where an earlier one failed, so that it was not checked. */
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
  /** Rights of which any one is enough, and the roles with each. */
  readonly rights: readonly { readonly code: string; readonly name: string; readonly roles: readonly Named[] }[]
  /** Possible actions on a document in its state. */
  readonly actions: readonly { readonly name: string; readonly isAllowed: boolean; readonly reason: string }[]
}

export interface AccessRow {
  readonly account: string
  readonly name: string
  readonly jobTitle: string
  readonly status: string
  readonly grants: readonly { readonly role: string; readonly place: string }[]
  readonly customers: number
  readonly stores: number
  readonly draftedAt: string | null
}

export interface RequestView {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly kind: 'page' | 'right' | 'menu'
  readonly target: string
  readonly targetName: string
  readonly rights: readonly Named[]
  readonly reason: string
  readonly state: RequestState
  readonly askedAt: string
  readonly draftedBy: string | null
  readonly answeredAt: string | null
  readonly answeredBy: string | null
  readonly answer: string | null
}
