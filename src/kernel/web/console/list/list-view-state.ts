/** A list as it stands on the screen, for tools that work on all of it and not only on the page in sight. */
export interface ListViewState {
  /** Name of the document or record. */
  readonly name: string
  /** As the list call takes them. */
  readonly filters: Readonly<Record<string, unknown>>
  /** As the list call takes it: `-no` sorts downwards. */
  readonly sort: readonly string[]
  /** The visible columns, in their order. */
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  /** Null while nobody has counted yet. */
  readonly total: number | null
  /** There are more than `total`. */
  readonly isCapped: boolean
}
