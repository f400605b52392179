/** Codes of choices by `record.field`: those still offered, in order, and those that administrators added. */
export interface Codes {
  readonly offered: Readonly<Record<string, readonly string[]>>
  readonly added: Readonly<Record<string, readonly string[]>>
}

let codes: Codes = { offered: {}, added: {} }

/** Replaces the codes with what administrators published under Dictionaries. */
export function setCodes(next: Codes): void {
  codes = next
}

export function codesNow(): Codes {
  return codes
}

/** The codes that a choice offers, in order; undefined where administrators changed nothing. */
export function offeredCodes(dictionary: string): readonly string[] | undefined {
  return codes.offered[dictionary]
}

/** Codes that administrators added to a choice, including those that are no longer offered. */
export function addedCodes(dictionary: string): readonly string[] {
  return codes.added[dictionary] ?? []
}
