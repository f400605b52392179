/** Movements of a batch or an item, newest first. */
export interface MovementView {
  readonly id: string
  /** When the journal was posted; null for a lock by a document, which moves no money. */
  readonly at: string | null
  readonly documentNo: string
  readonly act: string
  readonly cause: string | null
  readonly amount: string
  readonly before: string | null
  readonly after: string | null
}

export interface InvoiceLineView {
  readonly lineNo: number
  readonly sku: string
  readonly skuName: string
  readonly quantity: number
  readonly unitPrice: string
  readonly net: string
  readonly taxRate: string
  readonly tax: string
  readonly gross: string
  readonly creditedQuantity: number
  readonly creditedNet: string
  readonly debitedNet: string
  readonly lockedBy: string | null
}

export interface InvoiceNoteView {
  readonly no: string
  readonly kind: string
  readonly issuedOn: string
  readonly documentNo: string | null
  readonly net: string
  readonly tax: string
  readonly gross: string
}

export interface InvoiceView {
  readonly lines: readonly InvoiceLineView[]
  readonly notes: readonly InvoiceNoteView[]
}
