import type { Language } from '#kernel/base/i18n/language.ts'
import type { AreaTexts } from '#kernel/base/i18n/texts.ts'

/** One entry of the menu or of the routes built from it (spec section 2). */
export interface MenuEntry {
  readonly code: string
  /** Code of the group above, or empty for a top-level group. */
  readonly pcode: string
  readonly name: string
  readonly nameEn: string
  readonly icon: string
  /** Empty for a group, unless the group's own address redirects to its first page. */
  readonly url: string
  /** A group with an address of its own; like any group it is shown while the person may see something in it. */
  readonly isGroup?: true
  readonly routingCache: boolean
  readonly hidden: boolean
  readonly sortIndex: number
  /** The page of its group itself, for whoever may open another page of the group: it takes their rights. */
  readonly isOfGroup?: true
  /** Any one of these rights shows the entry; empty shows it to everyone who has a menu. */
  readonly rights: readonly string[]
  /** Only for people who are limited to some of these: `customer_code`, `store_code`. */
  readonly ofLimit?: string
  /** Buttons of this page: the permission codes that its actions need. */
  readonly buttons: readonly string[]
}

/** Codes with their names: what `/api/v1/admin/enum/child/{code}` answers. */
export type Dictionary = readonly { readonly code: string; readonly name: Record<Language, string> }[]

/** The choices of a field under a plain name: those of a record's field as administrators order them, or codes with their texts below a path. */
export type PlainDictionary =
  | { readonly sameAs: string }
  | { readonly codes: readonly string[]; readonly texts: string }

/** The definition of an area, shared by server and browser: no React, SQL or Node in it. */
export interface AreaManifest {
  readonly name: string
  readonly texts: Record<Language, AreaTexts>
  readonly menu: readonly MenuEntry[]
  /** Every right of the area with its label; roles are made of these rights. */
  readonly rights: Readonly<Record<string, Record<Language, string>>>
  /** Dictionaries that have a plain name beside that of their field, `person.jobType`. */
  readonly dictionaries?: Readonly<Record<string, PlainDictionary>>
  /**
   * Lists over something other than documents and records, by the kind in their change messages, with the rights of
   * which any one is enough to receive these messages.
   */
  readonly lists?: Readonly<Record<string, readonly string[]>>
}
