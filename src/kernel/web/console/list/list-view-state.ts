/** The displayed list, for tools that work on all of it and not only on the visible page. */
export interface ListViewState {
  /** Name of the document or record. */
  readonly name: string
  /** As the list call takes them. */
  readonly filters: Readonly<Record<string, unknown>>
  /** As the list call takes it: `-no` sorts in descending order. */
  readonly sort: readonly string[]
  /** The visible columns in order. */
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  /** Null while not counted. */
  readonly total: number | null
  /** There are more than `total`. */
  readonly isCapped: boolean
}
