import type { AnyRecord } from '#kernel/engine/record/definition.ts'

/** A change that a business rule refuses, and the words of the refusal. */
export interface RuleCase {
  /** The spec's number, `B6`; for a rule of the product's own the decision record that holds it, `033`. */
  readonly rule: string
  readonly record: AnyRecord
  /** Values over those of the template's example, or of the record that is there; null leaves a field empty. */
  readonly given?: Readonly<Record<string, string | null>>
  /** Key of a record of the demonstration company that something is done to; without one a new one is made. */
  readonly to?: string
  /** The action, where it is not a change of values. */
  readonly act?: 'delete' | 'enable' | 'disable'
  /** The acting account, where it is not the administrator. */
  readonly by?: string
  /** Changes an existing record: a file would update it. */
  readonly isNewOnly?: true
  /** The field that the form shows it at. */
  readonly field?: string
  /** The exact text of the answer. */
  readonly zh: string
  readonly en: string
}
