export const AUDIT_KINDS = ['change', 'call', 'refusal', 'read'] as const

/** An entry as the page shows it. */
export interface EntryView {
  readonly id: string
  readonly at: string
  readonly kind: (typeof AUDIT_KINDS)[number]
  readonly actor: string | null
  readonly behalf: string | null
  readonly type: string | null
  readonly subject: string | null
  readonly action: string
  readonly before: string | null
  readonly after: string | null
  readonly more: string | null
  readonly address: string | null
  readonly requestId: string
}

/** A value before and after in the reader's words; null for none. */
export interface EntryChange {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
  /** The words are an exact amount, which pages group. */
  readonly isAmount: boolean
  /** Keys of the pictures whose file names the words are; `isShown`: the reader may look at those that are still there. */
  readonly picture: { readonly before: string | null; readonly after: string | null; readonly isShown: boolean } | null
}

/** An entry that is open: each field by its label, changed ones apart from the others. */
export interface EntryDetail {
  readonly entry: EntryView
  readonly changes: readonly EntryChange[]
  readonly lines: readonly {
    readonly row: number
    readonly act: 'changed' | 'added' | 'removed'
    /** Name of the further table of the document that the row is of. */
    readonly table: string | null
    readonly changes: readonly EntryChange[]
  }[]
  readonly unchanged: readonly { readonly name: string; readonly value: string; readonly isAmount: boolean }[]
  /** Of the amounts among them; null where a row has amounts of its own currency, or none. */
  readonly currency: string | null
  readonly about: readonly { readonly name: string; readonly value: string }[]
  /** Address of the document, where it still has one. */
  readonly url: string | null
}
