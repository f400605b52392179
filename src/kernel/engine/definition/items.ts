/**
 * Things that a document is about one by one, by the hundred thousand, beside its lines: devices by their numbers. They are in `<table>_item`, which has
 * document_id, round (0: of the draft), no (place), number, state, reason (why it fails) and columns of the area's own
 * (docs/decisions/146).
 */
export interface ItemsSpec<Reason extends string = string> {
  /** Most items of one document. */
  readonly most: number
  /** Why an item fails, as texts of the document name it (`reasons`), in the order in which it is judged. */
  readonly reasons: readonly Reason[]
  /** Header fields that the outcome depends on; they are the values of the judgement, in this order. */
  readonly judgedBy: readonly string[]
  /** The column of the items by which they are counted: the product. */
  readonly group: string
  /** Paths of its calls. */
  readonly calls: ItemCalls
  /** Name of the import that puts the numbers of a file into a draft. */
  readonly file?: string
  /** The table and its column by which a person may be limited to what some customers have. */
  readonly limitedBy?: { readonly table: string; readonly column: string }
}

export interface ItemCalls {
  /** Adds what was pasted, typed or scanned, takes numbers out, empties the draft. */
  readonly add: string
  readonly remove: string
  readonly clear: string
  /** Lists of the good and the failed ones; all of them by group, and what they come to. */
  readonly success: string
  readonly fail: string
  readonly groups: string
  readonly total: string
  /** Files of all of them, and of the failed ones. */
  readonly export: string
  readonly failExport: string
}

/** `good` waits for its work, `done` has it behind it, `failed` has a reason. */
export const ITEM_OUTCOMES = ['good', 'failed', 'done'] as const
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number]

/** Whose items are meant: those of a draft by its id, or of a submitted round. */
export interface ItemAddress {
  readonly id?: string | undefined
  readonly formInstanceId?: string | undefined
}

/** What the items of a round come to. */
export interface ItemCounts {
  readonly total: number
  readonly good: number
  readonly failed: number
  readonly done: number
}
