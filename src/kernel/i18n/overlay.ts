import type { Language } from './language.ts'

// Texts that administrators wrote over those of the product, by their path: `budget.errors.exceedsPool`.

export type Overlay = Readonly<Record<Language, ReadonlyMap<string, string>>>

const none: Overlay = { zh: new Map(), en: new Map() }
let texts: Overlay = none
let choices: Overlay = none
let offers: ReadonlyMap<string, readonly string[]> = new Map()

/** Written under Translations. */
export function setTextOverlay(next: Overlay): void {
  texts = next
}

/** Labels and order of choices, written under Dictionaries: codes that are still offered, by `record.field`. */
export function setChoiceOverlay(next: Overlay, offered: ReadonlyMap<string, readonly string[]>): void {
  choices = next
  offers = offered
}

/** What is said in place of the product's own text; undefined where nobody wrote anything. */
export function overlaid(language: Language, path: string): string | undefined {
  return choices[language].get(path) ?? texts[language].get(path)
}

/** What a choice offers, in its order; undefined where it offers what the product does. */
export function offeredCodes(dictionary: string): readonly string[] | undefined {
  return offers.get(dictionary)
}

/** Everything of one language, for a browser. */
export function overlayOf(language: Language): {
  readonly texts: Readonly<Record<string, string>>
  readonly offered: Readonly<Record<string, readonly string[]>>
} {
  return {
    texts: { ...Object.fromEntries(texts[language]), ...Object.fromEntries(choices[language]) },
    offered: Object.fromEntries(offers),
  }
}
