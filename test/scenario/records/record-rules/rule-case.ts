import type { AnyRecord } from '#kernel/engine/record/definition.ts'

/** Something that a rule of the business refuses, and how it says so. */
export interface RuleCase {
  /** As the spec numbers it, `B6`; of a rule of ours the decision that holds it, `033`. */
  readonly rule: string
  readonly record: AnyRecord
  /** Values over those of the template's example, or of the record that is there; null leaves a field empty. */
  readonly given?: Readonly<Record<string, string | null>>
  /** Key of a record of the demonstration company that something is done to; without one a new one is made. */
  readonly to?: string
  /** What is done to it, where that is not a change of its values. */
  readonly act?: 'delete' | 'enable' | 'disable'
  /** Who does it, where it is not the administrator. */
  readonly by?: string
  /** Of what exists already: a file would change it. */
  readonly isNewOnly?: true
  /** The field that the form shows it at. */
  readonly field?: string
  /** What is answered, letter for letter. */
  readonly zh: string
  readonly en: string
}
