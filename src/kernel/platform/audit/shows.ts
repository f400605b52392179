import type { Principal } from '#kernel/platform/access/principal.ts'
import type { Language } from '#kernel/base/i18n/language.ts'

/** A record's restricted fields, as one reader is shown them. */
export interface Shows {
  readonly name: string
  readonly act: 'detail' | 'list' | 'history' | 'export'
  readonly secrets: readonly string[]
  /** The label of the record or of one of its fields. */
  readonly label: (language: Language, field?: string) => string
  readonly fields: (principal: Principal) => readonly string[]
}
