/** Rows of a table that may name records: what they are called, by what people know one, and who is told of them. */
export interface NamingRows {
  readonly table: string
  /** Of the record, the document or the rows: the first part of a use's name. */
  readonly name: string
  /** Column that people know such a row by. */
  readonly show: string
  /** Rows of a part (the lines of a document) are shown by their whole: its table, and the column that leads there. */
  readonly of?: { readonly table: string; readonly by: string }
  /** Column of what is shown with the organisation it belongs to: to others it is only said that there is something. */
  readonly scope?: string
  /** Needed to be told which; without one whoever sees the record is told. */
  readonly right?: string
  /** Path of the text that says what several of them are called. */
  readonly label: string
  /** Columns that say something of their own where they name a record. */
  readonly columns?: Readonly<Record<string, NamingColumn>>
}

export interface NamingColumn {
  /** The field that it is the column of. */
  readonly field?: string
  readonly label?: string
  readonly show?: string
}

/** Rows of a table of an area that is neither a record nor a document: `rows` of its texts says what they are called. */
export type OwnRows = Omit<NamingRows, 'label' | 'columns'> & {
  /** Columns with words of their own: the key of their text. */
  readonly words?: Readonly<Record<string, string>>
}

/** Rows elsewhere that name a record, and so keep it from being deleted. */
export interface RecordUsage extends Pick<NamingRows, 'table' | 'of' | 'scope' | 'right' | 'show' | 'label'> {
  /** `customerAddress.customerCode`: whose rows, and in which field. */
  readonly name: string
  /** Column that holds the record's key. */
  readonly column: string
}

/** Other records that name a record in one of their fields, which is one of their filters. */
export interface Related {
  readonly record: string
  readonly by: string
  /** Where it is of another area. */
  readonly area?: string
}
