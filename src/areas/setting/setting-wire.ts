import type { PersonView } from '#kernel/engine/approval/approval-wire.ts'
import type { ParameterValue, Unit } from '#kernel/platform/parameter/parameter.ts'

// Wire types of the pages of parameters, dictionaries and texts.

/** A draft awaiting publication. */
export interface Waiting {
  readonly editedBy: PersonView
  readonly editedAt: string
}

export interface ParameterRow {
  readonly key: string
  readonly label: string
  readonly hint: string
  readonly kind: 'integer' | 'choice' | 'choices'
  readonly unit: Unit | null
  readonly min: number | null
  readonly max: number | null
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** In force. */
  readonly value: ParameterValue
  /** The default: of the product, or of the environment it was started in. */
  readonly delivered: ParameterValue
  readonly version: number
  readonly draft: Waiting | null
}

export interface DictionaryRow {
  readonly code: string
  /** Entries may be added. */
  readonly isOpen: boolean
  readonly title: string
  readonly all: number
  readonly enabled: number
  /** Names of the offered entries. */
  readonly names: string
  readonly version: number
  readonly draft: Waiting | null
}

export interface TextRow {
  readonly key: string
  readonly zh: string
  readonly en: string
  /** Placeholders that a text must keep. */
  readonly places: readonly string[]
  readonly version: number
  readonly draft: Waiting | null
}

export interface TextPage {
  readonly total: number
  readonly parts: readonly string[]
  readonly rows: readonly TextRow[]
}
