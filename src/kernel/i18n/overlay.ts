import type { Language } from './language.ts'

// Texts that administrators wrote over those of the product, by their path: `budget.errors.exceedsPool`.

export type Overlay = Readonly<Record<Language, ReadonlyMap<string, string>>>

/** Of choices, by `record.field`: codes that are still offered, in their order, and codes that the product did not know. */
export interface Codes {
  readonly offered: Readonly<Record<string, readonly string[]>>
  readonly added: Readonly<Record<string, readonly string[]>>
}

const none: Overlay = { zh: new Map(), en: new Map() }
let texts: Overlay = none
let generation = 0
let choices: Overlay = none
let codes: Codes = { offered: {}, added: {} }

/** Written under Translations. */
export function setTextOverlay(next: Overlay): void {
  texts = next
  generation += 1
}

/** Labels of choices, written under Dictionaries. */
export function setChoiceOverlay(next: Overlay): void {
  choices = next
  generation += 1
}

/** What administrators made of choices under Dictionaries. */
export function setCodes(next: Codes): void {
  codes = next
}

/** Grows with everything that is written: what was worked out from the texts before is old then. */
export function overlayGeneration(): number {
  return generation
}

/** What is said in place of the product's own text; undefined where nobody wrote anything. */
export function overlaid(language: Language, path: string): string | undefined {
  return choices[language].get(path) ?? texts[language].get(path)
}

/** What a choice offers, in its order; undefined where it offers what the product does. */
export function offeredCodes(dictionary: string): readonly string[] | undefined {
  return codes.offered[dictionary]
}

/** What administrators added to a choice, also what is no longer offered of it. */
export function addedCodes(dictionary: string): readonly string[] {
  return codes.added[dictionary] ?? []
}

/** Everything of one language, for a browser. */
export function overlayOf(language: Language): Codes & { readonly texts: Readonly<Record<string, string>> } {
  return {
    texts: { ...Object.fromEntries(texts[language]), ...Object.fromEntries(choices[language]) },
    ...codes,
  }
}
