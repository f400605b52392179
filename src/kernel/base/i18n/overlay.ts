import type { Language } from './language.ts'

// Texts that administrators wrote over those of the product, by their path: `budget.errors.exceedsPool`.

export type Overlay = Readonly<Record<Language, ReadonlyMap<string, string>>>

const none: Overlay = { zh: new Map(), en: new Map() }
let texts: Overlay = none
let choices: Overlay = none

/** Written under Translations. */
export function setTextOverlay(next: Overlay): void {
  texts = next
}

/** Labels of choices, written under Dictionaries. */
export function setChoiceOverlay(next: Overlay): void {
  choices = next
}

/** The text that replaces the product's own; undefined where nobody wrote one. */
export function overlaid(language: Language, path: string): string | undefined {
  return choices[language].get(path) ?? texts[language].get(path)
}

/** The current overlays; a changed identity tells callers that what they derived is out of date. */
export function overlaysNow(): readonly [Overlay, Overlay] {
  return [texts, choices]
}

/** All written texts of one language, for a browser. */
export function writtenTexts(language: Language): Readonly<Record<string, string>> {
  return { ...Object.fromEntries(texts[language]), ...Object.fromEntries(choices[language]) }
}
