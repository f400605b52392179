/** Of choices, by `record.field`: codes that are still offered, in their order, and codes that the product did not know. */
export interface Codes {
  readonly offered: Readonly<Record<string, readonly string[]>>
  readonly added: Readonly<Record<string, readonly string[]>>
}

let codes: Codes = { offered: {}, added: {} }

/** What administrators made of choices under Dictionaries. */
export function setCodes(next: Codes): void {
  codes = next
}

export function codesNow(): Codes {
  return codes
}

/** What a choice offers, in its order; undefined where it offers what the product does. */
export function offeredCodes(dictionary: string): readonly string[] | undefined {
  return codes.offered[dictionary]
}

/** What administrators added to a choice, also what is no longer offered of it. */
export function addedCodes(dictionary: string): readonly string[] {
  return codes.added[dictionary] ?? []
}
