import type { AnyRecord } from '../definition.ts'

/** The list of a record once more, under an address of its own, of those rows only that most who open it look for. */
export interface RecordView {
  /** Text below the record's own: `views.<name>`. */
  readonly name: string
  readonly record: AnyRecord
  readonly page: string
  /** What is always asked for here. */
  readonly filters: Readonly<Record<string, string>>
}
