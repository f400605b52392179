import type { AnyRecord } from '../definition.ts'

/** A filtered list of a record under an address of its own, for a common purpose. */
export interface RecordView {
  /** Text key below the record's own: `views.<name>`. */
  readonly name: string
  readonly record: AnyRecord
  readonly page: string
  /** Fixed filters of the view. */
  readonly filters: Readonly<Record<string, string>>
}
