import { Type } from 'typebox'
import { nullable, text, type Wire } from '#kernel/platform/http/wire-schemas.ts'

// Answers with the details of rows: schemas for the server, and their types for both.

/** Movements of a batch or an item, newest first. */
export const movement = Type.Object({
  id: text,
  /** When the journal was posted; null for a lock by a document, which moves no money. */
  at: nullable(text),
  documentNo: text,
  act: text,
  cause: nullable(text),
  amount: text,
  before: nullable(text),
  after: nullable(text),
})
export type MovementView = Wire<typeof movement>

const line = Type.Object({
  lineNo: Type.Integer(),
  sku: text,
  skuName: text,
  quantity: Type.Integer(),
  unitPrice: text,
  net: text,
  taxRate: text,
  tax: text,
  gross: text,
  creditedQuantity: Type.Integer(),
  creditedNet: text,
  debitedNet: text,
  lockedBy: nullable(text),
})
export type InvoiceLineView = Wire<typeof line>

const note = Type.Object({
  no: text,
  kind: text,
  issuedOn: text,
  documentNo: nullable(text),
  net: text,
  tax: text,
  gross: text,
})
export type InvoiceNoteView = Wire<typeof note>

export const invoice = Type.Object({ lines: Type.Array(line), notes: Type.Array(note) })
export type InvoiceView = Wire<typeof invoice>
