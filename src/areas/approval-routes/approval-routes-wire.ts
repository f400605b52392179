import type { Band } from '#kernel/engine/approval/band.ts'
import type { PersonView } from '#kernel/engine/approval/approval-wire.ts'
import type { TemplateStep } from '#kernel/engine/approval/approval-route.ts'
import type { Texts, VariableSpec } from '#kernel/engine/approval/approval-type.ts'

// Wire types of the administration of routes, shared by server and pages.

export interface TemplateContent {
  readonly name: Texts
  readonly process: 'old' | 'new'
  /** A draft may be unfinished: empty texts, a `who` without people. */
  readonly steps: readonly TemplateStep[]
}

export interface BandsContent {
  readonly currency: string
  readonly bands: readonly Band[]
}

export interface RateEntry {
  readonly currency: string
  /** Units of this currency for one of the base currency, as typed. */
  readonly units: string
}

export interface RatesContent {
  readonly base: string
  readonly rates: readonly RateEntry[]
}

export interface VersionUse {
  readonly version: number
  readonly running: number
  /** Counted up to 10,000. */
  readonly finished: number
}

export interface TemplateRowView {
  readonly code: string
  readonly name: string
  readonly process: 'old' | 'new'
  readonly version: number
  readonly publishedAt: string
  readonly stepCount: number
  readonly documentTypes: readonly { readonly name: string; readonly label: string }[]
  readonly use: readonly VersionUse[]
  readonly draft: { readonly editedBy: PersonView; readonly editedAt: string; readonly problems: number } | null
}

export interface VariableView extends Omit<VariableSpec, 'label'> {
  readonly name: string
  readonly label: string
  /** What its options are called, where they have names. */
  readonly names: Readonly<Record<string, string>>
}

export interface Choice {
  readonly code: string
  readonly name: string
}

/** The options of the editor. */
export interface TemplateCatalogue {
  readonly variables: readonly VariableView[]
  readonly roles: readonly Choice[]
  readonly accounts: readonly Choice[]
  /** Names of organisations and people that the document's binding returns. */
  readonly organisations: readonly string[]
  readonly people: readonly string[]
  /** Header fields allowed in `keep`. */
  readonly fields: readonly Choice[]
}

export interface SimulatedStep {
  readonly key: string
  readonly name: string
  readonly rule: string | null
  readonly mode: TemplateStep['mode']
  readonly share: number | null
  readonly group: string | null
  readonly condition: string | null
  readonly skipReason: 'condition' | 'acted' | 'empty' | 'kept' | null
  readonly people: readonly PersonView[]
  /** The real outcome of the step when the document was approved; null where there was none. */
  readonly real: { readonly isNeeded: boolean; readonly people: readonly PersonView[] } | null
  readonly change: 'same' | 'added' | 'removed' | 'needed' | 'notNeeded' | 'people' | null
}

export interface Simulation {
  readonly documentNo: string | null
  readonly realVersion: number | null
  readonly steps: readonly SimulatedStep[]
  /** Null stands for a value that the reader may not see. */
  readonly variables: readonly { readonly name: string; readonly value: string | null }[]
  readonly refusals: readonly string[]
}
