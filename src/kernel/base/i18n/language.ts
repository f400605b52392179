/** The two interface languages (spec section 9). */
export type Language = 'zh' | 'en'

let byDefault: () => Language = () => 'en'

/** Sets the language for people who asked for none of ours; called at each use. */
export function setDefaultLanguage(next: () => Language): void {
  byDefault = next
}

export const languages: readonly Language[] = ['zh', 'en']

/** Variants of Chinese and English map to these two; anything else gets the default language. */
export function languageOf(tag: string | null | undefined): Language {
  const asked = tag?.trim().toLowerCase() ?? ''
  if (asked.startsWith('zh')) return 'zh'
  return asked.startsWith('en') ? 'en' : byDefault()
}
