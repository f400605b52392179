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
