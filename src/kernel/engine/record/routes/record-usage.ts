/** Rows of a table that may refer to records: their name, the column that people know, and who may see them. */
export interface NamingRows {
  readonly table: string
  /** Name of the record, the document or the rows: the first part of a reference's name. */
  readonly name: string
  /** Column by which people know such a row. */
  readonly show: string
  /** Rows of a part (the lines of a document) are shown by their whole: its table, and the column that leads there. */
  readonly of?: { readonly table: string; readonly by: string }
  /** Column with the organisation of what is shown: others only learn that something exists. */
  readonly scope?: string
  /** Right to see which they are; without one everybody who sees the record may. */
  readonly right?: string
  /** Path of the text with their plural name. */
  readonly label: string
  /** Columns with a name of their own for their references. */
  readonly columns?: Readonly<Record<string, NamingColumn>>
}

export interface NamingColumn {
  /** The field of the column. */
  readonly field?: string
  readonly label?: string
  readonly show?: string
}

/** Rows of a table of an area that is neither a record nor a document: `rows` of its texts has their names. */
export type OwnRows = Omit<NamingRows, 'label' | 'columns'> & {
  /** Columns with texts of their own: the text key. */
  readonly words?: Readonly<Record<string, string>>
}

/** Rows elsewhere that refer to a record and so prevent its deletion. */
export interface RecordUsage extends Pick<NamingRows, 'table' | 'of' | 'scope' | 'right' | 'show' | 'label'> {
  /** `customerAddress.customerCode`: the referring rows and their field. */
  readonly name: string
  /** Column with the record's key. */
  readonly column: string
}

/** Other records that refer to a record in one of their fields, which is one of their filters. */
export interface Related {
  readonly record: string
  readonly by: string
  /** Set for another area. */
  readonly area?: string
}
