/** Which parts of a document are printed (spec section 2, the print dialog). */
export const PRINT_SECTIONS = ['content', 'record', 'both'] as const
export type PrintSections = (typeof PRINT_SECTIONS)[number]

export interface PrintFact {
  readonly label: string
  readonly value: string
  /** Takes the full width instead of half a line. */
  readonly isLong: boolean
}

export interface PrintColumn {
  readonly title: string
  readonly align: 'left' | 'right'
  /** Numbers and codes are never broken inside a word. */
  readonly isCode: boolean
}

export interface PrintSum {
  /** `3,200.00 INR` for each currency, in its column. */
  readonly column: number
  readonly values: readonly string[]
}

/** Rows under a heading of their own: the lines of a document, a part of another page. */
export interface PrintTable {
  readonly title: string
  readonly columns: readonly PrintColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly sums: readonly PrintSum[]
  /** Under the heading: that these are not all rows. */
  readonly note?: string | null
}

export interface PrintTotal {
  readonly label: string
  readonly value: string
  /** As a Chinese reader checks it against the digits; null on paper in another language. */
  readonly capital: string | null
  /** The requested amount, where less is approved. */
  readonly asked: string | null
}

/** A line of the approval record: a past or future event. */
export interface PrintAct {
  readonly step: string
  readonly people: string
  readonly outcome: string
  readonly at: string
  readonly note: string
}

/** How many rows a model has, by which its layout is judged. */
export const rowsOf = ({ content }: PrintModel): number =>
  (content?.tables ?? []).reduce((sum, { rows }) => sum + rows.length, 0)

/** A document, or another page, as texts in the reader's language, ready for layout: plain data, so that it can be sent to a worker. */
export interface PrintModel {
  readonly language: 'zh' | 'en'
  /** The system that printed it. */
  readonly source: string
  readonly title: string
  readonly no: string
  readonly state: string
  /** Under the title: who raised it, when. */
  readonly byline: readonly string[]
  readonly watermark: string
  readonly content: {
    readonly facts: readonly PrintFact[]
    readonly tables: readonly PrintTable[]
    readonly total: PrintTotal | null
  } | null
  readonly record: { readonly acts: readonly PrintAct[] } | null
  readonly foot: string
  readonly texts: {
    readonly facts: string
    readonly record: string
    readonly noRecord: string
    readonly noLines: string
    readonly sum: string
    readonly capital: string
    readonly page: string
    readonly fullTexts: string
    readonly inFull: string
    readonly unshown: string
    readonly columns: readonly [step: string, people: string, outcome: string, at: string, note: string]
  }
}
