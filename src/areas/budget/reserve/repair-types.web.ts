import type { BoardRow } from '#kernel/services/reserve-confirmation/board-wire.ts'
import { documentAddress } from '../explain/posting-addresses.web.ts'
import { documentName, reservingDocuments } from '../shared/document-names.web.ts'

export function reservingTypes(): readonly { readonly name: string; readonly label: string }[] {
  return reservingDocuments.map((name) => ({ name, label: typeText(name) }))
}

export function typeText(name: string): string {
  return documentName(name) ?? name
}

/** Null for a type without a page here. */
export function reserveAddress({ documentType, formInstanceId }: BoardRow): string | null {
  return documentAddress(documentType, formInstanceId)
}
