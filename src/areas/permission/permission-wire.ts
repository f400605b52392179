import { Type } from 'typebox'
import type { MenuChange } from '#kernel/platform/access/menu-changes.ts'
import { nullable, text, textAs, type Wire } from '#kernel/platform/http/wire-schemas.ts'
import type { PlaceKind } from './place-kinds.ts'

// Contents and answers of the administration of roles, access, menus and segregation rules: answers have schemas for the server.

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
export type SegregationRuleEffect = 'flag' | 'refuse'

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

const names = { code: text, name: text }
export const named = Type.Object(names)
export type Named = Wire<typeof named>

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

export const conflictView = Type.Object({
  segregationRule: named,
  effect: textAs<SegregationRuleEffect>(),
  account: text,
  name: text,
  place: nullable(named),
  first: Type.Array(named),
  second: Type.Array(named),
  /** The roles that cause the violation. */
  roles: Type.Array(named),
  isNew: Type.Boolean(),
})
export type ConflictView = Wire<typeof conflictView>

export interface PermissionDryRun {
  /** Number of affected people; `people` are the first of them. */
  readonly total: number
  readonly people: readonly PersonChange[]
  readonly places: readonly PlaceChange[]
  readonly conflicts: readonly ConflictView[]
}

export type RequestState = 'open' | 'drafted' | 'granted' | 'declined'

const condition = Type.Object({
  key: text,
  /** Null where an earlier one failed, so that it was not checked. */
  isMet: nullable(Type.Boolean()),
  title: text,
  reason: text,
})
/** One condition of an answer to 'Why can I not?'. */
export type ConditionView = Wire<typeof condition>

export const whyAnswer = Type.Object({
  person: Type.Object({ account: text, name: text }),
  subject: text,
  isAllowed: Type.Boolean(),
  conditions: Type.Array(condition),
  /** Rights of which any one is enough, and the roles with each. */
  rights: Type.Array(Type.Object({ ...names, roles: Type.Array(named) })),
  /** Possible actions on a document in its state. */
  actions: Type.Array(Type.Object({ name: text, isAllowed: Type.Boolean(), reason: text })),
})
export type WhyAnswer = Wire<typeof whyAnswer>

export const accessRow = Type.Object({
  account: text,
  name: text,
  jobTitle: text,
  status: text,
  grants: Type.Array(Type.Object({ role: text, place: text })),
  customers: Type.Integer(),
  stores: Type.Integer(),
  draftedAt: nullable(text),
})
export type AccessRow = Wire<typeof accessRow>

export const accessOptions = Type.Object({
  roles: Type.Array(Type.Object({ ...names, rights: Type.Array(text) })),
  places: Type.Array(Type.Object({ kind: textAs<PlaceKind>(), ...names })),
  /** Possible questions: pages by address, rights by code. */
  subjects: Type.Object({ pages: Type.Array(named), rights: Type.Array(named) }),
})
export type AccessOptions = Wire<typeof accessOptions>

export const requestView = Type.Object({
  id: text,
  account: text,
  name: text,
  kind: textAs<'page' | 'right' | 'menu'>(),
  target: text,
  targetName: text,
  rights: Type.Array(named),
  reason: text,
  state: textAs<RequestState>(),
  askedAt: text,
  draftedBy: nullable(text),
  answeredAt: nullable(text),
  answeredBy: nullable(text),
  answer: nullable(text),
})
export type RequestView = Wire<typeof requestView>

export const roleRow = Type.Object({
  ...names,
  rights: Type.Integer(),
  people: Type.Integer(),
  draftBy: nullable(text),
  draftAt: nullable(text),
})
export type RoleRow = Wire<typeof roleRow>

const right = { ...names, area: text }
const rightRow = Type.Object(right)
export type RightRow = Wire<typeof rightRow>

export const rightsCatalogue = Type.Object({
  rights: Type.Array(rightRow),
  pages: Type.Array(
    Type.Object({ ...names, rights: Type.Array(text), buttons: Type.Array(text), hidden: Type.Boolean() }),
  ),
  /** Roles that the caller holds themselves. */
  own: Type.Array(text),
})
export type RightsCatalogue = Wire<typeof rightsCatalogue>

export const matrix = Type.Object({
  roles: Type.Array(named),
  rights: Type.Array(Type.Object({ ...right, roles: Type.Array(text) })),
})
export type Matrix = Wire<typeof matrix>

export const menuRow = Type.Object({
  code: text,
  pcode: text,
  name: text,
  nameEn: text,
  icon: text,
  url: text,
  routingCache: Type.Boolean(),
  hidden: Type.Boolean(),
  sortIndex: Type.Integer(),
  buttons: Type.Array(text),
  rights: Type.Array(text),
  isGroup: Type.Boolean(),
})
export type MenuRow = Wire<typeof menuRow>
